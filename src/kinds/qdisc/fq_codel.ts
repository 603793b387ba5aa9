// fq_codel: fair queueing of flows, each with a queue that CoDel keeps short. See tc-fq_codel(8).

import { FQ_CODEL_QUANTUM_MAX } from '../../generated/tc/constants.ts'
import {
  decodeFqCodelAttrs,
  decodeTcFqCodelClassXstats,
  decodeTcFqCodelXstats,
  encodeFqCodelAttrs,
  type FqCodelAttrs,
  fqCodelAttrsNames,
} from '../../generated/tc/fq_codel.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { type Size, sizeToBytes } from '../../units/size.ts'
import { type Duration, microsecondsToMs } from '../../units/time.ts'
import { OptionError } from '../../wire/errors.ts'
import { attributes } from '../codecs.ts'
import { CODEL_OFF_MICROSECONDS, fromCodelTime, toCodelTime } from '../codel-time.ts'
import type { EncodeContext } from '../context.ts'
import { defineQdisc } from '../descriptor.ts'
import type { DumpedWith } from '../dumped.ts'

/**
 * Options of fq_codel. Where absent, `add` takes the defaults and `change` keeps what is there.
 */
export interface FqCodelQdiscOptions {
  /** Most packets queued. @default 10240 @uapi TCA_FQ_CODEL_LIMIT, pkt_sched.h */
  limit?: number | undefined
  /** Number of flows, 1 to 65536. Fixed once the qdisc is made: a change must not have it. @default 1024 @uapi TCA_FQ_CODEL_FLOWS */
  flows?: number | undefined
  /**
   * Wait that is all right, below 2199023.255. The kernel rounds it, and the other times, down to steps of 1024 ns;
   * dumps give the fewest whole microseconds that make the same steps. @unit ms @default 5 @uapi TCA_FQ_CODEL_TARGET
   */
  target?: Duration | undefined
  /** For how long the wait may be above `target`. @unit ms @default 100 @uapi TCA_FQ_CODEL_INTERVAL */
  interval?: Duration | undefined
  /** What a flow may send in one turn, 256 to 1048576. @unit bytes @default MTU of the device @uapi TCA_FQ_CODEL_QUANTUM */
  quantum?: Size | undefined
  /** Mark packets (ECN CE) that allow it instead of dropping them. @default true @uapi TCA_FQ_CODEL_ECN */
  ecn?: boolean | undefined
  /**
   * Mark packets that waited longer; `'off'` for none. Dumps have it only where it is on.
   * @unit ms @default 'off' @uapi TCA_FQ_CODEL_CE_THRESHOLD
   */
  ceThreshold?: Duration | undefined
  /**
   * With `ceThreshold` and `ceThresholdMask`: only packets whose DS field, masked, is this. Kernel 5.16.
   * @default 0 @uapi TCA_FQ_CODEL_CE_THRESHOLD_SELECTOR
   */
  ceThresholdSelector?: number | undefined
  /** Bits of the DS field to compare with `ceThresholdSelector`; 0 for all packets. @default 0 @uapi TCA_FQ_CODEL_CE_THRESHOLD_MASK */
  ceThresholdMask?: number | undefined
  /** Most memory that queued packets take, up to 2147483648. @unit bytes @default 33554432 @uapi TCA_FQ_CODEL_MEMORY_LIMIT */
  memoryLimit?: Size | undefined
  /** Most packets dropped at once where `limit` or `memoryLimit` is reached, 1 and up. @default 64 @uapi TCA_FQ_CODEL_DROP_BATCH_SIZE */
  dropBatch?: number | undefined
}

/** Options of fq_codel as dumps give them. */
export type DumpedFqCodelQdiscOptions = DumpedWith<
  FqCodelQdiscOptions,
  'limit' | 'flows' | 'target' | 'interval' | 'quantum' | 'ecn' | 'memoryLimit' | 'dropBatch'
>

/** What an fq_codel qdisc has counted of its own. */
export interface FqCodelXstats {
  /** Bytes of the largest packet. */
  maxpacket: number
  /** Packets dropped because there were too many, or too much memory was in use. */
  dropOverlimit: number
  /** Of them, packets dropped because too much memory was in use. */
  dropOvermemory: number
  /** Packets marked (ECN CE) instead of dropped. */
  ecnMark: number
  /** Packets marked because they waited longer than `ceThreshold`. */
  ceMark: number
  /** How often a packet started a flow. */
  newFlowCount: number
  /** Flows that are new. */
  newFlowsLen: number
  /** Flows that are not. */
  oldFlowsLen: number
  /** Bytes of memory in use. */
  memoryUsage: number
}

/** What fq_codel tells of a flow, which it shows as a class. */
export interface FqCodelClassXstats {
  /** Bytes that the flow may still send in this turn. */
  deficit: number
  /** How long the last packet waited. @unit ms */
  ldelay: number
  /** Packets dropped since dropping began. */
  count: number
  /** `count` when dropping began the last time. */
  lastcount: number
  /** Whether packets are dropped now. */
  dropping: boolean
  /** Until the next drop, while dropping; below 0 it is overdue. @unit ms */
  dropNext: number
}

