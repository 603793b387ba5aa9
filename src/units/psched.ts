// The packet scheduler's clock: ticks, and the times and sizes that the kernel wants in ticks
// (bursts, netem's older fields). As iproute2 6.1 computes them in tc/tc_core.c.

import { readFileSync } from 'node:fs'

/** Ticks in a microsecond where the kernel does not tell: one tick is 64 ns on every kernel since 2.6.27. */
const USUAL_TICKS_PER_MICROSECOND = 15.625

const MICROSECONDS_PER_SECOND = 1e6
const NANOSECONDS_PER_SECOND = 1e9
const MAX_U32 = 0xffffffff

/**
 * Ticks in a microsecond, from the text of /proc/net/psched: four hexadecimal words, of which the first
 * three count. `undefined` for text that makes no sense.
 */
export function parsePsched(text: string): number | undefined {
  const words = /^\s*([0-9a-f]{1,8})\s+([0-9a-f]{1,8})\s+([0-9a-f]{1,8})\b/i.exec(text)
  if (words === null) return undefined
  const [multiplier = 0, divisor = 0, resolution = 0] = words
    .slice(1)
    .map((word) => Number.parseInt(word, 16))
  // Kernels with a nanosecond clock state 1000 as multiplier, for old programs; it is 1 in truth.
  const real = resolution === NANOSECONDS_PER_SECOND ? divisor : multiplier
  const ticks = (real / divisor) * (resolution / MICROSECONDS_PER_SECOND)
  return Number.isFinite(ticks) && ticks > 0 ? ticks : undefined
}

/** Between microseconds, milliseconds, bytes and ticks of the kernel's packet scheduler. */
export class Clock {
  private ticks: number | undefined

  /**
   * @param ticksPerMicrosecond the clock's speed. Unless given it is read from /proc/net/psched
   *   when it is first needed; where that cannot be read, a tick is 64 ns.
   */
  constructor(ticksPerMicrosecond?: number) {
    this.ticks = ticksPerMicrosecond
  }

  /** Ticks in a microsecond: 15.625 on every kernel in use. */
  get ticksPerMicrosecond(): number {
    this.ticks ??= readPsched() ?? USUAL_TICKS_PER_MICROSECOND
    return this.ticks
  }

  /** Microseconds, cut to whole ones as tc does first, as whole ticks; at most 2^32 - 1 of them. */
  microsecondsToTicks(microseconds: number): number {
    return Math.min(MAX_U32, Math.trunc(Math.trunc(microseconds) * this.ticksPerMicrosecond))
  }

  /** Whole ticks as whole microseconds, as tc shows them. */
  ticksToMicroseconds(ticks: number): number {
    return Math.trunc(ticks / this.ticksPerMicrosecond)
  }

  /** Nanoseconds as ticks the way tc does it: by way of whole microseconds. */
  nanosecondsToTicks(nanoseconds: number | bigint): number {
    return this.microsecondsToTicks(Number(nanoseconds) / 1e3)
  }

  /** Ticks as milliseconds, nothing lost: {@link msToTicks} gives the same ticks back. */
  ticksToMs(ticks: number): number {
    return ticks / (this.ticksPerMicrosecond * 1e3)
  }

  /**
   * Milliseconds as whole ticks, at most 2^32 - 1 of them: exactly the ticks that
   * {@link ticksToMs} made them from, if so, and otherwise the next lower count, as tc's.
   */
  msToTicks(milliseconds: number): number {
    const exact = milliseconds * this.ticksPerMicrosecond * 1e3
    const nearest = Math.round(exact)
    const ticks = this.ticksToMs(nearest) === milliseconds ? nearest : Math.trunc(exact)
    return Math.min(MAX_U32, ticks)
  }

  /**
   * How many ticks it takes to send `size` bytes at `rate` bytes a second, in whole microseconds on
   * the way, as tc 6.1 does it. It is 0 for what takes less than a microsecond; see {@link burstTicks}.
   */
  transmitTime(rate: number, size: number): number {
    return size === 0 ? 0 : this.microsecondsToTicks(MICROSECONDS_PER_SECOND * (size / rate))
  }

  /** How many bytes are sent in so many ticks, as tc shows bursts: somewhat less than was asked for. */
  transmitSize(rate: number, ticks: number): number {
    return Math.trunc((rate * this.ticksToMicroseconds(ticks)) / MICROSECONDS_PER_SECOND)
  }

  /**
   * A burst of `size` bytes in ticks: {@link transmitTime}, but never 0 for a burst that is there. At high
   * rates tc 6.1 sends 0, which leaves a class over its limit for ever.
   */
  burstTicks(rate: number, size: number): number {
    const ticks = this.transmitTime(rate, size)
    if (ticks > 0 || size === 0) return ticks
    return Math.ceil(MICROSECONDS_PER_SECOND * (size / rate) * this.ticksPerMicrosecond)
  }
}

function readPsched(): number | undefined {
  try {
    return parsePsched(readFileSync('/proc/net/psched', 'latin1'))
  } catch {
    // No /proc, or one that hides it: the clock has been the same for many years anyway.
    return undefined
  }
}
