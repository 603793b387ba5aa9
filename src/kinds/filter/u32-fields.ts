// The fields of headers that u32 knows by name, and where they are: tc-u32(8), with the positions of
// iproute2's tc/f_u32.c. Those of TCP, UDP and ICMP count from the next header, all others from the
// network header.

import type { IpFamily } from '../../units/address.ts'

/** What stands at a place in a header, and how it is written. */
export type Field =
  | { readonly form: 'number'; readonly bits: 8 | 16 | 32; readonly at: number; readonly nexthdr?: true }
  /** Four bits into a word, so that no whole byte holds it. */
  | { readonly form: 'class'; readonly at: number }
  | { readonly form: 'address'; readonly family: IpFamily; readonly at: number }
  | { readonly form: 'mac'; readonly at: number }
  | { readonly form: 'bits'; readonly value: number; readonly mask: number; readonly at: number }

const number = (bits: 8 | 16 | 32, at: number): Field => ({ form: 'number', bits, at })
const inNext = (bits: 8 | 16, at: number): Field => ({ form: 'number', bits, at, nexthdr: true })
const address = (family: IpFamily, at: number): Field => ({ form: 'address', family, at })
/** The fragment word of IPv4: 3 bits of flags, 13 bits of offset. */
const fragment = (value: number, mask: number): Field => ({ form: 'bits', value, mask, at: 4 })

const PORTS = { src: inNext(16, 0), dst: inNext(16, 2) } as const
const TOS = number(8, 1)

/** Fields of headers by the two words of tc-u32(8). */
export const HEADER_FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ip: {
    src: address('ipv4', 12),
    dst: address('ipv4', 16),
    tos: TOS,
    dsfield: TOS,
    precedence: TOS,
    ihl: number(8, 0),
    protocol: number(8, 9),
    nofrag: fragment(0, 0x3fff),
    firstfrag: fragment(0x2000, 0x3fff),
    df: fragment(0x4000, 0x4000),
    mf: fragment(0x2000, 0x2000),
    sport: number(16, 20),
    dport: number(16, 22),
    icmp_type: number(8, 20),
    icmp_code: number(8, 21),
  },
  ip6: {
    src: address('ipv6', 8),
    dst: address('ipv6', 24),
    priority: { form: 'class', at: 0 },
    flowlabel: number(32, 0),
    protocol: number(8, 6),
    sport: number(16, 40),
    dport: number(16, 42),
    icmp_type: number(8, 40),
    icmp_code: number(8, 41),
  },
  tcp: PORTS,
  udp: PORTS,
  icmp: { type: inNext(8, 0), code: inNext(8, 1) },
  ether: { src: { form: 'mac', at: -8 }, dst: { form: 'mac', at: -14 } },
}

/** Bits at a place that the text tells, by the word for their number. */
export const BARE_FIELDS: Readonly<Record<string, Field>> = {
  u32: number(32, 0),
  u16: number(16, 0),
  u8: number(8, 0),
}
