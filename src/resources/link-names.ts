// Names that `ip` gives to the flags, states and hardware types of devices.

import {
  IFF_ALLMULTI,
  IFF_AUTOMEDIA,
  IFF_BROADCAST,
  IFF_DEBUG,
  IFF_DORMANT,
  IFF_DYNAMIC,
  IFF_ECHO,
  IFF_LOOPBACK,
  IFF_LOWER_UP,
  IFF_MASTER,
  IFF_MULTICAST,
  IFF_NOARP,
  IFF_NOTRAILERS,
  IFF_POINTOPOINT,
  IFF_PORTSEL,
  IFF_PROMISC,
  IFF_RUNNING,
  IFF_SLAVE,
  IFF_UP,
} from '../generated/link/constants.ts'

/** In the order in which `ip` prints them. */
const FLAGS: readonly (readonly [number, string])[] = [
  [IFF_LOOPBACK, 'LOOPBACK'],
  [IFF_BROADCAST, 'BROADCAST'],
  [IFF_POINTOPOINT, 'POINTOPOINT'],
  [IFF_MULTICAST, 'MULTICAST'],
  [IFF_NOARP, 'NOARP'],
  [IFF_ALLMULTI, 'ALLMULTI'],
  [IFF_PROMISC, 'PROMISC'],
  [IFF_MASTER, 'MASTER'],
  [IFF_SLAVE, 'SLAVE'],
  [IFF_DEBUG, 'DEBUG'],
  [IFF_DYNAMIC, 'DYNAMIC'],
  [IFF_AUTOMEDIA, 'AUTOMEDIA'],
  [IFF_PORTSEL, 'PORTSEL'],
  [IFF_NOTRAILERS, 'NOTRAILERS'],
  [IFF_UP, 'UP'],
  [IFF_LOWER_UP, 'LOWER_UP'],
  [IFF_DORMANT, 'DORMANT'],
  [IFF_ECHO, 'ECHO'],
]

/**
 * The names of flags. As `ip` has it, `RUNNING` is told by its absence only: a device that is up
 * without it is `NO-CARRIER`. Bits without a name come last, as one hexadecimal number.
 */
export function flagNames(flags: number): string[] {
  const names = FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name)
  if ((flags & IFF_UP) !== 0 && (flags & IFF_RUNNING) === 0) names.unshift('NO-CARRIER')
  const named = FLAGS.reduce((all, [bit]) => all | bit, IFF_RUNNING)
  const rest = (flags & ~named) >>> 0
  if (rest !== 0) names.push(rest.toString(16))
  return names
}

/** Operational states of RFC 2863. */
export const OPERSTATES = [
  'UNKNOWN',
  'NOTPRESENT',
  'DOWN',
  'LOWERLAYERDOWN',
  'TESTING',
  'DORMANT',
  'UP',
] as const

/** An operational state (RFC 2863). */
export type Operstate = (typeof OPERSTATES)[number]

/** What a carrier makes of a device. */
export const LINKMODES = ['DEFAULT', 'DORMANT', 'TESTING'] as const

/** What a carrier makes of a device: `UP`, or dormant or testing until someone says up. */
export type Linkmode = (typeof LINKMODES)[number]

/** ARPHRD_* of linux/if_arp.h, those that devices with qdiscs have most. */
const LINK_TYPES: Readonly<Record<number, string>> = {
  1: 'ether',
  32: 'infiniband',
  256: 'slip',
  280: 'can',
  512: 'ppp',
  768: 'ipip',
  769: 'tunnel6',
  772: 'loopback',
  776: 'sit',
  778: 'gre',
  801: 'ieee802.11',
  803: 'ieee802.11/radiotap',
  804: 'ieee802.15.4',
  823: 'gre6',
  824: 'netlink',
  65534: 'none',
}

/** Hardware types whose addresses are those of the internet protocol. */
const IP_TYPES: ReadonlySet<number> = new Set([768, 769, 776, 778, 823])

/** The name of a hardware type, or its number in brackets, as `ip` prints it. */
export function linkTypeName(type: number): string {
  return LINK_TYPES[type] ?? `[${type}]`
}

/** Whether hardware addresses of this type are IP addresses, as those of tunnels are. */
export function hasIpAddresses(type: number): boolean {
  return IP_TYPES.has(type)
}
