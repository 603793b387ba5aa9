// Rates with their link layer (struct tc_ratespec, pkt_sched.h), and bursts, which the kernel
// keeps as the time they take at a rate. Shared by htb, tbf and police.

import type { TcRatespec } from '../generated/tc/common.ts'
import { TC_LINKLAYER_ATM, TC_LINKLAYER_ETHERNET, TC_LINKLAYER_MASK } from '../generated/tc/constants.ts'
import { checkInteger, checkOneOf } from '../units/integer.ts'
import type { Clock } from '../units/psched.ts'
import { bytesToRate } from '../units/rate.ts'
import { cellLogFor } from '../units/rate_table.ts'
import { type Size, sizeToBytes } from '../units/size.ts'
import type { Int64 } from '../wire/attribute.ts'
import { OptionError } from '../wire/errors.ts'

/** How a packet's size on the link is counted. `atm` (also `adsl`): in whole cells of 53 bytes. */
export type LinkLayer = 'ethernet' | 'atm' | 'adsl'

/** What a packet takes on the link besides its own bytes. */
export interface LinkLayerOptions {
  /** Bytes added to each packet. @default 0 */
  overhead?: number | undefined
  /** Bytes that a packet counts as at least. Kernels before 5.17 ignore it. @default 0 */
  mpu?: number | undefined
  /** @default ethernet */
  linklayer?: LinkLayer | undefined
}

/** What dumps tell of {@link LinkLayerOptions}. */
export interface DumpedLinkLayerOptions {
  overhead: number
  mpu: number
  linklayer: LinkLayer
}

/** Above it a rate needs a 64-bit attribute of its own. */
const MAX_RATE32 = 0xffff_ffff
const MAX_U16 = 0xffff
const MAX_U32 = 0xffff_ffff
/** What a message holds at most of a rate, in bytes a second. */
export const MAX_RATE: number = Number.MAX_SAFE_INTEGER

/**
 * A rate with its link layer. The link layer is always told, so that the kernel needs no table
 * of transmission times to guess it from.
 */
export function toRatespec(
  bytesPerSecond: number,
  link: LinkLayerOptions,
  mtu: number,
  path: string,
): TcRatespec {
  return {
    cellLog: cellLogFor(mtu),
    linklayer: toLinkLayer(link.linklayer, `${path}.linklayer`),
    overhead: checkInteger(link.overhead ?? 0, `${path}.overhead`, 0, MAX_U16),
    cellAlign: -1,
    mpu: checkInteger(link.mpu ?? 0, `${path}.mpu`, 0, MAX_U16),
    rate: Math.min(bytesPerSecond, MAX_RATE32),
  }
}

/** The 64-bit attribute for a rate that tc_ratespec cannot hold. */
export function toRate64(bytesPerSecond: number): number | undefined {
  return bytesPerSecond > MAX_RATE32 ? bytesPerSecond : undefined
}

/** Bytes a second of a rate and its 64-bit attribute. */
export function wireRate(spec: TcRatespec | undefined, rate64: Int64 | undefined): number {
  return Number(rate64 ?? spec?.rate ?? 0)
}

/** bit/s of a rate and its 64-bit attribute. */
export function fromRate(spec: TcRatespec | undefined, rate64: Int64 | undefined): number {
  return bytesToRate(rate64 ?? spec?.rate ?? 0)
}

/** Link options of a rate. */
export function fromRatespec(spec: TcRatespec | undefined): DumpedLinkLayerOptions {
  return {
    overhead: spec?.overhead ?? 0,
    mpu: spec?.mpu ?? 0,
    linklayer: ((spec?.linklayer ?? 0) & TC_LINKLAYER_MASK) === TC_LINKLAYER_ATM ? 'atm' : 'ethernet',
  }
}

function toLinkLayer(layer: LinkLayer | undefined, path: string): number {
  const name = checkOneOf(layer ?? 'ethernet', path, ['ethernet', 'atm', 'adsl'])
  return name === 'ethernet' ? TC_LINKLAYER_ETHERNET : TC_LINKLAYER_ATM
}

/** Whether a burst is one that tc takes; all others are of the time that a dump told. */
export function isWholeBurst(size: number): boolean {
  return Number.isInteger(size) && size <= MAX_U32
}

/**
 * Bytes of a burst: a size as tc takes it, or a number as {@link fromBurst} makes it, which may have a
 * fraction.
 */
export function burstToBytes(value: Size, path: string): number {
  const isTime = typeof value === 'number' && value > 0 && value < Infinity && !isWholeBurst(value)
  return isTime ? value : sizeToBytes(value, path)
}

/**
 * Refuses a burst that takes longer than the kernel can be told in ticks.
 * @throws OptionError with the greatest size
 */
export function checkBurst(clock: Clock, bytesPerSecond: number, size: number, path: string): number {
  const longest = Math.ceil(MAX_U32 / clock.ticksPerMicrosecond)
  const greatest = Math.ceil((longest / 1e6) * bytesPerSecond)
  // A burst of just that time may be rounded up.
  if (size <= greatest * (1 + Number.EPSILON * 8)) return size
  const expected = `a size up to ${greatest}, which takes ${Math.trunc(longest / 1e6)} s at its rate`
  throw new OptionError({ path, expected, received: size })
}

/** Ticks that a burst takes at a rate: as tc computes them for whole bytes, exactly for others. */
export function toBurst(clock: Clock, bytesPerSecond: number, size: number): number {
  return isWholeBurst(size)
    ? clock.burstTicks(bytesPerSecond, size)
    : clock.msToTicks((size / bytesPerSecond) * 1e3)
}

/**
 * Bytes of a burst, such that {@link toBurst} makes the same ticks of them: whole bytes where tc
 * made the ticks, else the exact quotient.
 */
export function fromBurst(clock: Clock, bytesPerSecond: number, ticks: number): number {
  if (bytesPerSecond === 0) return 0
  const microseconds = Math.ceil(ticks / clock.ticksPerMicrosecond)
  const whole = Math.ceil((microseconds * bytesPerSecond) / 1e6)
  const timed = timedBurst(clock, bytesPerSecond, ticks)
  for (const size of [whole, Math.ceil(timed)]) {
    if (toBurst(clock, bytesPerSecond, size) === ticks) return size
  }
  return timed
}

/** Bytes that take exactly so many ticks, and are no whole burst, so that {@link toBurst} leaves them alone. */
export function timedBurst(clock: Clock, bytesPerSecond: number, ticks: number): number {
  const exact = (clock.ticksToMs(ticks) / 1e3) * bytesPerSecond
  // A whole number tc would cut to fewer ticks: a hair more is no whole number, and keeps them all.
  const more = exact * (1 + Number.EPSILON * 4)
  return !isWholeBurst(exact) && toBurst(clock, bytesPerSecond, exact) === ticks ? exact : more
}
