// Devices as users write them and as dumps give them. The unions are made from the registry: a new
// kind is in them as soon as it is registered.

import type { CustomKind } from '../kinds/custom.ts'
import type { Netns } from '../socket/netns.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import type { LinkChange, LinkIn, LinkOut } from './link-kinds/descriptor.ts'
import type { LinkKinds } from './link-kinds/registry.ts'
import type { Linkmode, Operstate } from './link-names.ts'
import type { LinkSettings, NewLinkSettings } from './link-settings.ts'
import type { OptionsField } from './qdisc-types.ts'

/** Options that each kind of device takes. */
export type LinkOptions = { [K in keyof LinkKinds]: LinkIn<LinkKinds[K]> }

/** Options of each kind of device as dumps give them. */
export type DumpedLinkOptions = { [K in keyof LinkKinds]: LinkOut<LinkKinds[K]> }

/** Options of each kind of device that can be changed. */
export type LinkOptionChanges = { [K in Changeable]: LinkChange<LinkKinds[K]> }

type Changeable = {
  [K in keyof LinkKinds]: LinkKinds[K] extends { changes: object } ? K : never
}[keyof LinkKinds]

/** What can be said of a device of any kind that is to be made. */
export interface NewLink extends NewLinkSettings {
  /** Its name. */
  dev: string
  /** Its index. @default chosen by the kernel */
  ifindex?: number | undefined
  /** The device below, of kinds that have one. @uapi IFLA_LINK */
  link?: string | undefined
  /** Index of the device below, where it is in another network namespace. */
  linkIndex?: number | undefined
  /** Id of the network namespace of the device below. @uapi IFLA_LINK_NETNSID */
  linkNetnsid?: number | undefined
  /** Bridge or other device that it belongs to. Not together with `netns`. @uapi IFLA_MASTER */
  master?: string | undefined
  /** Network namespace to make it in. @default that of the client @uapi IFLA_NET_NS_FD, IFLA_NET_NS_PID */
  netns?: Netns | undefined
  /** Free text. Not together with `netns`. @uapi IFLA_IFALIAS */
  alias?: string | undefined
  /** Further names, each up to 127 bytes. Not together with `netns`. @uapi IFLA_ALT_IFNAME */
  altNames?: readonly string[] | undefined
}

/** A device to make. */
export type LinkSpec = NewLink &
  (
    | { [K in keyof LinkKinds]: { kind: K } & OptionsField<LinkOptions[K]> }[keyof LinkKinds]
    | { kind: CustomKind; options?: object | undefined }
  )

/** What is to be changed of a device. What is not given stays as it is. */
export type LinkChanges = LinkSettings & {
  /** Another name. @uapi IFLA_IFNAME */
  name?: string | undefined
  /** Bridge or other device that it shall belong to; `null` for none. @uapi IFLA_MASTER */
  master?: string | null | undefined
  /** Network namespace to move it to. @uapi IFLA_NET_NS_FD, IFLA_NET_NS_PID */
  netns?: Netns | undefined
  /** Free text; empty for none. @uapi IFLA_IFALIAS */
  alias?: string | undefined
  /** Whether there is a carrier, of devices that can be told. @uapi IFLA_CARRIER */
  carrier?: boolean | undefined
} & (
    | { kind?: undefined; options?: undefined }
    | { [K in Changeable]: { kind: K; options: LinkOptionChanges[K] } }[Changeable]
    | { kind: CustomKind; options: object }
  )

/** Counters of what a device received. */
export interface RxStats<N extends number | bigint = number> {
  bytes: N
  packets: N
  errors: N
  dropped: N
  multicast: N
  lengthErrors: N
  overErrors: N
  crcErrors: N
  frameErrors: N
  fifoErrors: N
  missedErrors: N
  compressed: N
  /** Packets that nobody wanted. */
  nohandler: N
  /** Packets for another host. Kernel 5.19. */
  otherhostDropped: N
}

/** Counters of what a device sent. */
export interface TxStats<N extends number | bigint = number> {
  bytes: N
  packets: N
  errors: N
  dropped: N
  collisions: N
  abortedErrors: N
  carrierErrors: N
  fifoErrors: N
  heartbeatErrors: N
  windowErrors: N
  compressed: N
}

/** Counters of a device. */
export interface LinkStats<N extends number | bigint = number> {
  rx: RxStats<N>
  tx: TxStats<N>
}

/** What dumps tell of a device of any kind. */
export interface LinkInfo<N extends number | bigint = number> {
  ifindex: number
  /** Its name. */
  dev: string
  /** As `ip` names them: `UP`, `LOWER_UP`, `NO-CARRIER`, ... */
  flags: string[]
  /** Whether it is meant to be up; whether it works tells `operstate`. */
  up: boolean
  arp: boolean
  multicast: boolean
  promisc: boolean
  allmulticast: boolean
  dynamic: boolean
  /** @unit byte */
  mtu: number
  /** @unit packets */
  txqueuelen?: number
  operstate: Operstate
  linkmode: Linkmode
  /** Number of the group it is in; 0 is the default one. */
  group: number
  /** Hardware type: `ether`, `loopback`, ... */
  linkType: string
  /** Hardware address. */
  address?: string
  /** Hardware address of all. */
  broadcast?: string
  /** Hardware address as built in. */
  permAddress?: string
  /** The device below; of a veth, the other end. */
  link?: string
  /** Index of that device, where it is in another network namespace. */
  linkIndex?: number
  /** Id of that network namespace. */
  linkNetnsid?: number
  /** Bridge or other device that it belongs to. */
  master?: string
  /** Kind of that device. */
  slaveKind?: string
  /** Kind of its root qdisc. */
  qdisc?: string
  /** How many want it to receive all packets. */
  promiscuity?: number
  /** How many want it to receive all multicast packets. Kernel 6.0. */
  allmulti?: number
  minMtu?: number
  maxMtu?: number
  numTxQueues?: number
  numRxQueues?: number
  gsoMaxSize?: number
  gsoMaxSegs?: number
  tsoMaxSize?: number
  tsoMaxSegs?: number
  groMaxSize?: number
  gsoIpv4MaxSize?: number
  groIpv4MaxSize?: number
  /** Whether it has a carrier. */
  carrier?: boolean
  /** Times that the carrier came or went. */
  carrierChanges?: number
  carrierUpCount?: number
  carrierDownCount?: number
  /** Whether a protocol keeps it down. */
  protoDown?: boolean
  alias?: string
  altNames?: string[]
  parentDev?: string
  parentBus?: string
  physPortName?: string
  /** Id of the physical port, in hexadecimal. */
  physPortId?: string
  /** Id of the switch that it is a port of, in hexadecimal. */
  physSwitchId?: string
  stats?: LinkStats<N>
  /** Attributes that this version of netsched has no name for. */
  unknown?: UnknownAttribute[]
  /** What the kernel said of a request that it carried out. */
  warning?: string
}

/** A device as dumps give it. One of hardware has no kind. */
export type Link<N extends number | bigint = number> = LinkInfo<N> &
  (
    | { [K in keyof LinkKinds]: { kind: K; options: DumpedLinkOptions[K] } }[keyof LinkKinds]
    | { kind: CustomKind; options: object }
    | { kind?: undefined; options?: undefined }
  )

/** Which devices to list. */
export interface LinkFilter {
  /** Those of this kind. */
  kind?: string | undefined
  /** Those that belong to this device. */
  master?: string | undefined
  /** Those that are meant to be up, or down. */
  up?: boolean | undefined
  /** Those of this group. */
  group?: number | undefined
}
