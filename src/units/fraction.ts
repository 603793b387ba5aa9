// Probabilities and shares: 0..1 in the interface, thirty-two bits of fraction on the wire
// (2^32 - 1 is everything). Text is a percentage, as tc-netem(8) takes it.

import { OptionError } from '../wire/errors.ts'
import { rint } from './c_number.ts'
import { scanDouble } from './number_text.ts'

/**
 * A probability or share: a number from 0 to 1, or tc's text, which is a percentage whether it
 * ends in `%` or not: `'0.5'` is `'0.5%'` is the number 0.005. Dumps give numbers.
 */
export type Fraction = number | string

const WHOLE = 0xffffffff

/**
 * A fraction scaled to 32 bits and rounded as tc does it.
 *
 * @throws OptionError for anything outside 0..1 (0..100 %), NaN and malformed text.
 */
export function fractionToU32(value: Fraction, path: string): number {
  const share = typeof value === 'string' ? percentage(value) / 100 : value
  if (typeof share === 'number' && share >= 0 && share <= 1) return rint(share * WHOLE) + 0
  const expected = "a fraction from 0 to 1, or a percentage as text, such as '1%'"
  throw new OptionError({ path, expected, received: value })
}

function percentage(text: string): number {
  const found = scanDouble(text)
  return found !== undefined && (found.rest === '' || found.rest === '%') ? found.value : Number.NaN
}

/** Thirty-two bits of fraction as a number from 0 to 1; {@link fractionToU32} gives them back. */
export function u32ToFraction(scaled: number): number {
  return scaled / WHOLE
}
