// What the kinds of the RED family (red, gred, choke) want worked out: the weight of the moving average, its decay
// while the link is idle, and probabilities in 32 bits. As iproute2 6.1 does it in tc/tc_red.c.

import { scanDouble } from '../units/number_text.ts'
import type { Clock } from '../units/psched.ts'
import { OptionError } from '../wire/errors.ts'

/** A probability from 0 to 1, as a number or as text; other than elsewhere, text is no percentage. */
export type RedProbability = number | string

/** Entries of a table of decay. */
export const RED_STAB_SIZE = 256

const LAST = RED_STAB_SIZE - 1
/** The kernel shifts by what the table says, and refuses 32 and more. */
const MAX_SHIFT = 31
const MAX_LOG = 31
const TWO_32 = 2 ** 32
const MAX_U32 = TWO_32 - 1
/** The scale of time is chosen such that the table reaches the greatest shift here or later. */
const FULL_BEFORE = 512
/** What RED takes for the size of packets and the link where nobody says. */
const USUAL_PACKET = 1000
const USUAL_BYTES_PER_SECOND = 1_250_000

/** Decay of the average while the link is idle. */
export interface IdleDamping {
  /** Logarithm of the time that one entry stands for. */
  scellLog: number
  /** By how many bits the average decays, for 256 times. */
  stab: Uint8Array
}

/**
 * TCA_RED_MAX_P: a probability in units of 2^-32, rounded down as tc does it; 1 is one unit less.
 * @throws OptionError for anything outside 0..1, and for what rounds to 0, which the kernel takes for unset
 */
export function redMaxP(probability: RedProbability, path: string): number {
  const share = typeof probability === 'string' ? plain(probability) : probability
  const scaled = Math.min(MAX_U32, Math.trunc(share * TWO_32))
  if (typeof share === 'number' && share <= 1 && scaled >= 1) return scaled
  const expected = 'a probability above 0 (2^-32 or more) and up to 1, such as 0.02'
  throw new OptionError({ path, expected, received: probability })
}

function plain(text: string): number {
  const found = scanDouble(text)
  return found?.rest === '' ? found.value : Number.NaN
}

/** A probability from the wire; {@link redMaxP} gives the same units back. */
export function fromRedMaxP(maxP: number): number {
  return maxP / TWO_32
}

/**
 * tc_red_qopt.Plog: the older form of the probability, its negative logarithm per byte between `min` and `max`. The
 * kernel uses it only where there is no TCA_RED_MAX_P.
 */
export function redPlog(min: number, max: number, maxP: number): number {
  if (min === max) return 0
  let log = 0
  for (let share = fromRedMaxP(maxP) / (max - min); share <= 1 && log < MAX_LOG; share *= 2) log++
  return log
}

/**
 * tc_red_qopt.Wlog: the negative logarithm of what a new sample weighs, such that bursts of `burst` packets pass.
 * @throws OptionError naming `burst` where no weight lets them pass
 */
export function redWlog(min: number, burst: number, avpkt: number, path: string): number {
  const reach = burst + 1 - min / avpkt
  for (let log = 1; reach >= 1 && log <= MAX_LOG; log++) {
    const weight = 2 ** -log
    if (reach <= (1 - (1 - weight) ** burst) / weight) return log
  }
  const expected =
    min < avpkt
      ? `another size of packets: avpkt ${avpkt} is above min ${min}`
      : `${Math.ceil(min / avpkt)} or more packets`
  throw new OptionError({ path, expected, received: burst })
}

/**
 * The decay for packets of `avpkt` bytes on a link of so many bytes a second.
 * @throws OptionError naming the bandwidth where packets take too long on it
 */
export function redIdleDamping(
  clock: Clock,
  wlog: number,
  avpkt: number,
  bytesPerSecond: number,
  path: string,
): IdleDamping {
  const decay = decayPerTick(wlog, clock.burstTicks(bytesPerSecond, avpkt))
  const scellLog = logFor(decay)
  if (scellLog <= MAX_LOG) return { scellLog, stab: table(scellLog, decay) }
  throw new OptionError({
    path,
    expected: `a link that is faster for packets of ${avpkt} bytes`,
    received: bytesPerSecond * 8,
  })
}

/**
 * A decay that goes with a dumped object, which tells the scale of time but not the table, and neither size of
 * packets nor bandwidth. The scale leaves open a factor of two: where the usual 1000 bytes on 10 Mbit/s have it, they
 * are meant, and else the middle.
 */
export function redIdleDampingOf(clock: Clock, wlog: number, scellLog: number): Uint8Array {
  const usual = decayPerTick(wlog, clock.burstTicks(USUAL_BYTES_PER_SECOND, USUAL_PACKET))
  const middle = MAX_SHIFT / (FULL_BEFORE * Math.SQRT1_2 * 2 ** scellLog)
  return table(scellLog, logFor(usual) === scellLog ? usual : middle)
}

function decayPerTick(wlog: number, ticks: number): number {
  return -Math.log(1 - 2 ** -wlog) / ticks
}

function logFor(decay: number): number {
  let log = 0
  while (log <= MAX_LOG && MAX_SHIFT / decay / 2 ** log >= FULL_BEFORE) log++
  return log
}

function table(scellLog: number, decay: number): Uint8Array {
  const stab = Uint8Array.from({ length: RED_STAB_SIZE }, (_, i) =>
    Math.min(MAX_SHIFT, Math.trunc(i * 2 ** scellLog * decay)),
  )
  stab[LAST] = MAX_SHIFT
  return stab
}
