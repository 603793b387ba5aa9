// Reads links from the kernel's messages.

import {
  decodeIfinfomsg,
  decodeLinkAttrs,
  IFINFOMSG_SIZE,
  type LinkAttrs,
  linkAttrsNames,
  type RtnlLinkStats64,
} from '../generated/link/common.ts'
import { selectRtLinkNames } from '../generated/link/submessages.ts'
import { rawOptions } from '../kinds/raw.ts'
import type { Explain } from '../socket/request.ts'
import { formatIp, formatMac } from '../units/address.ts'
import type { Int64 } from '../wire/attribute.ts'
import type { Message } from '../wire/message.ts'
import type { Decoding } from './decode-context.ts'
import { diagnose } from './diagnose.ts'
import { linkKind } from './link-kinds/registry.ts'
import { flagNames, hasIpAddresses, LINKMODES, linkTypeName, OPERSTATES } from './link-names.ts'
import { flagsToSettings } from './link-settings.ts'
import type { Link, LinkInfo, LinkStats } from './link-types.ts'
import { asPayload } from './qdisc-message.ts'

/** Names for messages about links. */
export const EXPLAIN_LINK: Explain = {
  headerSize: IFINFOMSG_SIZE,
  names: linkAttrsNames,
  select: selectRtLinkNames,
  diagnose,
}

/** Attributes that are told as they are, under their own name. */
const PLAIN = [
  'promiscuity',
  'allmulti',
  'minMtu',
  'maxMtu',
  'numTxQueues',
  'numRxQueues',
  'gsoMaxSize',
  'gsoMaxSegs',
  'tsoMaxSize',
  'tsoMaxSegs',
  'groMaxSize',
  'gsoIpv4MaxSize',
  'groIpv4MaxSize',
  'carrierChanges',
  'carrierUpCount',
  'carrierDownCount',
] as const

/** Reads a link. */
export function readLink(message: Message, decoding: Decoding, exact: boolean): Link<number | bigint> {
  const { reader, at, end } = message
  const header = decodeIfinfomsg(reader, at, end)
  const attrs = decodeLinkAttrs(reader, at + IFINFOMSG_SIZE, end)
  const link: LinkInfo<number | bigint> = {
    ifindex: header.index,
    dev: attrs.ifname ?? '',
    flags: flagNames(header.flags),
    ...flagsToSettings(header.flags),
    mtu: attrs.mtu ?? 0,
    operstate: OPERSTATES[attrs.operstate ?? 0] ?? 'UNKNOWN',
    linkmode: LINKMODES[attrs.linkmode ?? 0] ?? 'DEFAULT',
    group: attrs.group ?? 0,
    linkType: linkTypeName(header.type),
  }
  decoding.learn(header.index, link.dev)
  for (const name of PLAIN) {
    const value = attrs[name]
    if (value !== undefined) link[name] = value
  }
  readAddresses(link, attrs, header.type)
  readRelations(link, attrs, decoding)
  readRest(link, attrs)
  if (attrs.stats64 !== undefined)
    link.stats = exact ? toStats(attrs.stats64, BigInt) : toStats(attrs.stats64, Number)
  if (attrs.unknown !== undefined) link.unknown = attrs.unknown
  return readKind(link, attrs, decoding)
}

function readAddresses(link: LinkInfo<number | bigint>, attrs: LinkAttrs, type: number): void {
  const text = (bytes: Uint8Array) => {
    const isIp = hasIpAddresses(type) && (bytes.length === 4 || bytes.length === 16)
    return isIp ? formatIp(bytes) : formatMac(bytes)
  }
  if (attrs.address !== undefined) link.address = text(attrs.address)
  if (attrs.broadcast !== undefined) link.broadcast = text(attrs.broadcast)
  if (attrs.permAddress !== undefined) link.permAddress = text(attrs.permAddress)
}

