// Links from the user's form to the messages that make and change them.

import {
  encodeIfinfomsg,
  encodeLinkAttrs,
  IFINFOMSG_SIZE,
  IFLA_IFALIAS,
  IFLA_INFO_DATA,
  IFLA_INFO_KIND,
  IFLA_LINKINFO,
  type LinkAttrs,
} from '../generated/link/common.ts'
import { checkFields } from '../kinds/fields.ts'
import { checkKind, rawOptions } from '../kinds/raw.ts'
import { checkFlag, checkInteger } from '../units/integer.ts'
import { NLA_HDRLEN } from '../wire/attribute.ts'
import { OptionError } from '../wire/errors.ts'
import type { Writer } from '../wire/writer.ts'
import type { Afterwards, LinkCodec, LinkContext, LinkKind } from './link-kinds/descriptor.ts'
import { linkKind } from './link-kinds/registry.ts'
import {
  aliasBytes,
  checkNewName,
  NEW_SETTINGS,
  SETTINGS,
  settingsToWire,
  type WireSettings,
} from './link-settings.ts'
import type { LinkChanges, LinkInfo, LinkSpec } from './link-types.ts'

const HIGHEST_INDEX = 0x7fff_ffff
const LONGEST_ALT_NAME = 127

// What a dump tells and no request sets is let through: what was listed can be added again.
const TOLD = {
  flags: true,
  operstate: true,
  linkType: true,
  permAddress: true,
  slaveKind: true,
  qdisc: true,
  promiscuity: true,
  allmulti: true,
  minMtu: true,
  maxMtu: true,
  tsoMaxSize: true,
  tsoMaxSegs: true,
  carrier: true,
  carrierChanges: true,
  carrierUpCount: true,
  carrierDownCount: true,
  protoDown: true,
  parentDev: true,
  parentBus: true,
  physPortName: true,
  physPortId: true,
  physSwitchId: true,
  stats: true,
  warning: true,
} as const satisfies Partial<Record<keyof LinkInfo, true>>

const SPEC_FIELDS = {
  ...NEW_SETTINGS,
  ...TOLD,
  dev: true,
  ifindex: true,
  kind: true,
  options: true,
  link: true,
  linkIndex: true,
  linkNetnsid: true,
  master: true,
  netns: true,
  alias: true,
  altNames: true,
} as const

const CHANGE_FIELDS = {
  ...SETTINGS,
  name: true,
  kind: true,
  options: true,
  master: true,
  netns: true,
  alias: true,
  carrier: true,
} as const

/** Indexes of the devices that a request names. */
export interface Related {
  link?: number | undefined
  master?: number | undefined
}

/** Part of a message that is checked, and only has to be written. */
export interface Prepared extends WireSettings {
  /** ifi_index: the device to change, or the index of the one to make. 0 for none. */
  index: number
  /** What the request does not do: it takes others. */
  afterwards: Afterwards[]
  /** The request's IFLA_IFALIAS. */
  alias?: Uint8Array
}

/**
 * Checks a link that is to be made.
 * @throws OptionError for what the kernel would refuse or ignore
 */
export function prepareSpec(spec: LinkSpec): Prepared {
  checkFields(spec, SPEC_FIELDS, 'link')
  const { attrs, ...header } = settingsToWire(spec, '')
  attrs.ifname = checkNewName(spec.dev, 'dev')
  const kind = linkKind(checkKind(spec.kind, 'kind'))
  checkPlace(spec, kind)
  if (spec.netns !== undefined) refuseElsewhere(spec)
  for (const [i, name] of (spec.altNames ?? []).entries()) checkAltName(name, `altNames[${i}]`)
  if (spec.alias !== undefined) aliasBytes(spec.alias, 'alias')
  const index = spec.ifindex === undefined ? 0 : checkInteger(spec.ifindex, 'ifindex', 1, HIGHEST_INDEX)
  const afterwards = kind?.afterwards?.(spec.options ?? {}, 'options') ?? []
  return { ...header, attrs, index, afterwards }
}

// Of these the first is looked up in the other namespace, where its name is not known here; the
// others take a second request, which would not find the device.
function refuseElsewhere(spec: LinkSpec): void {
  for (const name of ['master', 'alias', 'altNames'] as const) {
    const value = spec[name]
    if (value === undefined) continue
    const expected = 'nothing together with netns: set it with a client in that network namespace'
    throw new OptionError({ path: name, expected, received: value })
  }
}

