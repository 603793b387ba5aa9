// Addresses: IPv4, IPv6 and MAC text <-> bytes, with a prefix length or a mask behind a slash.
// Only the full forms: no octal, hexadecimal or shortened IPv4, and no IPv6 zones.

import ipaddr from 'ipaddr.js'
import { OptionError } from '../wire/errors.ts'

/** An internet address family. */
export type IpFamily = 'ipv4' | 'ipv6'

/** An address with its mask. */
export interface IpPrefix {
  family: IpFamily
  /** 4 or 16 bytes, as given: bits outside the mask are kept. */
  address: Uint8Array
  /** As long as the address. */
  mask: Uint8Array
  /** The length of the prefix; missing where the mask has holes. */
  prefix?: number
}

/** A MAC address with its mask, 6 bytes each. */
export interface MacPrefix {
  address: Uint8Array
  mask: Uint8Array
}

const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${BYTE}\\.${BYTE}\\.${BYTE}\\.${BYTE}$`)
const IPV4_AT_END = /[^:]+\.[^:]*$/
const MAC = /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i
const LENGTH = /^(0|[1-9]\d{0,2})$/

/** The bytes of an address, or undefined. */
function ipBytes(text: string, family: IpFamily | undefined): Uint8Array | undefined {
  if (!text.includes(':')) {
    return family !== 'ipv6' && IPV4.test(text) ? Uint8Array.from(text.split('.'), Number) : undefined
  }
  const quad = IPV4_AT_END.exec(text)?.[0]
  if (family === 'ipv4' || (quad !== undefined && !IPV4.test(quad))) return undefined
  // ipaddr.js takes ::192.0.2.1 for ::ffff:192.0.2.1, so it gets no dots to see.
  const plain = quad === undefined ? text : text.replace(IPV4_AT_END, asGroups(quad))
  if (!/^[0-9a-f:]+$/i.test(plain) || !ipaddr.IPv6.isValid(plain)) return undefined
  return Uint8Array.from(ipaddr.IPv6.parse(plain).toByteArray())
}

/** Four decimal bytes as the two hexadecimal groups that they are in an IPv6 address. */
function asGroups(quad: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/**
 * The 4 or 16 bytes of an address.
 *
 * @param family the only family that will do; either if undefined.
 * @throws OptionError for anything but a full address of that family.
 */
export function parseIp(text: string, family: IpFamily | undefined, path: string): Uint8Array {
  const bytes = typeof text === 'string' ? ipBytes(text, family) : undefined
  if (bytes !== undefined) return bytes
  throw new OptionError({ path, expected: addressWords(family), received: text })
}

function addressWords(family: IpFamily | undefined): string {
  if (family === undefined) return 'an IPv4 or IPv6 address in full'
  return family === 'ipv4' ? 'an IPv4 address in full, such as 192.0.2.1' : 'an IPv6 address'
}

/**
 * An address with an optional `/prefix` or `/mask`: `192.0.2.0/24`, `192.0.2.0/255.255.255.0`,
 * `2001:db8::/32`.
 * Without either, every bit counts. Masks may have holes.
 *
 * @param family the only family that will do; either if undefined.
 * @throws OptionError for malformed addresses, masks of another family, and prefixes that are too long.
 */
export function parseIpPrefix(text: string, family: IpFamily | undefined, path: string): IpPrefix {
  const [before = '', behind, more] = typeof text === 'string' ? text.split('/') : []
  const address = more === undefined ? ipBytes(before, family) : undefined
  const mask = address === undefined ? undefined : ipMask(behind, address.length)
  if (address === undefined || mask === undefined) {
    const expected = `${addressWords(family)}, with a /prefix or /mask if need be`
    throw new OptionError({ path, expected, received: text })
  }
  const prefix = prefixOf(mask)
  const found = address.length === 4 ? 'ipv4' : 'ipv6'
  return { family: found, address, mask, ...(prefix === undefined ? {} : { prefix }) }
}

function ipMask(text: string | undefined, length: number): Uint8Array | undefined {
  if (text === undefined) return maskOf(length * 8, length)
  if (LENGTH.test(text)) return maskOf(Number(text), length)
  return ipBytes(text, length === 4 ? 'ipv4' : 'ipv6')
}

/** A mask of so many leading ones; undefined if there are more of them than bits. */
function maskOf(prefix: number, length: number): Uint8Array | undefined {
  if (prefix > length * 8) return undefined
  return Uint8Array.from({ length }, (_, i) => (0xff00 >> Math.min(8, Math.max(0, prefix - i * 8))) & 0xff)
}

/** How many ones a mask starts with, if nothing but zeros follows. */
function prefixOf(mask: Uint8Array): number | undefined {
  const bits = Array.from(mask, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const zero = bits.indexOf('0')
  if (zero < 0) return bits.length
  return bits.includes('1', zero) ? undefined : zero
}

/** The text of an address of 4 or 16 bytes, IPv6 in its shortest form (RFC 5952). */
export function formatIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const address = new ipaddr.IPv6([...bytes])
  return address.isIPv4MappedAddress() ? `::ffff:${bytes.slice(12).join('.')}` : address.toString()
}

/** An address with its mask: `/prefix` where the mask has no holes, and nothing where every bit counts. */
export function formatIpPrefix(address: Uint8Array, mask: Uint8Array): string {
  const prefix = prefixOf(mask)
  if (prefix === mask.length * 8) return formatIp(address)
  return `${formatIp(address)}/${prefix ?? formatIp(mask)}`
}

/** The six bytes of a MAC address, or undefined. */
function macBytes(text: string): Uint8Array | undefined {
  return MAC.test(text) ? Uint8Array.from(text.split(':'), (part) => Number.parseInt(part, 16)) : undefined
}

/**
 * The six bytes of a MAC address, `02:00:00:00:00:01`.
 *
 * @throws OptionError for anything else.
 */
export function parseMac(text: string, path: string): Uint8Array {
  const bytes = typeof text === 'string' ? macBytes(text) : undefined
  if (bytes !== undefined) return bytes
  throw new OptionError({ path, expected: 'a MAC address such as 02:00:00:00:00:01', received: text })
}

/**
 * A MAC address with an optional `/mask` or number of leading bits: `02:00:00:00:00:00/24`.
 * Without either, every bit counts.
 *
 * @throws OptionError for malformed addresses and masks.
 */
export function parseMacPrefix(text: string, path: string): MacPrefix {
  const [before = '', behind, more] = typeof text === 'string' ? text.split('/') : []
  const address = more === undefined ? macBytes(before) : undefined
  const mask =
    behind === undefined || LENGTH.test(behind) ? maskOf(Number(behind ?? 48), 6) : macBytes(behind)
  if (address !== undefined && mask !== undefined) return { address, mask }
  const expected = 'a MAC address such as 02:00:00:00:00:01, with a /mask or number of bits if need be'
  throw new OptionError({ path, expected, received: text })
}

/** The text of a MAC address of six bytes. */
export function formatMac(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':')
}

/** A MAC address with its mask: as a number of bits where the mask has no holes, as tc-flower prints it. */
export function formatMacPrefix(address: Uint8Array, mask: Uint8Array): string {
  const prefix = prefixOf(mask)
  if (prefix === mask.length * 8) return formatMac(address)
  return `${formatMac(address)}/${prefix ?? formatMac(mask)}`
}
