// Qdiscs between the user's form and their messages.

import {
  decodeTcAttrs,
  TCA_EGRESS_BLOCK,
  TCA_INGRESS_BLOCK,
  TCA_KIND,
  TCA_OPTIONS,
  type TcAttrs,
} from '../generated/tc/common.ts'
import { TC_H_INGRESS, TC_H_MAJ_MASK, TC_H_ROOT } from '../generated/tc/constants.ts'
import type { EncodeContext } from '../kinds/context.ts'
import type { QdiscKind, StatsReader } from '../kinds/descriptor.ts'
import { checkFields } from '../kinds/fields.ts'
import { checkKind } from '../kinds/raw.ts'
import { appPayload } from '../kinds/stats.ts'
import { formatHandle, parseParent, parseQdiscHandle } from '../units/handle.ts'
import { checkInteger } from '../units/integer.ts'
import { OptionError } from '../wire/errors.ts'
import type { Message } from '../wire/message.ts'
import type { Payload } from '../wire/reader.ts'
import type { Writer } from '../wire/writer.ts'
import type { Decoding } from './decode-context.ts'
import type { Qdisc, QdiscInfo, QdiscSpec, QdiscTarget } from './qdisc-types.ts'
import { attributesAt, codecFor, readAddress, readStats } from './tc-object.ts'

const MAX_U32 = 0xffff_ffff

// Those of a dumped qdisc that say nothing to the kernel are let through: what was listed can
// be added again.
const FIELDS = {
  dev: true,
  ifindex: true,
  parent: true,
  handle: true,
  kind: true,
  options: true,
  ingressBlock: true,
  egressBlock: true,
  references: true,
  offloaded: true,
  stats: true,
  xstats: true,
  warning: true,
} as const

/** Parent and handle of a qdisc. */
export interface Place {
  parent: number
  handle: number
}

/** Where a qdisc that is to be made goes. */
export function placeOf(spec: QdiscSpec, descriptor: QdiscKind | undefined): Place {
  checkFields(spec, FIELDS, 'qdisc')
  const fixed = descriptor?.place
  if (fixed !== undefined) return fixedPlace(spec, fixed)
  if (spec.parent === undefined) {
    throw new OptionError({
      path: 'parent',
      expected: "'root' or a class such as '1:10'",
      received: spec.parent,
    })
  }
  const parent = parseParent(spec.parent, 'parent', 'qdisc')
  if (descriptor?.rootOnly && parent !== TC_H_ROOT) {
    const expected = `'root', the only place for ${spec.kind}`
    throw new OptionError({ path: 'parent', expected, received: spec.parent })
  }
  return { parent, handle: handleOf(spec) }
}

function fixedPlace(spec: QdiscSpec, fixed: Place): Place {
  const parent = spec.parent === undefined ? fixed.parent : parseParent(spec.parent, 'parent', 'qdisc')
  const handle = spec.handle === undefined ? fixed.handle : handleOf(spec)
  if (parent === fixed.parent && handle === fixed.handle) return fixed
  const expected = `nothing, or the one place of this kind: parent 'ingress', handle 'ffff:'`
  const path = parent === fixed.parent ? 'handle' : 'parent'
  throw new OptionError({ path, expected, received: spec[path] })
}

/** Which qdisc is meant. */
export function targetPlace(target: QdiscTarget): Place {
  if (target.parent === undefined && target.handle === undefined) {
    throw new OptionError({ path: 'parent', expected: 'a parent or a handle', received: undefined })
  }
  const parent = target.parent === undefined ? 0 : parseParent(target.parent, 'parent', 'qdisc')
  return { parent, handle: handleOf(target) }
}

// A dump gives 'none' for the handle of a default qdisc: such a one is meant by its parent.
function handleOf({ handle }: { handle?: QdiscSpec['handle'] }): number {
  return handle === undefined ? 0 : parseQdiscHandle(handle, 'handle')
}

