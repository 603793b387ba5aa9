// IP addresses of devices between the user's form and their messages.

import {
  type AddrAttrs,
  addrAttrsNames,
  decodeAddrAttrs,
  decodeIfaddrmsg,
  encodeAddrAttrs,
  encodeIfaddrmsg,
  IFADDRMSG_SIZE,
} from '../generated/addr/common.ts'
import {
  IFA_F_DADFAILED,
  IFA_F_DEPRECATED,
  IFA_F_HOMEADDRESS,
  IFA_F_MANAGETEMPADDR,
  IFA_F_MCAUTOJOIN,
  IFA_F_NODAD,
  IFA_F_NOPREFIXROUTE,
  IFA_F_OPTIMISTIC,
  IFA_F_PERMANENT,
  IFA_F_SECONDARY,
  IFA_F_STABLE_PRIVACY,
  IFA_F_TENTATIVE,
  RT_SCOPE_HOST,
  RT_SCOPE_LINK,
  RT_SCOPE_NOWHERE,
  RT_SCOPE_SITE,
  RT_SCOPE_UNIVERSE,
} from '../generated/addr/constants.ts'
import { checkFields } from '../kinds/fields.ts'
import type { Explain } from '../socket/request.ts'
import { formatIp, parseIp, parseIpPrefix } from '../units/address.ts'
import { checkFlag, checkInteger } from '../units/integer.ts'
import { type Duration, timeToMicroseconds } from '../units/time.ts'
import { align4 } from '../wire/attribute.ts'
import { OptionError } from '../wire/errors.ts'
import type { Message } from '../wire/message.ts'
import { byteLength } from '../wire/text.ts'
import type { Writer } from '../wire/writer.ts'
import type { Address, AddressSpec } from './address-types.ts'
import type { Decoding } from './decode-context.ts'
import { diagnose } from './diagnose.ts'

/** Names for messages about addresses. */
export const EXPLAIN_ADDRESS: Explain = { headerSize: IFADDRMSG_SIZE, names: addrAttrsNames, diagnose }

const AF_INET = 2
const AF_INET6 = 10
const LOOPBACK_NET = 127
const LONGEST_LABEL = 15
const MAX_U8 = 0xff
const MAX_U32 = 0xffff_ffff
/** IFA_CACHEINFO counts seconds, and this many are for ever. */
const FOREVER = 0xffff_ffff
const MS_A_SECOND = 1000

const SCOPES: readonly (readonly [string, number])[] = [
  ['global', RT_SCOPE_UNIVERSE],
  ['site', RT_SCOPE_SITE],
  ['link', RT_SCOPE_LINK],
  ['host', RT_SCOPE_HOST],
  ['nowhere', RT_SCOPE_NOWHERE],
]

/** Flags that can be asked for. */
const ASKED = {
  home: IFA_F_HOMEADDRESS,
  mngtmpaddr: IFA_F_MANAGETEMPADDR,
  nodad: IFA_F_NODAD,
  optimistic: IFA_F_OPTIMISTIC,
  noprefixroute: IFA_F_NOPREFIXROUTE,
  autojoin: IFA_F_MCAUTOJOIN,
} as const

/** Flags that only the kernel sets. Bit 0 has another name for each family. */
const TOLD = {
  deprecated: IFA_F_DEPRECATED,
  tentative: IFA_F_TENTATIVE,
  dadfailed: IFA_F_DADFAILED,
  stablePrivacy: IFA_F_STABLE_PRIVACY,
} as const

const FIELDS = {
  dev: true,
  ifindex: true,
  address: true,
  peer: true,
  broadcast: true,
  label: true,
  scope: true,
  validLft: true,
  preferredLft: true,
  metric: true,
  proto: true,
  home: true,
  mngtmpaddr: true,
  nodad: true,
  optimistic: true,
  noprefixroute: true,
  autojoin: true,
  // Told by dumps only, and let through: what was listed can be added again.
  family: true,
  secondary: true,
  temporary: true,
  deprecated: true,
  tentative: true,
  dadfailed: true,
  stablePrivacy: true,
  dynamic: true,
  warning: true,
} as const

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** An address in the kernel's form. */
export interface WireAddress {
  family: number
  prefixlen: number
  scope: number
  attrs: AddrAttrs
}