// An index says which device only within its own network namespace.
function readRelations(link: LinkInfo<number | bigint>, attrs: LinkAttrs, decoding: Decoding): void {
  if (attrs.linkNetnsid !== undefined) {
    link.linkNetnsid = attrs.linkNetnsid
    if (attrs.link !== undefined) link.linkIndex = attrs.link
  } else if (attrs.link) {
    decoding.nameDevice(attrs.link, {
      set dev(name: string) {
        link.link = name
      },
    })
  }
  if (attrs.master) {
    decoding.nameDevice(attrs.master, {
      set dev(name: string) {
        link.master = name
      },
    })
  }
  if (attrs.linkinfo?.slaveKind !== undefined) link.slaveKind = attrs.linkinfo.slaveKind
}

function readRest(link: LinkInfo<number | bigint>, attrs: LinkAttrs): void {
  if (attrs.txqlen !== undefined) link.txqueuelen = attrs.txqlen
  if (attrs.qdisc !== undefined) link.qdisc = attrs.qdisc
  if (attrs.carrier !== undefined) link.carrier = attrs.carrier !== 0
  if (attrs.protoDown !== undefined) link.protoDown = attrs.protoDown !== 0
  if (attrs.ifalias !== undefined) link.alias = attrs.ifalias
  if (attrs.propList?.altIfname !== undefined) link.altNames = attrs.propList.altIfname
  if (attrs.parentDevName !== undefined) link.parentDev = attrs.parentDevName
  if (attrs.parentDevBusName !== undefined) link.parentBus = attrs.parentDevBusName
  if (attrs.physPortName !== undefined) link.physPortName = attrs.physPortName
  if (attrs.physPortId !== undefined) link.physPortId = hex(attrs.physPortId)
  if (attrs.physSwitchId !== undefined) link.physSwitchId = hex(attrs.physSwitchId)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readKind(
  link: LinkInfo<number | bigint>,
  attrs: LinkAttrs,
  decoding: Decoding,
): Link<number | bigint> {
  const kind = attrs.linkinfo?.kind
  if (kind === undefined) return link
  const descriptor = linkKind(kind)
  const payload = asPayload(attrs.linkinfo?.data)
  const codec = descriptor?.options ?? rawOptions
  const options: unknown =
    payload === undefined ? {} : codec.read(payload.reader, payload.at, payload.stop, decoding)
  descriptor?.complete?.(options, attrs, decoding)
  // The registry says which options belong to which kind; the type cannot follow that far.
  return Object.assign(link, { kind, options }) as Link<number | bigint>
}

function toStats<N extends number | bigint>(wire: RtnlLinkStats64, to: (value: Int64) => N): LinkStats<N> {
  return {
    rx: {
      bytes: to(wire.rxBytes),
      packets: to(wire.rxPackets),
      errors: to(wire.rxErrors),
      dropped: to(wire.rxDropped),
      multicast: to(wire.multicast),
      lengthErrors: to(wire.rxLengthErrors),
      overErrors: to(wire.rxOverErrors),
      crcErrors: to(wire.rxCrcErrors),
      frameErrors: to(wire.rxFrameErrors),
      fifoErrors: to(wire.rxFifoErrors),
      missedErrors: to(wire.rxMissedErrors),
      compressed: to(wire.rxCompressed),
      nohandler: to(wire.rxNohandler),
      otherhostDropped: to(wire.rxOtherhostDropped),
    },
    tx: {
      bytes: to(wire.txBytes),
      packets: to(wire.txPackets),
      errors: to(wire.txErrors),
      dropped: to(wire.txDropped),
      collisions: to(wire.collisions),
      abortedErrors: to(wire.txAbortedErrors),
      carrierErrors: to(wire.txCarrierErrors),
      fifoErrors: to(wire.txFifoErrors),
      heartbeatErrors: to(wire.txHeartbeatErrors),
      windowErrors: to(wire.txWindowErrors),
      compressed: to(wire.txCompressed),
    },
  }
}
