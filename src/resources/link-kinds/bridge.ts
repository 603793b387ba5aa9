// bridge: an Ethernet switch whose ports are the devices that have it as their master. See ip-link(8).

import {
  BR_STP_MODE_AUTO,
  decodeLinkinfoBridgeAttrs,
  encodeLinkinfoBridgeAttrs,
  type IflaBridgeId,
  type LinkinfoBridgeAttrs,
  linkinfoBridgeAttrsNames,
} from '../../generated/link/linkinfo_bridge.ts'
import { attributes } from '../../kinds/codecs.ts'
import type { Fields } from '../../kinds/fields.ts'
import { formatMac, parseMac } from '../../units/address.ts'
import { checkFlag, checkInteger, checkOneOf } from '../../units/integer.ts'
import { type Duration, timeToMicroseconds } from '../../units/time.ts'
import { OptionError } from '../../wire/errors.ts'
import type { BridgeOptions, DumpedBridgeOptions } from './bridge-options.ts'
import { defineLink } from './descriptor.ts'
import { formatVlanProtocol, parseVlanProtocol } from './vlan-protocol.ts'

const MAX_U16 = 0xffff
const MAX_U32 = 0xffff_ffff
const HIGHEST_PVID = 4094
/** Groups 0 to 2 are those of the bridge itself: pause frames and the spanning tree. */
const RESTRICTED_GROUPS = 0x7
const STP_MODES = ['auto', 'user', 'kernel'] as const

/** The kernel counts times of bridges in hundredths of a second. */
const MICROSECONDS_A_TICK = 10_000
const MS_A_TICK = 10
const MAX_S31_TICKS = 0x7fff_ffff

/** Options that are times: the attribute, and the limits in ms where the kernel has some. */
const TIMES = {
  forwardDelay: ['forwardDelay', 0, undefined],
  helloTime: ['helloTime', 1000, 10_000],
  maxAge: ['maxAge', 6000, 40_000],
  ageingTime: ['ageingTime', 0, undefined],
  mcastLastMemberInterval: ['mcastLastMemberIntvl', 0, undefined],
  mcastMembershipInterval: ['mcastMembershipIntvl', 0, undefined],
  mcastQuerierInterval: ['mcastQuerierIntvl', 0, undefined],
  mcastQueryInterval: ['mcastQueryIntvl', 0, undefined],
  mcastQueryResponseInterval: ['mcastQueryResponseIntvl', 0, undefined],
  mcastStartupQueryInterval: ['mcastStartupQueryIntvl', 0, undefined],
} as const

/** Options that are whole numbers: the attribute, the least and the greatest. */
const NUMBERS = {
  stpState: ['stpState', 0, 2],
  priority: ['priority', 0, MAX_U16],
  vlanDefaultPvid: ['vlanDefaultPvid', 0, HIGHEST_PVID],
  fdbMaxLearned: ['fdbMaxLearned', 0, MAX_U32],
  mcastRouter: ['mcastRouter', 0, 2],
  mcastHashMax: ['mcastHashMax', 0, MAX_U32],
  mcastLastMemberCount: ['mcastLastMemberCnt', 0, MAX_U32],
  mcastStartupQueryCount: ['mcastStartupQueryCnt', 0, MAX_U32],
  mcastIgmpVersion: ['mcastIgmpVersion', 2, 3],
  mcastMldVersion: ['mcastMldVersion', 1, 2],
} as const

/** Options that are attributes of 0 or 1. */
const SWITCHES = {
  vlanFiltering: 'vlanFiltering',
  vlanStatsEnabled: 'vlanStatsEnabled',
  vlanStatsPerPort: 'vlanStatsPerPort',
  mcastSnooping: 'mcastSnooping',
  mcastQueryUseIfaddr: 'mcastQueryUseIfaddr',
  mcastQuerier: 'mcastQuerier',
  mcastStatsEnabled: 'mcastStatsEnabled',
  nfCallIptables: 'nfCallIptables',
  nfCallIp6tables: 'nfCallIp6tables',
  nfCallArptables: 'nfCallArptables',
} as const

/** Options that are bits of IFLA_BR_MULTI_BOOLOPT (enum br_boolopt_id, linux/if_bridge.h). */
const BITS = { noLinklocalLearn: 1 << 0, mcastVlanSnooping: 1 << 1, mstEnabled: 1 << 2 } as const

/** Timers that dumps tell. */
const TIMERS = ['helloTimer', 'tcnTimer', 'topologyChangeTimer', 'gcTimer'] as const

