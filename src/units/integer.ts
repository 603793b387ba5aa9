// Checks that many options share: whole numbers in a range, flags, and words from a list.
// Each returns the value it was given, typed, or throws an OptionError.

import { OptionError, show } from '../wire/errors.ts'

/**
 * A whole number from `min` to `max`, both included.
 *
 * @throws OptionError for anything else, NaN, fractions and numeric text included.
 */
export function checkInteger(value: unknown, path: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value + 0
  throw new OptionError({ path, expected: `a whole number from ${min} to ${max}`, received: value })
}

/**
 * A boolean, and nothing that merely looks like one.
 *
 * @throws OptionError for anything but `true` and `false`.
 */
export function checkFlag(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value
  throw new OptionError({ path, expected: 'true or false', received: value })
}

/**
 * One of the given words or numbers.
 *
 * @throws OptionError that lists the choices.
 */
export function checkOneOf<const T extends string | number>(
  value: unknown,
  path: string,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  throw new OptionError({ path, expected: `one of ${choices.map(show).join(', ')}`, received: value })
}
