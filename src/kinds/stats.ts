// Counters of qdiscs, classes and actions (TCA_STATS2 and TCA_ACT_STATS; gen_stats.h).

import type { TcaStats } from '../generated/tc/common.ts'
import type { Int64 } from '../wire/attribute.ts'
import type { Payload } from '../wire/reader.ts'

/**
 * What an object has counted since it was made. Counters are numbers; with `{ bigint: true }`
 * in the call, those of 64 bits are exact bigints.
 */
export interface Stats<N extends number | bigint = number> {
  /** Bytes handled. */
  bytes: N
  /** Packets handled. */
  packets: N
  /** Packets dropped. */
  drops: number
  /** Times that a packet had to wait, or was over a limit. */
  overlimits: number
  /** Packets put back into the queue. */
  requeues: number
  /** Packets in the queue now. */
  qlen: number
  /** Bytes in the queue now. */
  backlog: number
  /** Rate that an estimator measured, where there is one. */
  estimate?: RateEstimate
  /** What hardware handled of it. */
  hardware?: { bytes: N; packets: N }
}

/** The rate that an estimator measured. */
export interface RateEstimate {
  /** bit/s */
  rate: number
  /** packet/s */
  pps: number
}

const BITS = 8

/** Counters as the user sees them. */
export function toStats(wire: TcaStats): Stats {
  const { basic, queue } = wire
  const stats: Stats = {
    bytes: Number(basic?.bytes ?? 0),
    packets: Number(wire.pkt64 ?? basic?.packets ?? 0),
    drops: queue?.drops ?? 0,
    overlimits: queue?.overlimits ?? 0,
    requeues: queue?.requeues ?? 0,
    qlen: queue?.qlen ?? 0,
    backlog: queue?.backlog ?? 0,
  }
  const estimate = wire.rateEst64 ?? wire.rateEst
  if (estimate !== undefined)
    stats.estimate = { rate: Number(estimate.bps) * BITS, pps: Number(estimate.pps) }
  const hardware = wire.basicHw
  if (hardware !== undefined)
    stats.hardware = { bytes: Number(hardware.bytes), packets: Number(hardware.packets) }
  return stats
}

/** Counters with the 64-bit ones exact. */
export function toExactStats(wire: TcaStats): Stats<bigint> {
  const { hardware: _, ...rest } = toStats(wire)
  const stats: Stats<bigint> = {
    ...rest,
    bytes: BigInt(wire.basic?.bytes ?? 0),
    packets: BigInt(wire.pkt64 ?? wire.basic?.packets ?? 0),
  }
  const { basicHw } = wire
  if (basicHw !== undefined)
    stats.hardware = { bytes: BigInt(basicHw.bytes), packets: BigInt(basicHw.packets) }
  return stats
}

/** The payload of TCA_STATS_APP, where the statistics hold one. */
export function appPayload(wire: TcaStats): Payload | undefined {
  const { app } = wire
  return typeof app === 'object' && 'reader' in app ? app : undefined
}

/** A 64-bit counter as a number; beyond 2^53 the nearest one. */
export function counter(value: Int64): number {
  return Number(value)
}