function checkPlace(spec: LinkSpec, kind: LinkKind | undefined): void {
  const { link, linkIndex, linkNetnsid } = spec
  if (kind === undefined || kind.link === 'peer') return
  if (kind.link === undefined && (link !== undefined || linkIndex !== undefined)) {
    const expected = `nothing, as no device is below one of kind ${kind.kind}`
    throw new OptionError({ path: 'link', expected, received: link ?? linkIndex })
  }
  if (kind.link !== 'below' || link !== undefined) return
  if (linkIndex !== undefined && linkNetnsid !== undefined) return
  throw new OptionError({ path: 'link', expected: 'the name of the device below', received: link })
}

function checkAltName(name: unknown, path: string): void {
  const isName = typeof name === 'string' && name !== '' && !/[\s/:%\0]/.test(name)
  if (isName && Buffer.byteLength(name) <= LONGEST_ALT_NAME) return
  const expected = `a name of 1 to ${LONGEST_ALT_NAME} bytes, without blanks, '/', ':' and '%'`
  throw new OptionError({ path, expected, received: name })
}

/**
 * Checks what is to be changed of a link.
 * @throws OptionError for what the kernel would refuse or ignore
 */
export function prepareChanges(changes: LinkChanges): Prepared {
  checkFields(changes, CHANGE_FIELDS, 'changes')
  const { attrs, ...header } = settingsToWire(changes, '')
  const prepared: Prepared = { ...header, attrs, index: 0, afterwards: [] }
  if (changes.name !== undefined) attrs.ifname = checkNewName(changes.name, 'name')
  if (changes.carrier !== undefined) attrs.carrier = checkFlag(changes.carrier, 'carrier') ? 1 : 0
  if (changes.alias !== undefined) prepared.alias = aliasBytes(changes.alias, 'alias')
  if (changes.netns !== undefined && typeof changes.master === 'string') {
    const expected = 'nothing together with netns: set it with a client in that network namespace'
    throw new OptionError({ path: 'master', expected, received: changes.master })
  }
  if (changes.options !== undefined && changes.kind === undefined) {
    throw new OptionError({ path: 'kind', expected: 'the kind of the options', received: undefined })
  }
  return prepared
}

/** Writes a link that is to be made. */
export function writeSpec(
  w: Writer,
  spec: LinkSpec,
  prepared: Prepared,
  related: Related,
  ctx: LinkContext,
): void {
  const attrs: LinkAttrs = { ...prepared.attrs }
  const descriptor = linkKind(spec.kind)
  if (descriptor?.link !== 'peer') {
    attrs.link = related.link ?? spec.linkIndex
    attrs.linkNetnsid = spec.link === undefined ? spec.linkNetnsid : undefined
  }
  attrs.master = related.master
  if (spec.netns !== undefined) Object.assign(attrs, ctx.namespace(spec.netns))
  writeHeader(w, prepared)
  encodeLinkAttrs(w, attrs)
  writeKind(w, spec.kind, codecFor(descriptor?.options, spec.options), spec.options, ctx)
}

/** Writes what is to be changed of a link. */
export function writeChanges(
  w: Writer,
  changes: LinkChanges,
  prepared: Prepared,
  related: Related,
  ctx: LinkContext,
): void {
  const attrs: LinkAttrs = { ...prepared.attrs, master: changes.master === null ? 0 : related.master }
  if (changes.netns !== undefined) Object.assign(attrs, ctx.namespace(changes.netns))
  writeHeader(w, prepared)
  encodeLinkAttrs(w, attrs)
  if (prepared.alias !== undefined) w.binary(IFLA_IFALIAS, prepared.alias)
  if (changes.kind === undefined) return
  const descriptor = linkKind(changes.kind)
  if (descriptor !== undefined && descriptor.changes === undefined) {
    const expected = `nothing, as ${changes.kind} has no options that can be changed`
    throw new OptionError({ path: 'options', expected, received: changes.options })
  }
  writeKind(w, changes.kind, codecFor(descriptor?.changes, changes.options), changes.options, ctx)
}

function writeHeader(w: Writer, { index, flags, change }: Prepared): void {
  encodeIfinfomsg(w, w.reserve(IFINFOMSG_SIZE), { family: 0, type: 0, index, flags, change })
}

// Bytes of a kind that nobody described go back as they came.
function codecFor(codec: LinkCodec<unknown, unknown> | undefined, options: unknown) {
  const raw = typeof options === 'object' && options !== null && 'raw' in options
  return codec === undefined || raw ? (rawOptions as LinkCodec<unknown, unknown>) : codec
}

function writeKind(
  w: Writer,
  kind: string,
  codec: LinkCodec<unknown, unknown>,
  options: unknown,
  ctx: LinkContext,
): void {
  const info = w.nest(IFLA_LINKINFO)
  w.string(IFLA_INFO_KIND, kind)
  const before = w.length
  codec.write(w, IFLA_INFO_DATA, options ?? {}, ctx)
  // A nest without an attribute says nothing.
  if (w.length === before + NLA_HDRLEN) w.length = before
  w.end(info)
}
