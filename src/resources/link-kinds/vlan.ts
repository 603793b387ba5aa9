// vlan: a device for the packets of one VLAN of the device below it. See ip-link(8).

import {
  decodeLinkinfoVlanAttrs,
  encodeLinkinfoVlanAttrs,
  type IflaVlanQosMapping,
  type LinkinfoVlanAttrs,
  linkinfoVlanAttrsNames,
  VLAN_FLAG_BRIDGE_BINDING,
  VLAN_FLAG_GVRP,
  VLAN_FLAG_LOOSE_BINDING,
  VLAN_FLAG_MVRP,
  VLAN_FLAG_REORDER_HDR,
} from '../../generated/link/linkinfo_vlan.ts'
import { attributes } from '../../kinds/codecs.ts'
import type { DumpedWith } from '../../kinds/dumped.ts'
import { checkFields, type Fields, required } from '../../kinds/fields.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import { defineLink } from './descriptor.ts'
import { formatVlanProtocol, parseVlanProtocol, type VlanProtocol } from './vlan-protocol.ts'

/** One entry of a map of priorities. */
export interface VlanPriority {
  /** For packets sent that of the packet, for packets received that in the VLAN header. */
  from: number
  /** For packets sent that in the VLAN header, for packets received that of the packet. */
  to: number
}

/** Options of a vlan device that can be changed. */
export interface VlanChanges {
  /** Show packets without their VLAN header. @default true @uapi VLAN_FLAG_REORDER_HDR */
  reorderHdr?: boolean | undefined
  /** Register the VLAN by GVRP. @default false @uapi VLAN_FLAG_GVRP */
  gvrp?: boolean | undefined
  /** Register the VLAN by MVRP. @default false @uapi VLAN_FLAG_MVRP */
  mvrp?: boolean | undefined
  /** Stay up when the device below goes down. @default false @uapi VLAN_FLAG_LOOSE_BINDING */
  looseBinding?: boolean | undefined
  /** Be up as the bridge's ports in the VLAN are. @default false @uapi VLAN_FLAG_BRIDGE_BINDING */
  bridgeBinding?: boolean | undefined
  /** VLAN priorities (0 to 7) of received packets, to packet priorities. @uapi IFLA_VLAN_INGRESS_QOS */
  ingressQosMap?: VlanPriority[] | undefined
  /** Priorities of packets sent, to VLAN priorities (0 to 7). @uapi IFLA_VLAN_EGRESS_QOS */
  egressQosMap?: VlanPriority[] | undefined
}

/** Options of a vlan device. The device below it is `link`, beside the options. */
export interface VlanOptions extends VlanChanges {
  /** VLAN id, 0 to 4094. @uapi IFLA_VLAN_ID */
  id: number
  /** Protocol of the VLAN header. @default 802.1Q @uapi IFLA_VLAN_PROTOCOL */
  protocol?: VlanProtocol | undefined
}

/** Options of a vlan device as dumps give them. */
export interface DumpedVlanOptions extends Omit<DumpedWith<VlanOptions, FlagName>, 'protocol'> {
  protocol: '802.1Q' | '802.1ad'
}

const FLAGS = {
  reorderHdr: VLAN_FLAG_REORDER_HDR,
  gvrp: VLAN_FLAG_GVRP,
  mvrp: VLAN_FLAG_MVRP,
  looseBinding: VLAN_FLAG_LOOSE_BINDING,
  bridgeBinding: VLAN_FLAG_BRIDGE_BINDING,
} as const

type FlagName = keyof typeof FLAGS
const FLAG_NAMES = Object.keys(FLAGS) as FlagName[]

const HIGHEST_ID = 4094
const HIGHEST_PRIORITY = 7
const MAX_U32 = 0xffff_ffff

const CHANGE_FIELDS = {
  reorderHdr: true,
  gvrp: true,
  mvrp: true,
  looseBinding: true,
  bridgeBinding: true,
  ingressQosMap: true,
  egressQosMap: true,
} as const satisfies Fields<VlanChanges>

function changesToWire(options: VlanChanges, path: string): LinkinfoVlanAttrs {
  const wire: LinkinfoVlanAttrs = {}
  const flags = { flags: 0, mask: 0 }
  for (const name of FLAG_NAMES) {
    const value = options[name]
    if (value === undefined) continue
    flags.mask |= FLAGS[name]
    if (checkFlag(value, `${path}.${name}`)) flags.flags |= FLAGS[name]
  }
  if (flags.mask !== 0) wire.flags = flags
  const { ingressQosMap, egressQosMap } = options
  if (ingressQosMap !== undefined) {
    const mapping = toMapping(ingressQosMap, `${path}.ingressQosMap`, HIGHEST_PRIORITY, MAX_U32)
    wire.ingressQos = { mapping }
  }
  if (egressQosMap !== undefined) {
    const mapping = toMapping(egressQosMap, `${path}.egressQosMap`, MAX_U32, HIGHEST_PRIORITY)
    wire.egressQos = { mapping }
  }
  return wire
}

function toMapping(map: VlanPriority[], path: string, maxFrom: number, maxTo: number): IflaVlanQosMapping[] {
  if (!Array.isArray(map)) throw new OptionError({ path, expected: 'a list of { from, to }', received: map })
  return map.map((entry, i) => {
    checkFields(entry, { from: true, to: true }, `${path}[${i}]`)
    return {
      from: checkInteger(entry.from, `${path}[${i}].from`, 0, maxFrom),
      to: checkInteger(entry.to, `${path}[${i}].to`, 0, maxTo),
    }
  })
}

function fromWire(wire: LinkinfoVlanAttrs): DumpedVlanOptions {
  const flags = wire.flags?.flags ?? 0
  const options: DumpedVlanOptions = {
    id: wire.id ?? 0,
    protocol: formatVlanProtocol(wire.protocol),
    reorderHdr: (flags & VLAN_FLAG_REORDER_HDR) !== 0,
    gvrp: (flags & VLAN_FLAG_GVRP) !== 0,
    mvrp: (flags & VLAN_FLAG_MVRP) !== 0,
    looseBinding: (flags & VLAN_FLAG_LOOSE_BINDING) !== 0,
    bridgeBinding: (flags & VLAN_FLAG_BRIDGE_BINDING) !== 0,
  }
  if (wire.ingressQos?.mapping !== undefined) options.ingressQosMap = wire.ingressQos.mapping
  if (wire.egressQos?.mapping !== undefined) options.egressQosMap = wire.egressQos.mapping
  return options
}

const shared = {
  names: linkinfoVlanAttrsNames,
  encode: encodeLinkinfoVlanAttrs,
  decode: decodeLinkinfoVlanAttrs,
  fromWire,
}

export const vlan = defineLink({
  kind: 'vlan',
  link: 'below',
  options: attributes({
    ...shared,
    fields: { ...CHANGE_FIELDS, id: true, protocol: true },
    toWire: (options: VlanOptions, { path }): LinkinfoVlanAttrs => {
      const expected = `a VLAN id from 0 to ${HIGHEST_ID}`
      const wire = changesToWire(options, path)
      wire.id = checkInteger(required(options.id, `${path}.id`, expected), `${path}.id`, 0, HIGHEST_ID)
      if (options.protocol !== undefined)
        wire.protocol = parseVlanProtocol(options.protocol, `${path}.protocol`)
      return wire
    },
  }),
  changes: attributes({
    ...shared,
    fields: CHANGE_FIELDS,
    toWire: (options: VlanChanges, { path }): LinkinfoVlanAttrs => changesToWire(options, path),
  }),
})
