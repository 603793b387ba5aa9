// The options of netem, as users write them and as dumps give them.

import type { Fraction } from '../../units/fraction.ts'
import type { Rate } from '../../units/rate.ts'
import type { Duration } from '../../units/time.ts'
import type { Dumped } from '../dumped.ts'
import type {
  DumpedNetemLossGemodel,
  DumpedNetemLossState,
  NetemLossGemodel,
  NetemLossState,
} from './netem-loss.ts'
import type { DumpedNetemSlot, NetemSlot } from './netem-slot.ts'
import type { NetemDistribution } from './netem-tables.ts'

/**
 * Options of netem. `change` sets `limit`, `delay`, `jitter`, `loss`, `lossState`, `lossGemodel`, `duplicate` and
 * `gap` anew, to their defaults where absent; what else is absent stays as it was. Correlations of delay, loss and
 * duplication stay together: naming one of them sets all three.
 */
export interface NetemQdiscOptions {
  /**
   * Most packets held. At high rates and long delays 1000 are too few, and what is more is lost; 0 loses all.
   * @default 1000 @uapi tc_netem_qopt.limit, pkt_sched.h
   */
  limit?: number | undefined
  /**
   * How long packets wait. Text without a unit is microseconds. The kernel counts nanoseconds; tc 6.1 only steps of
   * 64. @unit ms @default 0 @uapi tc_netem_qopt.latency, TCA_NETEM_LATENCY64
   */
  delay?: Duration | undefined
  /**
   * How far delays scatter around `delay`, at most 2147.483647.
   * @unit ms @default 0 @uapi tc_netem_qopt.jitter, TCA_NETEM_JITTER64
   */
  jitter?: Duration | undefined
  /** How much a delay depends on the one before. @default 0 @uapi tc_netem_corr.delay_corr */
  delayCorrelation?: Fraction | undefined
  /**
   * How delays scatter. Absent it is `uniform`, but for a change, which keeps what is there. The kernel
   * never tells it, so that dumps do not have it: what was listed is added as uniform. tc's `experimental` is
   * measured, not defined; its table can be read from the file of iproute2 by `parseDistributionTable`.
   * @uapi TCA_NETEM_DELAY_DIST
   */
  distribution?: NetemDistribution | undefined
  /** Share of packets lost at random. @default 0 @uapi tc_netem_qopt.loss */
  loss?: Fraction | undefined
  /** How much a loss depends on the one before. @default 0 @uapi tc_netem_corr.loss_corr */
  lossCorrelation?: Fraction | undefined
  /** Losses by a chain of four states, instead of `loss`. @uapi NETEM_LOSS_GI */
  lossState?: NetemLossState | undefined
  /** Losses by a chain of two states, instead of `loss`. @uapi NETEM_LOSS_GE */
  lossGemodel?: NetemLossGemodel | undefined
  /** Mark packets (ECN CE) that allow it instead of losing them. @default false @uapi TCA_NETEM_ECN */
  ecn?: boolean | undefined
  /** Share of packets sent twice. @default 0 @uapi tc_netem_qopt.duplicate */
  duplicate?: Fraction | undefined
  /** How much a duplication depends on the one before. tc 6.1 does not send it. @default 0 @uapi tc_netem_corr.dup_corr */
  duplicateCorrelation?: Fraction | undefined
  /** Share of packets in which a bit is flipped. @default 0 @uapi TCA_NETEM_CORRUPT */
  corrupt?: Fraction | undefined
  /** How much a corruption depends on the one before. @default 0 @uapi tc_netem_corrupt.correlation */
  corruptCorrelation?: Fraction | undefined
  /**
   * Share of packets that do not wait, and so overtake others. Needs something that makes packets wait: `delay`,
   * `jitter`, `rate` or `slot`. @default 1 with gap, else 0 @uapi TCA_NETEM_REORDER
   */
  reorder?: Fraction | undefined
  /** How much a reordering depends on the one before. @default 0 @uapi tc_netem_reorder.correlation */
  reorderCorrelation?: Fraction | undefined
  /** Only every so many packets one may overtake. @default 1 with reorder, else 0 @uapi tc_netem_qopt.gap */
  gap?: number | undefined
  /** What the link carries; 0 for no limit. @unit bit/s @default 0 @uapi tc_netem_rate.rate, TCA_NETEM_RATE64 */
  rate?: Rate | undefined
  /** Bytes that `rate` counts besides each packet; may be negative. @default 0 @uapi tc_netem_rate.packet_overhead */
  packetOverhead?: number | undefined
  /** Bytes in a cell, of which `rate` counts whole ones; 0 for none. @default 0 @uapi tc_netem_rate.cell_size */
  cellSize?: number | undefined
  /** Bytes that `rate` counts besides each cell; may be negative. @default 0 @uapi tc_netem_rate.cell_overhead */
  cellOverhead?: number | undefined
  /** When packets leave together. @default at any time @uapi TCA_NETEM_SLOT */
  slot?: NetemSlot | undefined
  /**
   * Where the row of random values starts, 64 bits. Kernel 6.6; older ones ignore it.
   * @default at random @uapi TCA_NETEM_PRNG_SEED
   */
  seed?: bigint | number | undefined
  /** Set where `delay` or `jitter` is more than the kernel could tell (274.9 s; before 4.16). Out only. */
  saturated?: boolean | undefined
}

/**
 * Options of netem as dumps give them. What is off or has no effect is absent, and so is `distribution`, which the
 * kernel does not tell.
 */
export type DumpedNetemQdiscOptions = Omit<
  Dumped<NetemQdiscOptions>,
  'limit' | 'distribution' | 'lossState' | 'lossGemodel' | 'slot' | 'seed'
> & {
  limit: number
  lossState?: DumpedNetemLossState
  lossGemodel?: DumpedNetemLossGemodel
  slot?: DumpedNetemSlot
  seed?: bigint
}
