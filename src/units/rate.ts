// Rates: bits a second in the interface, bytes a second on the wire. Text as tc(8) reads it
// (iproute2 lib/utils_math.c): k is 1000, Ki is 1024, "bit" is bits, "bps" is BYTES a second.

import { OptionError } from '../wire/errors.ts'
import { scanDouble } from './number_text.ts'

/**
 * A rate: a number of bits a second, or tc's text.
 *
 * Suffixes, in any case: `bit`, `kbit`, `mbit`, `gbit`, `tbit` (powers of 1000), `kibit` to `tibit`
 * (powers of 1024), and the same with `bps` for bytes a second: `1mbps` is 8,000,000 bit/s. Without
 * a suffix the text is bits a second. Dumps give numbers.
 */
export type Rate = number | string

const PREFIXES: ReadonlyArray<readonly [string, number]> = [
  ['', 1],
  ['k', 1e3],
  ['m', 1e6],
  ['g', 1e9],
  ['t', 1e12],
  ['ki', 2 ** 10],
  ['mi', 2 ** 20],
  ['gi', 2 ** 30],
  ['ti', 2 ** 40],
]

const BITS = new Map<string, number>([['', 1]])
for (const [prefix, scale] of PREFIXES) {
  BITS.set(`${prefix}bit`, scale)
  BITS.set(`${prefix}bps`, scale * 8)
}

const EXPECTED = "a rate of 0 or more: bits a second, or text such as '10mbit'"

/**
 * A rate as whole bytes a second, a remainder of bits dropped, as tc does it.
 *
 * @param limits `max`: the greatest value the attribute holds, in bytes a second
 *   (2^53 - 1 unless given; 2^32 - 1 for the older attributes).
 * @throws OptionError for negative, infinite and malformed rates, and for those above `max`. A
 *   percentage of a device's speed (`'50%'`) is refused as well: nothing here knows the device.
 */
export function rateToBytes(value: Rate, path: string, limits: { max?: number } = {}): number {
  const bytes = Math.trunc(bitsOf(value, path) / 8)
  const max = limits.max ?? Number.MAX_SAFE_INTEGER
  if (!(bytes >= 0)) throw new OptionError({ path, expected: EXPECTED, received: value })
  if (bytes > max) throw new OptionError({ path, expected: `at most ${max} bytes a second`, received: value })
  return bytes + 0
}

function bitsOf(value: unknown, path: string): number {
  if (typeof value === 'number') return value < 0 ? Number.NaN : value
  if (typeof value !== 'string') return Number.NaN
  if (value.includes('%')) {
    const expected = "a rate in bits a second; a share of the device's speed has to be worked out first"
    throw new OptionError({ path, expected, received: value })
  }
  const found = scanDouble(value)
  const scale = BITS.get(found?.rest.toLowerCase() ?? '?')
  if (found === undefined || scale === undefined || found.value < 0) return Number.NaN
  return found.value * scale
}

/** Bytes a second from the wire as bits a second: exact for everything below 2^53 byte/s. */
export function bytesToRate(bytesPerSecond: number | bigint): number {
  return Number(bytesPerSecond) * 8
}

/** A rate as tc prints it: whole units, `1500Kbit` rather than `1.5Mbit`. */
export function formatRate(bitsPerSecond: number): string {
  let rate = Math.trunc(bitsPerSecond)
  const units = ['', 'K', 'M', 'G', 'T']
  let unit = 0
  while (unit < units.length - 1 && rate >= 1000 && (rate % 1000 === 0 || rate >= 1e6)) {
    rate = Math.trunc(rate / 1000)
    unit++
  }
  return `${rate}${units[unit]}bit`
}