/** Writes the attributes of a qdisc. */
export function writeQdisc(
  w: Writer,
  spec: QdiscSpec,
  descriptor: QdiscKind | undefined,
  ctx: EncodeContext,
): void {
  w.string(TCA_KIND, checkKind(spec.kind, 'kind'))
  codecFor(descriptor?.options, spec.options).write(w, TCA_OPTIONS, spec.options ?? {}, ctx)
  writeBlock(w, TCA_INGRESS_BLOCK, spec, 'ingress', descriptor)
  writeBlock(w, TCA_EGRESS_BLOCK, spec, 'egress', descriptor)
  w.unknown(spec.unknown)
}

function writeBlock(
  w: Writer,
  type: number,
  spec: QdiscSpec,
  hook: 'ingress' | 'egress',
  descriptor: QdiscKind | undefined,
): void {
  const path = `${hook}Block` as const
  const block = spec[path]
  if (block === undefined) return
  if (descriptor !== undefined && !descriptor.hooks?.includes(hook)) {
    const expected = `nothing: ${spec.kind} has no shared block there`
    throw new OptionError({ path, expected, received: block })
  }
  w.u32(type, checkInteger(block, path, 1, MAX_U32))
}

/** Reads a qdisc. */
export function readQdisc(message: Message, decoding: Decoding, exact: boolean): Qdisc<number | bigint> {
  const address = readAddress(message)
  const attrs = decodeTcAttrs(message.reader, attributesAt(message), message.end)
  const kind = attrs.kind ?? ''
  const descriptor = decoding.kinds.qdisc(kind)
  const qdisc: QdiscInfo<number | bigint> & { kind: string; options: unknown; xstats?: unknown } = {
    kind,
    dev: '',
    ifindex: address.ifindex,
    handle: formatHandle(address.handle),
    parent: formatParent(address.parent),
    references: address.info,
    offloaded: attrs.hwOffload === 1,
    options: readOptions(attrs, descriptor, decoding),
  }
  decoding.nameDevice(address.ifindex, qdisc)
  if (attrs.ingressBlock !== undefined) qdisc.ingressBlock = attrs.ingressBlock
  if (attrs.egressBlock !== undefined) qdisc.egressBlock = attrs.egressBlock
  const stats = readStats(attrs, exact)
  if (stats !== undefined) qdisc.stats = stats
  const xstats = readXstats(attrs, descriptor?.xstats, decoding)
  if (xstats !== undefined) qdisc.xstats = xstats
  if (attrs.unknown !== undefined) qdisc.unknown = attrs.unknown
  // The registry says which options belong to which kind; the type cannot follow that far.
  return qdisc as Qdisc<number | bigint>
}

function readOptions(attrs: TcAttrs, descriptor: QdiscKind | undefined, decoding: Decoding): unknown {
  const payload = asPayload(attrs.options)
  if (payload === undefined) return {}
  return codecFor(descriptor?.options, undefined).read(payload.reader, payload.at, payload.stop, decoding)
}

/** A kind's own statistics, from the new place or from the old one. */
export function readXstats(
  attrs: TcAttrs,
  read: StatsReader<unknown> | undefined,
  decoding: Decoding,
): unknown {
  const payload = (attrs.stats2 && appPayload(attrs.stats2)) ?? asPayload(attrs.xstats)
  if (payload === undefined) return undefined
  return read === undefined ? payload.toBytes() : read(payload.reader, payload.at, payload.stop, decoding)
}

/** A decoded sub-message: decoders give nothing else. */
export function asPayload(value: TcAttrs['options']): Payload | undefined {
  return typeof value === 'object' && 'reader' in value ? value : undefined
}

/** A parent as dumps give it: the place of ingress and clsact by name. */
export function formatParent(parent: number): string {
  return parent === TC_H_INGRESS ? 'ingress' : formatHandle(parent)
}

/** Whether a handle is that of a qdisc, not of a class. */
export function isQdiscHandle(handle: number): boolean {
  return (handle & TC_H_MAJ_MASK) >>> 0 === handle
}