/** The number of an address family by its name in `ip`. */
export function familyNumber(family: unknown): number {
  if (family === 'inet') return AF_INET
  if (family === 'inet6') return AF_INET6
  if (family === undefined) return 0
  throw new OptionError({ path: 'family', expected: "'inet' or 'inet6'", received: family })
}

/**
 * An address that is to be made.
 * @throws OptionError for what the kernel would refuse or ignore
 */
export function addressToWire(spec: AddressSpec): WireAddress {
  checkFields(spec, FIELDS, 'address')
  const wire = placeToWire(spec)
  const isInet = wire.family === AF_INET
  const { attrs } = wire
  if (spec.broadcast !== undefined) {
    if (!isInet) refuseInet6('broadcast', spec.broadcast)
    attrs.broadcast = parseIp(spec.broadcast, 'ipv4', 'broadcast')
  }
  if (spec.label !== undefined) {
    if (!isInet) refuseInet6('label', spec.label)
    attrs.label = checkLabel(spec.label)
  }
  if (spec.metric !== undefined) attrs.rtPriority = checkInteger(spec.metric, 'metric', 0, MAX_U32)
  if (spec.proto !== undefined) attrs.proto = checkInteger(spec.proto, 'proto', 0, MAX_U8)
  if (spec.scope !== undefined) wire.scope = parseScope(spec.scope)
  lifetimesToWire(attrs, spec)
  if (spec.autojoin && !isMulticast(attrs.local)) {
    const expected = 'nothing, as the address is none of multicast'
    throw new OptionError({ path: 'autojoin', expected, received: spec.autojoin })
  }
  const flags = flagsToWire(spec)
  if (flags !== 0) attrs.flags = flags
  return wire
}

/** Which address is meant: itself, the length of its prefix, and its peer. */
export function placeToWire(spec: Pick<AddressSpec, 'address' | 'peer'>): WireAddress {
  const own = parseIpPrefix(spec.address, undefined, 'address')
  const prefix = checkPrefix(own.prefix, spec.address, 'address')
  const family = own.family === 'ipv4' ? AF_INET : AF_INET6
  const isLoopback = family === AF_INET && own.address[0] === LOOPBACK_NET
  const scope = isLoopback ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE
  const attrs: AddrAttrs = { local: own.address, address: own.address }
  if (spec.peer === undefined) return { family, prefixlen: prefix, scope, attrs }
  const peer = parseIpPrefix(spec.peer, own.family, 'peer')
  attrs.address = peer.address
  const prefixlen = checkPrefix(peer.prefix, spec.peer, 'peer')
  if (spec.address.includes('/') && prefix !== prefixlen) {
    const expected = 'no prefix together with a peer: the prefix is that of the peer'
    throw new OptionError({ path: 'address', expected, received: spec.address })
  }
  return { family, prefixlen, scope, attrs }
}

function checkPrefix(prefix: number | undefined, received: string, path: string): number {
  if (prefix !== undefined) return prefix
  throw new OptionError({ path, expected: 'a prefix, not a mask with holes', received })
}

function refuseInet6(path: string, received: unknown): never {
  throw new OptionError({ path, expected: 'nothing, as the address is an IPv6 one', received })
}

function checkLabel(label: unknown): string {
  if (typeof label === 'string' && label !== '' && byteLength(label) <= LONGEST_LABEL) return label
  throw new OptionError({ path: 'label', expected: `text of 1 to ${LONGEST_LABEL} bytes`, received: label })
}

function parseScope(scope: unknown): number {
  const named = SCOPES.find(([name]) => name === scope)
  if (named !== undefined) return named[1]
  if (typeof scope === 'number') return checkInteger(scope, 'scope', 0, MAX_U8)
  const names = SCOPES.map(([name]) => `'${name}'`).join(', ')
  throw new OptionError({ path: 'scope', expected: `one of ${names}, or a number`, received: scope })
}

function lifetimesToWire(attrs: AddrAttrs, { validLft, preferredLft }: AddressSpec): void {
  if (validLft === undefined && preferredLft === undefined) return
  const valid = toSeconds(validLft, 'validLft')
  const prefered = toSeconds(preferredLft ?? validLft, 'preferredLft')
  if (valid === 0) {
    throw new OptionError({ path: 'validLft', expected: 'a time above 0', received: validLft })
  }
  if (prefered > valid) {
    const expected = 'no longer time than validLft'
    throw new OptionError({ path: 'preferredLft', expected, received: preferredLft })
  }
  attrs.cacheinfo = { prefered, valid, cstamp: 0, tstamp: 0 }
}

