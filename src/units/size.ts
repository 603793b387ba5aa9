// Sizes in bytes. Text as tc(8) reads it (iproute2 lib/utils_math.c): here k is 1024, unlike
// in rates, and "kbit" is 1024 bits.

import { OptionError } from '../wire/errors.ts'
import { formatG, rint } from './c_number.ts'
import { scanDouble, wholeUnsigned } from './number_text.ts'

/**
 * A size: a whole number of bytes, or tc's text.
 *
 * Suffixes, in any case: `b` (bytes), `k` or `kb` (1024), `m` or `mb`, `g` or `gb`, and `kbit`,
 * `mbit`, `gbit` (1024 bits and up, still powers of 1024). Without a suffix the text is bytes. Dumps
 * give numbers.
 */
export type Size = number | string

/** Bytes in a unit by its suffix. */
const BYTES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['k', 2 ** 10],
  ['kb', 2 ** 10],
  ['m', 2 ** 20],
  ['mb', 2 ** 20],
  ['g', 2 ** 30],
  ['gb', 2 ** 30],
  ['kbit', 2 ** 7],
  ['mbit', 2 ** 17],
  ['gbit', 2 ** 27],
])

const MAX_U32 = 0xffffffff

/**
 * A size in bytes. Text may have a fraction (`1.5kb`), of which whole bytes are kept, as tc does;
 * a number has to be whole.
 *
 * @param limits `max`: the greatest size the attribute holds; 2^32 - 1 unless given.
 * @throws OptionError for negative, infinite, malformed and too great sizes.
 */
export function sizeToBytes(value: Size, path: string, limits: { max?: number } = {}): number {
  const max = limits.max ?? MAX_U32
  const bytes = typeof value === 'string' ? bytesOf(value) : value
  if (typeof bytes === 'number' && Number.isInteger(bytes) && bytes >= 0 && bytes <= max) return bytes + 0
  const expected = `a size from 0 to ${max}: whole bytes, or text such as '10kb'`
  throw new OptionError({ path, expected, received: value })
}

function bytesOf(text: string): number {
  const found = scanDouble(text)
  const scale = BYTES.get(found?.rest.toLowerCase() ?? '?')
  if (found === undefined || scale === undefined || found.value < 0) return Number.NaN
  return Math.trunc(found.value * scale)
}

/**
 * A size that may carry a cell size, `10kb/8`, as tc takes it for bursts: the cell size is the
 * step of the rate table and has to be a power of two. `cellLog` is its logarithm.
 *
 * @throws OptionError as {@link sizeToBytes}, and for cells that are no power of two.
 */
export function sizeAndCell(
  value: Size,
  path: string,
  limits: { max?: number } = {},
): { size: number; cellLog?: number } {
  const slash = typeof value === 'string' ? value.indexOf('/') : -1
  if (typeof value !== 'string' || slash < 0) return { size: sizeToBytes(value, path, limits) }
  const size = bytesOf(value.slice(0, slash))
  const cellLog = Math.log2(wholeUnsigned(value.slice(slash + 1), 0) ?? 0)
  const max = limits.max ?? MAX_U32
  if (size >= 0 && size <= max && Number.isInteger(cellLog) && cellLog < 31) return { size, cellLog }
  const expected = `a size up to ${max} and, after the slash, a power of two, such as '10kb/8'`
  throw new OptionError({ path, expected, received: value })
}

/**
 * A size as tc prints it: `b`, `Kb` or `Mb`, and the greater unit only where the size is within
 * a few bytes of a whole number of it.
 */
export function formatSize(bytes: number): string {
  for (const [unit, name, slack] of LARGE) {
    const count = rint(bytes / unit)
    if (bytes >= unit && Math.abs(unit * count - bytes) < slack) return `${formatG(count, 6)}${name}`
  }
  return `${bytes}b`
}

/** Units by size, with how far off a whole number of them a size may be to be printed in them. */
const LARGE: ReadonlyArray<readonly [number, string, number]> = [
  [2 ** 20, 'Mb', 1024],
  [2 ** 10, 'Kb', 16],
]
