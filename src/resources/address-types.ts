// IP addresses as users write them and as dumps give them.

import type { Duration } from '../units/time.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import type { Device } from './device-names.ts'

/** How far an address is valid. */
export type AddressScope = 'global' | 'site' | 'link' | 'host' | 'nowhere' | number

/** Settings of an address, as `ip-address(8)` names them. */
export interface AddressSettings {
  /** `'192.0.2.1/24'` or `'2001:db8::1/64'`. Without a prefix all bits count. @uapi IFA_LOCAL */
  address: string
  /** The address at the other end, with the prefix, of which `address` then has none. @uapi IFA_ADDRESS */
  peer?: string | undefined
  /** Address of all, of IPv4. @default none @uapi IFA_BROADCAST */
  broadcast?: string | undefined
  /** A name for it of up to 15 bytes, of IPv4. @default the device's name @uapi IFA_LABEL */
  label?: string | undefined
  /** How far it is valid. @default `host` for 127.0.0.0/8, else `global`; of IPv6 the kernel decides */
  scope?: AddressScope | undefined
  /** How long it lives, in whole seconds. @unit ms @default for ever @uapi ifa_cacheinfo.ifa_valid */
  validLft?: Duration | undefined
  /** How long it may start connections. @unit ms @default validLft @uapi ifa_cacheinfo.ifa_prefered */
  preferredLft?: Duration | undefined
  /** Metric of the route for its prefix. @uapi IFA_RT_PRIORITY */
  metric?: number | undefined
  /** Who made it, a number. Kernel 5.18. @uapi IFA_PROTO */
  proto?: number | undefined
  /** Home address of mobile IPv6. @uapi IFA_F_HOMEADDRESS */
  home?: boolean | undefined
  /** Make temporary IPv6 addresses from it. @uapi IFA_F_MANAGETEMPADDR */
  mngtmpaddr?: boolean | undefined
  /** Do not test an IPv6 address for duplicates. @uapi IFA_F_NODAD */
  nodad?: boolean | undefined
  /** Use an IPv6 address while it is tested. @uapi IFA_F_OPTIMISTIC */
  optimistic?: boolean | undefined
  /** Make no route for its prefix. @uapi IFA_F_NOPREFIXROUTE */
  noprefixroute?: boolean | undefined
  /** Join it, a multicast group. @uapi IFA_F_MCAUTOJOIN */
  autojoin?: boolean | undefined
}

/** An address to give to a device. */
export type AddressSpec = Device & AddressSettings

/** Which address is meant. */
export type AddressTarget = Device & Pick<AddressSettings, 'address' | 'peer'>

/** Which addresses to list. */
export interface AddressFilter {
  /** Those of this device. */
  dev?: string | undefined
  /** Those of this device, by index. */
  ifindex?: number | undefined
  /** Those of IPv4, or of IPv6. */
  family?: 'inet' | 'inet6' | undefined
}

/** An address as dumps give it. Flags that are not set are absent. */
export interface Address {
  /** Name of its device; empty where the device is gone. */
  dev: string
  ifindex: number
  family: 'inet' | 'inet6'
  /** With its prefix, `192.0.2.1/24`; without where there is a peer. */
  address: string
  /** The address at the other end, with the prefix. */
  peer?: string
  broadcast?: string
  label?: string
  scope: AddressScope
  /** How long it still lives; absent for ever. @unit ms */
  validLft?: number
  /** How long it may still start connections; absent for ever. @unit ms */
  preferredLft?: number
  metric?: number
  proto?: number
  home?: boolean
  mngtmpaddr?: boolean
  nodad?: boolean
  optimistic?: boolean
  noprefixroute?: boolean
  autojoin?: boolean
  /** A further address of its subnet, of IPv4. */
  secondary?: boolean
  /** Made for a time, of IPv6. */
  temporary?: boolean
  deprecated?: boolean
  /** Still tested for duplicates. */
  tentative?: boolean
  /** Someone else has it. */
  dadfailed?: boolean
  stablePrivacy?: boolean
  /** Does not live for ever. */
  dynamic?: boolean
  /** Attributes that this version of netsched has no name for. */
  unknown?: UnknownAttribute[]
  /** What the kernel said of a request that it carried out. */
  warning?: string
}