/** Numbers that dumps tell, and that no request sets. */
const TOLD = ['rootPort', 'rootPathCost', 'mcastHashElasticity', 'fdbNLearned'] as const

const TOLD_SWITCHES = ['topologyChange', 'topologyChangeDetected'] as const

type KeyOf<T> = keyof T & string
const keysOf = <T extends object>(table: T) => Object.keys(table) as KeyOf<T>[]

const FIELDS: Fields<BridgeOptions> = {
  ...trueFor(TIMES),
  ...trueFor(NUMBERS),
  ...trueFor(SWITCHES),
  ...trueFor(BITS),
  vlanProtocol: true,
  groupFwdMask: true,
  groupAddress: true,
  fdbFlush: true,
  stpMode: true,
  rootId: true,
  bridgeId: true,
  rootPort: true,
  rootPathCost: true,
  topologyChange: true,
  topologyChangeDetected: true,
  helloTimer: true,
  tcnTimer: true,
  topologyChangeTimer: true,
  gcTimer: true,
  mcastHashElasticity: true,
  fdbNLearned: true,
}

function trueFor<T extends object>(table: T): { [K in keyof T]: true } {
  return Object.fromEntries(keysOf(table).map((name) => [name, true])) as { [K in keyof T]: true }
}

function toWire(options: BridgeOptions, { path }: { path: string }): LinkinfoBridgeAttrs {
  const wire: LinkinfoBridgeAttrs = {}
  for (const name of keysOf(TIMES)) {
    const value = options[name]
    const [attr, min, max] = TIMES[name]
    if (value !== undefined) wire[attr] = toTicks(value, `${path}.${name}`, min, max)
  }
  for (const name of keysOf(NUMBERS)) {
    const value = options[name]
    const [attr, min, max] = NUMBERS[name]
    if (value !== undefined) wire[attr] = checkInteger(value, `${path}.${name}`, min, max)
  }
  for (const name of keysOf(SWITCHES)) {
    const value = options[name]
    if (value !== undefined) wire[SWITCHES[name]] = checkFlag(value, `${path}.${name}`) ? 1 : 0
  }
  checkForwardDelay(options, wire, path)
  bitsToWire(wire, options, path)
  othersToWire(wire, options, path)
  return wire
}

// Turning the spanning tree on makes the kernel change a delay that does not fit, without a word.
function checkForwardDelay(options: BridgeOptions, wire: LinkinfoBridgeAttrs, path: string): void {
  if (!wire.stpState || wire.forwardDelay === undefined) return
  const delay = wire.forwardDelay * MS_A_TICK
  if (delay >= 2000 && delay <= 30_000) return
  const expected = '2000 to 30000 milliseconds, as the spanning tree is on'
  throw new OptionError({ path: `${path}.forwardDelay`, expected, received: options.forwardDelay })
}

function bitsToWire(wire: LinkinfoBridgeAttrs, options: BridgeOptions, path: string): void {
  const bits = { optval: 0, optmask: 0 }
  for (const name of keysOf(BITS)) {
    const value = options[name]
    if (value === undefined) continue
    bits.optmask |= BITS[name]
    if (checkFlag(value, `${path}.${name}`)) bits.optval |= BITS[name]
  }
  if (bits.optmask !== 0) wire.multiBoolopt = bits
}

function othersToWire(wire: LinkinfoBridgeAttrs, options: BridgeOptions, path: string): void {
  const { vlanProtocol, groupFwdMask, groupAddress, fdbFlush, stpMode } = options
  if (vlanProtocol !== undefined) wire.vlanProtocol = parseVlanProtocol(vlanProtocol, `${path}.vlanProtocol`)
  if (groupFwdMask !== undefined) wire.groupFwdMask = checkGroups(groupFwdMask, `${path}.groupFwdMask`)
  if (groupAddress !== undefined) wire.groupAddr = checkGroup(groupAddress, `${path}.groupAddress`)
  if (fdbFlush !== undefined && checkFlag(fdbFlush, `${path}.fdbFlush`)) wire.fdbFlush = true
  if (stpMode !== undefined) {
    wire.stpMode = BR_STP_MODE_AUTO + STP_MODES.indexOf(checkOneOf(stpMode, `${path}.stpMode`, STP_MODES))
  }
}

