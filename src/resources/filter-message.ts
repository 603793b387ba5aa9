// Filters between the user's form and their messages.

import { decodeTcAttrs, TCA_CHAIN, TCA_KIND, TCA_OPTIONS, type TcAttrs } from '../generated/tc/common.ts'
import { TCM_IFINDEX_MAGIC_BLOCK } from '../generated/tc/constants.ts'
import type { EncodeContext, KindLookup } from '../kinds/context.ts'
import type { FilterKind } from '../kinds/descriptor.ts'
import { checkFields } from '../kinds/fields.ts'
import { checkKind } from '../kinds/raw.ts'
import {
  formatHandle,
  type Handle,
  parseParent,
  TC_H_CLSACT_EGRESS,
  TC_H_CLSACT_INGRESS,
} from '../units/handle.ts'
import { checkInteger } from '../units/integer.ts'
import { parsePriority } from '../units/priority.ts'
import { formatProtocol, parseProtocol, toBigEndian16 } from '../units/protocol.ts'
import { OptionError } from '../wire/errors.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import type { Decoding } from './decode-context.ts'
import type { FoundDevice } from './device-names.ts'
import type { Filter, FilterInfo, FilterPlace, FilterSettings, FilterSpec } from './filter-types.ts'
import { asPayload } from './qdisc-message.ts'
import { type Address, attributesAt, codecFor, readAddress, readStats } from './tc-object.ts'

const MAX_U32 = 0xffff_ffff
const HIGHEST_CHAIN = 0x0fff_ffff
const MAX_U16 = 0xffff

// Those of a dumped filter that say nothing to the kernel are let through: what was listed can be
// added again.
const FIELDS = {
  dev: true,
  ifindex: true,
  parent: true,
  block: true,
  protocol: true,
  priority: true,
  handle: true,
  chain: true,
  kind: true,
  options: true,
  stats: true,
  warning: true,
} as const

/** Refuses what is no filter. */
export function checkFilter(spec: FilterSpec): void {
  checkFields(spec, FIELDS, 'filter')
}

/** Device and parent, or block, of a filter message. */
export function filterPlace(
  place: FilterPlace,
  device: FoundDevice | undefined,
): Pick<Address, 'ifindex' | 'parent'> {
  if (place.block !== undefined) {
    // In both directions the block stands where the parent is otherwise.
    const block = checkInteger(place.block, 'block', 1, MAX_U32)
    // tcm_ifindex has a sign.
    return { ifindex: TCM_IFINDEX_MAGIC_BLOCK | 0, parent: block }
  }
  if (place.parent === undefined) {
    const expected = "'root', 'ingress', 'egress', or a qdisc or class such as '1:'"
    throw new OptionError({ path: 'parent', expected, received: undefined })
  }
  return { ifindex: device?.ifindex ?? 0, parent: parseFilterParent(place.parent) }
}

// The kernel takes 0 for the root qdisc; with the number of the root it looks for a qdisc ffff:.
function parseFilterParent(parent: Handle): number {
  return parent === 'root' ? 0 : parseParent(parent, 'parent', 'filter')
}

/** Priority and protocol as tcm_info: the protocol in network byte order in the low half. */
export function filterInfo(
  settings: Pick<FilterSettings, 'priority' | 'protocol'>,
  protocol: Handle | undefined,
): number {
  const priority = settings.priority === undefined ? 0 : parsePriority(settings.priority, 'priority')
  const wanted = settings.protocol ?? protocol
  const number = wanted === undefined ? 0 : parseProtocol(wanted, 'protocol')
  return ((priority << 16) | toBigEndian16(number)) >>> 0
}

/** The priority in tcm_info. */
export function priorityOf(info: number): number {
  return info >>> 16
}

/** The handle of a filter as its kind writes it. */
export function filterHandle(handle: unknown, kind: FilterKind | undefined): number {
  if (handle === undefined) return 0
  return kind?.handle?.parse(handle, 'handle') ?? checkInteger(handle, 'handle', 0, MAX_U32)
}

/** Writes the attributes of a filter. */
export function writeFilter(
  w: Writer,
  spec: FilterSpec,
  descriptor: FilterKind | undefined,
  ctx: EncodeContext,
): void {
  w.string(TCA_KIND, checkKind(spec.kind, 'kind'))
  writeChain(w, spec.chain)
  codecFor(descriptor?.options, spec.options).write(w, TCA_OPTIONS, spec.options ?? {}, ctx)
  w.unknown(spec.unknown)
}

/** Writes the chain, where one is meant. */
export function writeChain(w: Writer, chain: number | undefined): void {
  if (chain !== undefined) w.u32(TCA_CHAIN, checkInteger(chain, 'chain', 0, HIGHEST_CHAIN))
}

/** Devices that the options of a filter name. */
export function filterDevices(
  spec: FilterSpec,
  descriptor: FilterKind | undefined,
  kinds: KindLookup,
): string[] {
  return descriptor?.options.devices?.(spec.options ?? {}, kinds) ?? []
}

/**
 * Reads a filter; `undefined` for the entry that heads all filters of a priority, and, unless
 * `tables` are wanted, for those that are no rules.
 */
export function readFilter(message: Message, decoding: Decoding, tables: boolean): Filter | undefined {
  const address = readAddress(message)
  const attrs = decodeTcAttrs(message.reader, attributesAt(message), message.end)
  const kind = attrs.kind ?? ''
  const descriptor = decoding.kinds.filter(kind)
  if (isHead(address, attrs) || (!tables && descriptor?.isTable?.(address.handle))) return undefined
  const filter: FilterInfo & { kind: string; options: unknown } = {
    kind,
    dev: '',
    ifindex: address.ifindex,
    protocol: formatProtocol(toBigEndian16(address.info & MAX_U16)),
    priority: priorityOf(address.info),
    handle: descriptor?.handle?.format(address.handle) ?? address.handle,
    chain: attrs.chain ?? 0,
    options: readOptions(attrs, descriptor, decoding),
  }
  placeFilter(filter, address, decoding)
  const stats = readStats(attrs, false)
  if (stats !== undefined) filter.stats = stats as NonNullable<FilterInfo['stats']>
  if (attrs.unknown !== undefined) filter.unknown = attrs.unknown
  // The registry says which options belong to which kind; the type cannot follow that far.
  return filter as Filter
}

function isHead(address: Address, attrs: TcAttrs): boolean {
  return address.handle === 0 && attrs.options === undefined
}

function placeFilter(filter: FilterInfo, address: Address, decoding: Decoding): void {
  if (address.ifindex >>> 0 === TCM_IFINDEX_MAGIC_BLOCK) {
    filter.ifindex = 0
    filter.block = address.parent
    return
  }
  filter.parent = formatHook(address.parent)
  decoding.nameDevice(address.ifindex, filter)
}

/** A filter's parent as dumps give it: the hooks of clsact by name. */
export function formatHook(parent: number): string {
  if (parent === TC_H_CLSACT_INGRESS) return 'ingress'
  return parent === TC_H_CLSACT_EGRESS ? 'egress' : formatHandle(parent)
}

function readOptions(attrs: TcAttrs, descriptor: FilterKind | undefined, decoding: Decoding): unknown {
  const payload = asPayload(attrs.options)
  if (payload === undefined) return {}
  return codecFor(descriptor?.options, undefined).read(payload.reader, payload.at, payload.stop, decoding)
}
