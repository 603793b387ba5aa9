// How long the kernel reckons that bytes take on a link (struct psched_ratecfg and psched_l2t_ns of
// net/sch_generic.h), and which sizes take so long: the way back to a burst that was given in bytes.

import type { LinkLayer } from './ratespec.ts'

const NANOSECONDS_PER_SECOND = 1_000_000_000n
/** The kernel divides by a rate by way of a multiplier of 32 bits, as large as it gets, and a shift. */
const LARGE_MULTIPLIER = 2n ** 31n
const LARGEST_SHIFT = 34
const CELL = 53n
const CELL_PAYLOAD = 48n
/** PSCHED_SHIFT: a tick is 64 ns. */
const TICK_SHIFT = 6n
const KIBIBYTE = 1024
const MAX_U32 = 0xffff_ffff

/** A rate and what packets take on its link besides their own bytes. */
export interface LinkRateSpec {
  /** Bytes a second, above 0. */
  rate: number
  /** Bytes added to each packet. */
  overhead: number
  linklayer: LinkLayer
}

/** A size that takes a given time, and whether it is the only one. */
export interface SizeInTime {
  size: number
  exact: boolean
}

/** The kernel's own arithmetic for one rate. */
export class LinkRate {
  private readonly spec: LinkRateSpec
  private readonly multiplier: bigint
  private readonly shift: bigint

  constructor(spec: LinkRateSpec) {
    this.spec = spec
    const rate = BigInt(spec.rate)
    // The shift is about log2(rate) + 1.1: what lies far below needs no trial.
    let shift = Math.min(LARGEST_SHIFT, Math.floor(Math.log2(spec.rate)))
    const multiplierAt = (at: number): bigint => (NANOSECONDS_PER_SECOND << BigInt(at)) / rate
    while (shift < LARGEST_SHIFT && multiplierAt(shift) < LARGE_MULTIPLIER) shift++
    this.multiplier = multiplierAt(shift)
    this.shift = BigInt(shift)
  }

  /**
   * The size in whole bytes that takes so many ticks; `undefined` where none does. Where several do it is a
   * whole number of KiB if there is one, as most bursts are written, and else the greatest, so that
   * no packet that fitted before is too long for it.
   */
  sizeOf(ticks: number): SizeInTime | undefined {
    const { least, greatest } = this.onLink(BigInt(ticks))
    const low = Math.max(1, least - this.spec.overhead)
    const high = Math.min(MAX_U32, greatest - this.spec.overhead)
    if (low > high) return undefined
    const kibibytes = Math.floor(high / KIBIBYTE) * KIBIBYTE
    return { size: kibibytes >= low ? kibibytes : high, exact: low === high }
  }

  /** The longest packet that the kernel lets through where a burst is told as time alone. */
  longestPacket(ticks: number): number {
    const onLink = ((BigInt(ticks) << TICK_SHIFT) * BigInt(this.spec.rate)) / NANOSECONDS_PER_SECOND
    const bytes = this.spec.linklayer === 'ethernet' ? onLink : (onLink / CELL) * CELL_PAYLOAD
    return Math.max(0, Number(bytes) - this.spec.overhead)
  }

  // Sizes on the link, cells opened, from the least to the greatest that takes so many ticks.
  private onLink(ticks: bigint): { least: number; greatest: number } {
    const least = this.firstAt(ticks)
    const next = this.firstAt(ticks + 1n)
    if (this.spec.linklayer === 'ethernet') return { least: Number(least), greatest: Number(next) - 1 }
    const before = (least + CELL - 1n) / CELL - 1n
    const last = (next - 1n) / CELL
    return { least: Number(before * CELL_PAYLOAD) + 1, greatest: Number(last * CELL_PAYLOAD) }
  }

  // The least number of bytes that takes at least so many ticks.
  private firstAt(ticks: bigint): bigint {
    const scaled = (ticks << TICK_SHIFT) << this.shift
    return (scaled + this.multiplier - 1n) / this.multiplier
  }
}