const MAX_U32 = 0xffff_ffff
const MAX_U8 = 0xff
const MAX_FLOWS = 65_536
const MAX_MEMORY = 0x8000_0000
// The kernel takes less for this.
const MIN_QUANTUM = 256

function toWire(options: FqCodelQdiscOptions, { path }: EncodeContext): FqCodelAttrs {
  const wire: FqCodelAttrs = { ...threshold(options, path) }
  const { limit, flows, target, interval, quantum, ecn, memoryLimit, dropBatch } = options
  if (limit !== undefined) wire.limit = checkInteger(limit, `${path}.limit`, 0, MAX_U32)
  if (flows !== undefined) wire.flows = checkInteger(flows, `${path}.flows`, 1, MAX_FLOWS)
  if (target !== undefined) wire.target = toCodelTime(target, `${path}.target`)
  if (interval !== undefined) wire.interval = toCodelTime(interval, `${path}.interval`)
  if (quantum !== undefined) wire.quantum = quantumOf(quantum, `${path}.quantum`)
  if (ecn !== undefined) wire.ecn = checkFlag(ecn, `${path}.ecn`) ? 1 : 0
  if (dropBatch !== undefined) wire.dropBatchSize = checkInteger(dropBatch, `${path}.dropBatch`, 1, MAX_U32)
  if (memoryLimit !== undefined) {
    wire.memoryLimit = sizeToBytes(memoryLimit, `${path}.memoryLimit`, { max: MAX_MEMORY })
  }
  return wire
}

function quantumOf(quantum: Size, path: string): number {
  const bytes = sizeToBytes(quantum, path)
  if (bytes >= MIN_QUANTUM && bytes <= FQ_CODEL_QUANTUM_MAX) return bytes
  const expected = `${MIN_QUANTUM} to ${FQ_CODEL_QUANTUM_MAX} bytes`
  throw new OptionError({ path, expected, received: quantum })
}

function threshold(options: FqCodelQdiscOptions, path: string): FqCodelAttrs {
  const { ceThreshold, ceThresholdSelector: selector = 0, ceThresholdMask: mask = 0 } = options
  const off = ceThreshold === undefined || ceThreshold === 'off'
  const ceThresholdSelector = checkInteger(selector, `${path}.ceThresholdSelector`, 0, MAX_U8)
  const ceThresholdMask = checkInteger(mask, `${path}.ceThresholdMask`, 0, MAX_U8)
  if (off && mask !== 0) {
    throw new OptionError({
      path: `${path}.ceThresholdMask`,
      expected: 'ceThreshold with it',
      received: mask,
    })
  }
  if (mask === 0 && selector !== 0) {
    const expected = 'ceThreshold and a ceThresholdMask above 0 with it'
    throw new OptionError({ path: `${path}.ceThresholdSelector`, expected, received: selector })
  }
  if (ceThreshold === undefined) return {}
  if (off) return { ceThreshold: CODEL_OFF_MICROSECONDS }
  const wire: FqCodelAttrs = { ceThreshold: toCodelTime(ceThreshold, `${path}.ceThreshold`) }
  if (options.ceThresholdSelector === undefined && options.ceThresholdMask === undefined) return wire
  return { ...wire, ceThresholdSelector, ceThresholdMask }
}

function fromWire(wire: FqCodelAttrs): DumpedFqCodelQdiscOptions {
  const options: DumpedFqCodelQdiscOptions = {
    limit: wire.limit ?? 0,
    flows: wire.flows ?? 0,
    target: fromCodelTime(wire.target ?? 0),
    interval: fromCodelTime(wire.interval ?? 0),
    quantum: wire.quantum ?? 0,
    ecn: wire.ecn !== 0 && wire.ecn !== undefined,
    memoryLimit: wire.memoryLimit ?? 0,
    dropBatch: wire.dropBatchSize ?? 0,
  }
  if (wire.ceThreshold === undefined) return options
  options.ceThreshold = fromCodelTime(wire.ceThreshold)
  if (!wire.ceThresholdMask) return options
  options.ceThresholdMask = wire.ceThresholdMask
  options.ceThresholdSelector = wire.ceThresholdSelector ?? 0
  return options
}

export const fqCodel = defineQdisc({
  kind: 'fq_codel',
  options: attributes({
    names: fqCodelAttrsNames,
    encode: encodeFqCodelAttrs,
    decode: decodeFqCodelAttrs,
    fields: {
      limit: true,
      flows: true,
      target: true,
      interval: true,
      quantum: true,
      ecn: true,
      ceThreshold: true,
      ceThresholdSelector: true,
      ceThresholdMask: true,
      memoryLimit: true,
      dropBatch: true,
    },
    toWire,
    fromWire,
  }),
  xstats: (r, at, end): FqCodelXstats => decodeTcFqCodelXstats(r, at, end).qdiscStats,
  classXstats: (r, at, end): FqCodelClassXstats => {
    const { ldelay, dropping, dropNext, ...counts } = decodeTcFqCodelClassXstats(r, at, end).classStats
    return {
      ...counts,
      ldelay: microsecondsToMs(ldelay),
      dropping: dropping !== 0,
      dropNext: microsecondsToMs(dropNext),
    }
  },
})