function toSeconds(time: Duration | undefined, path: string): number {
  if (time === undefined || time === Number.POSITIVE_INFINITY) return FOREVER
  const seconds = timeToMicroseconds(time, path, { max: (FOREVER - 1) * 1e6 }) / 1e6
  if (Number.isInteger(seconds)) return seconds
  throw new OptionError({ path, expected: 'whole seconds, in milliseconds', received: time })
}

// 224.0.0.0/4 and ff00::/8.
function isMulticast(address: Uint8Array | undefined): boolean {
  const first = address?.[0] ?? 0
  return address?.length === 4 ? first >> 4 === 0xe : first === 0xff
}

function flagsToWire(spec: AddressSpec): number {
  let flags = 0
  for (const name of keysOf(ASKED)) {
    const value = spec[name]
    if (value !== undefined && checkFlag(value, name)) flags |= ASKED[name]
  }
  return flags
}

/** Writes an address. */
export function writeAddressMessage(w: Writer, index: number, wire: WireAddress): void {
  const { family, prefixlen, scope, attrs } = wire
  const { flags = 0 } = attrs
  encodeIfaddrmsg(w, w.reserve(IFADDRMSG_SIZE), { family, prefixlen, flags: flags & MAX_U8, scope, index })
  // The header has room for the first eight flags.
  encodeAddrAttrs(w, flags > MAX_U8 ? attrs : { ...attrs, flags: undefined })
}

/** Writes a question for the addresses of a family, or of all, on a device, or on all. */
export function writeAddressQuestion(w: Writer, family: number, index: number): void {
  encodeIfaddrmsg(w, w.reserve(IFADDRMSG_SIZE), { family, prefixlen: 0, flags: 0, scope: 0, index })
}

/** Reads an address; `undefined` where it is of no family that has any. */
export function readAddressMessage(message: Message, decoding: Decoding): Address | undefined {
  const header = decodeIfaddrmsg(message.reader, message.at, message.end)
  const family = header.family === AF_INET ? 'inet' : header.family === AF_INET6 ? 'inet6' : undefined
  if (family === undefined) return undefined
  const attrs = decodeAddrAttrs(message.reader, message.at + align4(IFADDRMSG_SIZE), message.end)
  const scope = SCOPES.find(([, number]) => number === header.scope)?.[0] ?? header.scope
  const address: Address = {
    dev: '',
    ifindex: header.index,
    family,
    ...addressesOf(attrs, header.prefixlen),
    scope: scope as Address['scope'],
  }
  decoding.nameDevice(header.index, address)
  if (attrs.broadcast !== undefined) address.broadcast = formatIp(attrs.broadcast)
  if (attrs.label !== undefined) address.label = attrs.label
  if (attrs.rtPriority !== undefined) address.metric = attrs.rtPriority
  if (attrs.proto !== undefined) address.proto = attrs.proto
  readFlags(address, attrs.flags ?? header.flags)
  readLifetimes(address, attrs)
  if (attrs.unknown !== undefined) address.unknown = attrs.unknown
  return address
}

// IPv6 leaves IFA_LOCAL out where there is no peer; IPv4 gives the same address twice.
function addressesOf(attrs: AddrAttrs, prefixlen: number): { address: string; peer?: string } {
  const far = attrs.address ?? attrs.local ?? new Uint8Array(4)
  const own = attrs.local ?? far
  const [text, farText] = [formatIp(own), formatIp(far)]
  if (text === farText) return { address: `${text}/${prefixlen}` }
  return { address: text, peer: `${farText}/${prefixlen}` }
}

function readFlags(address: Address, flags: number): void {
  for (const name of keysOf(ASKED)) if ((flags & ASKED[name]) !== 0) address[name] = true
  for (const name of keysOf(TOLD)) if ((flags & TOLD[name]) !== 0) address[name] = true
  if ((flags & IFA_F_SECONDARY) !== 0) address[address.family === 'inet' ? 'secondary' : 'temporary'] = true
  if ((flags & IFA_F_PERMANENT) === 0) address.dynamic = true
}

function readLifetimes(address: Address, { cacheinfo }: AddrAttrs): void {
  if (cacheinfo === undefined) return
  if (cacheinfo.valid !== FOREVER) address.validLft = cacheinfo.valid * MS_A_SECOND
  if (cacheinfo.prefered !== FOREVER) address.preferredLft = cacheinfo.prefered * MS_A_SECOND
}
