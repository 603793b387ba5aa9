// Link-layer protocols: tc's names for the numbers of linux/if_ether.h (iproute2 lib/ll_proto.c).
// Numbers are in host order here; the wire has them in network order, even in tcm_info.

import { OptionError } from '../wire/errors.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import { wholeUnsigned } from './number_text.ts'

/** A protocol: tc's name in any case (`'ip'`, `'802.1q'`, `'all'`), or a number, also as text (`'0x800'`). */
export type Protocol = number | string

/** ETH_P_ALL: every packet. */
export const ETH_P_ALL = 0x0003
/** ETH_P_IP. */
export const ETH_P_IP = 0x0800
/** ETH_P_IPV6. */
export const ETH_P_IPV6 = 0x86dd

/** The ETH_P_ constants that have a name. Of two names for a number, the first is the one tc prints. */
const NAMED: ReadonlyArray<readonly [string, number]> = [
  ['loop', 0x0060],
  ['pup', 0x0200],
  ['pupat', 0x0201],
  ['ip', ETH_P_IP],
  ['x25', 0x0805],
  ['arp', 0x0806],
  ['bpq', 0x08ff],
  ['ieeepup', 0x0a00],
  ['ieeepupat', 0x0a01],
  ['dec', 0x6000],
  ['dna_dl', 0x6001],
  ['dna_rc', 0x6002],
  ['dna_rt', 0x6003],
  ['lat', 0x6004],
  ['diag', 0x6005],
  ['cust', 0x6006],
  ['sca', 0x6007],
  ['rarp', 0x8035],
  ['atalk', 0x809b],
  ['aarp', 0x80f3],
  ['ipx', 0x8137],
  ['ipv6', ETH_P_IPV6],
  ['ppp_disc', 0x8863],
  ['ppp_ses', 0x8864],
  ['atmmpoa', 0x884c],
  ['atmfate', 0x8884],
  ['802_3', 0x0001],
  ['ax25', 0x0002],
  ['all', ETH_P_ALL],
  ['802_2', 0x0004],
  ['snap', 0x0005],
  ['ddcmp', 0x0006],
  ['wan_ppp', 0x0007],
  ['ppp_mp', 0x0008],
  ['localtalk', 0x0009],
  ['can', 0x000c],
  ['ppptalk', 0x0010],
  ['tr_802_2', 0x0011],
  ['mobitex', 0x0015],
  ['control', 0x0016],
  ['irda', 0x0017],
  ['econet', 0x0018],
  ['tipc', 0x88ca],
  ['profinet', 0x8892],
  ['aoe', 0x88a2],
  ['ethercat', 0x88a4],
  ['802.1Q', 0x8100],
  ['802.1ad', 0x88a8],
  ['mpls_uc', 0x8847],
  ['mpls_mc', 0x8848],
  ['teb', 0x6558],
  ['LLDP', 0x88cc],
  ['ipv4', ETH_P_IP],
]

const NUMBERS = new Map(NAMED.map(([name, number]) => [name.toLowerCase(), number]))
const NAMES = new Map([...NAMED].reverse().map(([name, number]) => [number, name]))

/**
 * A protocol as its number in host order.
 *
 * @throws OptionError for unknown names and for numbers above ffff.
 */
export function parseProtocol(value: Protocol, path: string): number {
  const number =
    typeof value === 'string' ? (NUMBERS.get(value.toLowerCase()) ?? wholeUnsigned(value, 0)) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0xffff) {
    return number + 0
  }
  const expected = "a protocol such as 'ip', 'ipv6', 'arp', '802.1q' or 'all', or its number up to 0xffff"
  throw new OptionError({ path, expected, received: value })
}

/** A protocol by tc's name, or as `0x` and four digits; {@link parseProtocol} reads both. */
export function formatProtocol(number: number): string {
  return NAMES.get(number) ?? `0x${number.toString(16).padStart(4, '0')}`
}

/**
 * Sixteen bits such that writing them in the machine's own order puts them on the wire in network
 * order: the protocol in the low half of tcm_info. Its own inverse.
 */
export function toBigEndian16(number: number): number {
  return LITTLE_ENDIAN ? ((number & 0xff) << 8) | ((number >>> 8) & 0xff) : number
}
