// What can be set on a device of any kind, when it is made and later, between the user's form and
// attributes of a link message.

import type { LinkAttrs } from '../generated/link/common.ts'
import {
  IFF_ALLMULTI,
  IFF_DYNAMIC,
  IFF_MULTICAST,
  IFF_NOARP,
  IFF_PROMISC,
  IFF_UP,
} from '../generated/link/constants.ts'
import { formatMac, parseMac } from '../units/address.ts'
import { checkInterfaceName } from '../units/ifname.ts'
import { checkFlag, checkInteger, checkOneOf } from '../units/integer.ts'
import { OptionError } from '../wire/errors.ts'
import { LINKMODES, type Linkmode } from './link-names.ts'

/** Settings of a device of any kind. */
export interface LinkSettings {
  /** Bring it up or down. @uapi IFF_UP */
  up?: boolean | undefined
  /** Largest packet. @unit byte @uapi IFLA_MTU */
  mtu?: number | undefined
  /** Length of the transmit queue, the default limit of several qdiscs. @unit packets @uapi IFLA_TXQLEN */
  txqueuelen?: number | undefined
  /** Hardware address, `02:00:00:00:00:01`. @uapi IFLA_ADDRESS */
  address?: string | undefined
  /** Hardware address of all, `ff:ff:ff:ff:ff:ff`. @uapi IFLA_BROADCAST */
  broadcast?: string | undefined
  /** Number of the group it is in; 0 is the default one. @uapi IFLA_GROUP */
  group?: number | undefined
  /** Resolve addresses. @uapi IFF_NOARP, the other way round */
  arp?: boolean | undefined
  /** Do multicast. @uapi IFF_MULTICAST */
  multicast?: boolean | undefined
  /** Receive all packets. @uapi IFF_PROMISC */
  promisc?: boolean | undefined
  /** Receive all multicast packets. @uapi IFF_ALLMULTI */
  allmulticast?: boolean | undefined
  /** Mark as one whose addresses may change. @uapi IFF_DYNAMIC */
  dynamic?: boolean | undefined
  /** What a carrier makes of it. @default DEFAULT @uapi IFLA_LINKMODE */
  linkmode?: Linkmode | undefined
  /** Largest packet that is segmented late. @unit byte @uapi IFLA_GSO_MAX_SIZE */
  gsoMaxSize?: number | undefined
  /** Most segments of such a packet. @uapi IFLA_GSO_MAX_SEGS */
  gsoMaxSegs?: number | undefined
  /** Largest packet made by merging. Kernel 5.19. @unit byte @uapi IFLA_GRO_MAX_SIZE */
  groMaxSize?: number | undefined
  /** As `gsoMaxSize`, of IPv4. Kernel 6.3. @unit byte @uapi IFLA_GSO_IPV4_MAX_SIZE */
  gsoIpv4MaxSize?: number | undefined
  /** As `groMaxSize`, of IPv4. Kernel 6.3. @unit byte @uapi IFLA_GRO_IPV4_MAX_SIZE */
  groIpv4MaxSize?: number | undefined
}

/** Settings that a device has from its making on. */
export interface NewLinkSettings extends LinkSettings {
  /** Number of transmit queues, 1 to 4096. @default by kind @uapi IFLA_NUM_TX_QUEUES */
  numTxQueues?: number | undefined
  /** Number of receive queues, 1 to 4096. @default by kind @uapi IFLA_NUM_RX_QUEUES */
  numRxQueues?: number | undefined
}

/** The names of {@link LinkSettings}. */
export const SETTINGS = {
  up: true,
  mtu: true,
  txqueuelen: true,
  address: true,
  broadcast: true,
  group: true,
  arp: true,
  multicast: true,
  promisc: true,
  allmulticast: true,
  dynamic: true,
  linkmode: true,
  gsoMaxSize: true,
  gsoMaxSegs: true,
  groMaxSize: true,
  gsoIpv4MaxSize: true,
  groIpv4MaxSize: true,
} as const satisfies Record<keyof LinkSettings, true>

/** The names of {@link NewLinkSettings}. */
export const NEW_SETTINGS = {
  ...SETTINGS,
  numTxQueues: true,
  numRxQueues: true,
} as const satisfies Record<keyof NewLinkSettings, true>

/** Settings as the header and the attributes of a message have them. */
export interface WireSettings {
  /** IFF_*: what the bits in `change` shall be. */
  flags: number
  change: number
  attrs: LinkAttrs
}

const MAX_S32 = 0x7fff_ffff
const MAX_U32 = 0xffff_ffff
const MOST_QUEUES = 4096
const MOST_ALIAS = 255
const encoder = new TextEncoder()