function toTicks(value: Duration, path: string, min: number, max: number | undefined): number {
  const limit = max ?? MAX_S31_TICKS * MS_A_TICK
  const ticks = timeToMicroseconds(value, path, { max: limit * 1000 }) / MICROSECONDS_A_TICK
  if (Number.isInteger(ticks) && ticks * MS_A_TICK >= min) return ticks
  throw new OptionError({ path, expected: `${min} to ${limit} milliseconds in steps of 10`, received: value })
}

function checkGroups(mask: unknown, path: string): number {
  const checked = checkInteger(mask, path, 0, MAX_U16)
  if ((checked & RESTRICTED_GROUPS) === 0) return checked
  throw new OptionError({ path, expected: 'a mask without the bits 0 to 2', received: mask })
}

function checkGroup(address: string, path: string): Uint8Array {
  const bytes = parseMac(address, path)
  const last = bytes[5] ?? 0
  const isLinkLocal = formatMac(bytes.subarray(0, 5)) === '01:80:c2:00:00' && last <= 0xf
  if (isLinkLocal && (last === 0 || last > 3)) return bytes
  throw new OptionError({ path, expected: '01:80:c2:00:00:0X with X 0 or 4 to f', received: address })
}

function fromWire(wire: LinkinfoBridgeAttrs): DumpedBridgeOptions {
  const options: DumpedBridgeOptions = {}
  for (const name of keysOf(TIMES)) {
    const ticks = wire[TIMES[name][0]]
    if (ticks !== undefined) options[name] = Number(ticks) * MS_A_TICK
  }
  for (const name of keysOf(NUMBERS)) {
    const value = wire[NUMBERS[name][0]]
    if (value !== undefined) options[name] = value
  }
  for (const name of keysOf(SWITCHES)) {
    const value = wire[SWITCHES[name]]
    if (value !== undefined) options[name] = value !== 0
  }
  const bits = wire.multiBoolopt
  for (const name of keysOf(BITS)) {
    if (bits !== undefined && (bits.optmask & BITS[name]) !== 0)
      options[name] = (bits.optval & BITS[name]) !== 0
  }
  othersFromWire(options, wire)
  toldFromWire(options, wire)
  return options
}

function othersFromWire(options: DumpedBridgeOptions, wire: LinkinfoBridgeAttrs): void {
  if (wire.vlanProtocol !== undefined) options.vlanProtocol = formatVlanProtocol(wire.vlanProtocol)
  if (wire.groupFwdMask !== undefined) options.groupFwdMask = wire.groupFwdMask
  if (wire.groupAddr !== undefined) options.groupAddress = formatMac(wire.groupAddr)
  const stpMode = wire.stpMode === undefined ? undefined : STP_MODES[wire.stpMode - BR_STP_MODE_AUTO]
  if (stpMode !== undefined) options.stpMode = stpMode
}

function toldFromWire(options: DumpedBridgeOptions, wire: LinkinfoBridgeAttrs): void {
  if (wire.rootId !== undefined) options.rootId = formatId(wire.rootId)
  if (wire.bridgeId !== undefined) options.bridgeId = formatId(wire.bridgeId)
  for (const name of TOLD) {
    const value = wire[name]
    if (value !== undefined) options[name] = value
  }
  for (const name of TOLD_SWITCHES) {
    const value = wire[name]
    if (value !== undefined) options[name] = value !== 0
  }
  for (const name of TIMERS) {
    const ticks = wire[name]
    if (ticks !== undefined) options[name] = Number(ticks) * MS_A_TICK
  }
}

function formatId({ prio, addr }: IflaBridgeId): string {
  const priority = Array.from(prio, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${priority}.${formatMac(addr)}`
}

/** Off in a new bridge. To say so makes kernels without them refuse it, though their dumps say it too. */
const OFF_AT_FIRST = ['vlanFiltering', 'mcastVlanSnooping', 'mstEnabled'] as const

function newToWire(options: BridgeOptions, { path }: { path: string }): LinkinfoBridgeAttrs {
  const wanted = { ...options }
  for (const name of OFF_AT_FIRST) if (wanted[name] === false) delete wanted[name]
  return toWire(wanted, { path })
}

const shared = {
  names: linkinfoBridgeAttrsNames,
  encode: encodeLinkinfoBridgeAttrs,
  decode: decodeLinkinfoBridgeAttrs,
  fields: FIELDS,
  fromWire,
}

export const bridge = defineLink({
  kind: 'bridge',
  options: attributes({ ...shared, toWire: newToWire }),
  changes: attributes({ ...shared, toWire }),
})
