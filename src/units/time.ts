// Durations: milliseconds in the interface. tc(8) has two grammars (iproute2 lib/utils.c): the
// older one counts microseconds in 32 bits, the newer one nanoseconds in 64; text without a unit
// means the one or the other, depending on the option.

import { OptionError } from '../wire/errors.ts'
import { formatG } from './c_number.ts'
import { scanDouble } from './number_text.ts'

/**
 * A duration: a number of milliseconds, or tc's text.
 *
 * Suffixes, in any case: `s`, `sec`, `secs`; `ms`, `msec`, `msecs`; `us`, `usec`, `usecs`; and,
 * for options that the kernel counts in nanoseconds, `ns`, `nsec`, `nsecs`. Text without a suffix
 * is what tc takes it for: microseconds, or nanoseconds for the options just named. A JavaScript
 * number is always milliseconds, and dumps give such numbers.
 */
export type Duration = number | string

/** Units of a grammar, by suffix. */
type Units = ReadonlyMap<string, number>

function units(perSecond: number, names: readonly string[]): Units {
  const found = new Map([['', 1]])
  names.forEach((name, step) => {
    const scale = perSecond / 1000 ** step
    const stem = name === 's' ? '' : name.slice(0, 1)
    for (const suffix of [name, `${stem}sec`, `${stem}secs`]) found.set(suffix, scale)
  })
  return found
}

const IN_MICROSECONDS = units(1e6, ['s', 'ms', 'us'])
const IN_NANOSECONDS = units(1e9, ['s', 'ms', 'us', 'ns'])

const MAX_U32 = 0xffffffff
const MAX_S64 = 2 ** 63

/**
 * A duration in whole microseconds for the options that tc reads with its older grammar: text
 * without a unit is microseconds. Text is cut to whole microseconds as tc cuts it; a number of
 * milliseconds is rounded to the nearest.
 *
 * @param limits `max`: the greatest value the attribute holds; 2^32 - 1 unless given.
 * @throws OptionError for negative, infinite, malformed and too long durations.
 */
export function timeToMicroseconds(value: Duration, path: string, limits: { max?: number } = {}): number {
  const max = limits.max ?? MAX_U32
  const time = wholeTime(value, IN_MICROSECONDS, 1e3)
  if (time >= 0 && time <= max) return time
  const expected = `0 to ${max / 1e3} milliseconds, or text such as '20ms' (units: s, ms, us)`
  throw new OptionError({ path, expected, received: value })
}

/**
 * A duration in whole nanoseconds for the options that tc reads with its newer grammar: text
 * without a unit is nanoseconds. A `bigint` above 2^53 - 1, about 104 days.
 *
 * @throws OptionError for negative, infinite, malformed and too long durations.
 */
export function timeToNanoseconds(value: Duration, path: string): number | bigint {
  const time = wholeTime(value, IN_NANOSECONDS, 1e6)
  if (time >= 0 && time < MAX_S64) return Number.isSafeInteger(time) ? time : BigInt(time)
  const expected = "a duration in milliseconds, or text such as '20ms' (units: s, ms, us, ns)"
  throw new OptionError({ path, expected, received: value })
}

function wholeTime(value: unknown, scales: Units, perMillisecond: number): number {
  if (typeof value === 'number') return value < 0 ? Number.NaN : nearest(value, perMillisecond)
  const found = typeof value === 'string' ? scanDouble(value) : undefined
  const scale = scales.get(found?.rest.toLowerCase() ?? '?')
  if (found === undefined || scale === undefined || found.value < 0) return Number.NaN
  return Math.trunc(found.value * scale) + 0
}

// Dividing by a power of ten and multiplying again is off by one in long durations, so the
// count that was divided is looked for next to the product.
function nearest(milliseconds: number, perMillisecond: number): number {
  const count = Math.round(milliseconds * perMillisecond) + 0
  for (const near of [count, count - 1, count + 1]) {
    if (near / perMillisecond === milliseconds) return near
  }
  return count
}

/** Microseconds from the wire as milliseconds: {@link timeToMicroseconds} gives them back. */
export function microsecondsToMs(microseconds: number | bigint): number {
  return Number(microseconds) / 1e3
}

/**
 * Nanoseconds from the wire as milliseconds: {@link timeToNanoseconds} gives them back below 2^33 ms (99
 * days), from where on a number of milliseconds no longer tells single nanoseconds apart.
 */
export function nanosecondsToMs(nanoseconds: number | bigint): number {
  return Number(nanoseconds) / 1e6
}

/** A duration as tc prints it: three significant digits and a unit, `1.5ms`, `20us`, `64ns`. */
export function formatTime(milliseconds: number): string {
  const nanoseconds = nearest(milliseconds, 1e6)
  if (nanoseconds >= 1e9) return `${formatG(nanoseconds / 1e9, 3)}s`
  if (nanoseconds >= 1e6) return `${formatG(nanoseconds / 1e6, 3)}ms`
  if (nanoseconds >= 1e3) return `${formatG(nanoseconds / 1e3, 3)}us`
  return nanoseconds === 0 ? '0us' : `${nanoseconds}ns`
}