/** Flags that are set by name; those in `inverted` mean the contrary of their name. */
const FLAGS = {
  up: IFF_UP,
  arp: IFF_NOARP,
  multicast: IFF_MULTICAST,
  promisc: IFF_PROMISC,
  allmulticast: IFF_ALLMULTI,
  dynamic: IFF_DYNAMIC,
} as const

type FlagName = keyof typeof FLAGS
const FLAG_NAMES = Object.keys(FLAGS) as FlagName[]

/** Attributes that hold a whole number: the attribute, the least and the greatest. */
const NUMBERS = {
  mtu: ['mtu', 0, MAX_S32],
  txqueuelen: ['txqlen', 0, MAX_S32],
  group: ['group', 0, MAX_S32],
  gsoMaxSize: ['gsoMaxSize', 1, MAX_U32],
  gsoMaxSegs: ['gsoMaxSegs', 1, MAX_U32],
  groMaxSize: ['groMaxSize', 0, MAX_U32],
  gsoIpv4MaxSize: ['gsoIpv4MaxSize', 1, MAX_U32],
  groIpv4MaxSize: ['groIpv4MaxSize', 0, MAX_U32],
  numTxQueues: ['numTxQueues', 1, MOST_QUEUES],
  numRxQueues: ['numRxQueues', 1, MOST_QUEUES],
} as const

type NumberName = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[]

/**
 * Settings in the kernel's form.
 * @param prefix what stands before their names in errors: empty, or such as `options.peer.`
 * @throws OptionError for what no device takes
 */
export function settingsToWire(settings: NewLinkSettings, prefix: string): WireSettings {
  const attrs: LinkAttrs = {}
  for (const name of NUMBER_NAMES) {
    const value = settings[name]
    const [attr, min, max] = NUMBERS[name]
    if (value !== undefined) attrs[attr] = checkInteger(value, `${prefix}${name}`, min, max)
  }
  if (settings.address !== undefined) attrs.address = checkAddress(settings.address, `${prefix}address`)
  if (settings.broadcast !== undefined) attrs.broadcast = parseMac(settings.broadcast, `${prefix}broadcast`)
  if (settings.linkmode !== undefined) {
    attrs.linkmode = LINKMODES.indexOf(checkOneOf(settings.linkmode, `${prefix}linkmode`, LINKMODES))
  }
  return { ...flagsToWire(settings, prefix), attrs }
}

function flagsToWire(settings: LinkSettings, prefix: string): { flags: number; change: number } {
  let flags = 0
  let change = 0
  for (const name of FLAG_NAMES) {
    const value = settings[name]
    if (value === undefined) continue
    const set = checkFlag(value, `${prefix}${name}`) !== (name === 'arp')
    change |= FLAGS[name]
    if (set) flags |= FLAGS[name]
  }
  return { flags, change }
}

/** What the flags of a device say of the settings that are flags. */
export function flagsToSettings(flags: number): Record<FlagName, boolean> {
  const has = (name: FlagName) => ((flags & FLAGS[name]) !== 0) !== (name === 'arp')
  return {
    up: has('up'),
    arp: has('arp'),
    multicast: has('multicast'),
    promisc: has('promisc'),
    allmulticast: has('allmulticast'),
    dynamic: has('dynamic'),
  }
}

// The kernel says no more than EADDRNOTAVAIL to these.
function checkAddress(text: string, path: string): Uint8Array {
  const bytes = parseMac(text, path)
  const isGroup = ((bytes[0] ?? 0) & 1) !== 0
  if (!isGroup && bytes.some((byte) => byte !== 0)) return bytes
  const expected = 'an address of one device: neither a multicast address nor 00:00:00:00:00:00'
  throw new OptionError({ path, expected, received: formatMac(bytes) })
}

/** A name for a device. The kernel takes a `%` in it for a pattern, and would choose another name. */
export function checkNewName(name: unknown, path: string): string {
  const checked = checkInterfaceName(name, path)
  if (!checked.includes('%')) return checked
  throw new OptionError({ path, expected: "an interface name without '%'", received: name })
}

/** The bytes of an alias; none remove it. The kernel counts a NUL as part of it, so there is none. */
export function aliasBytes(alias: unknown, path: string): Uint8Array {
  const bytes = typeof alias === 'string' && !alias.includes('\0') ? encoder.encode(alias) : undefined
  if (bytes !== undefined && bytes.length <= MOST_ALIAS) return bytes
  throw new OptionError({ path, expected: `text of at most ${MOST_ALIAS} bytes`, received: alias })
}
