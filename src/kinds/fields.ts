// Guards against misspelt options: types catch them in TypeScript only, and an option that is
// silently left out is the worst of errors.

import { OptionError } from '../wire/errors.ts'

/** Every option of an interface, by name. */
export type Fields<T> = { readonly [K in keyof Required<T> as string extends K ? never : K]: true }

/**
 * Refuses what is no object, and any option that is not listed.
 * @throws OptionError naming the option and those there are
 */
export function checkFields(options: unknown, fields: Readonly<Record<string, true>>, path: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError({ path, expected: 'an object', received: options })
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || name === 'unknown' || Object.hasOwn(fields, name)) continue
    const known = Object.keys(fields)
    const expected = known.length === 0 ? 'no options' : `one of the options ${known.join(', ')}`
    throw new OptionError({ path: `${path}.${name}`, expected, received: value })
  }
}

/**
 * Refuses an option that is missing.
 * @throws OptionError naming the option
 */
export function required<T>(value: T | undefined, path: string, expected: string): T {
  if (value === undefined) throw new OptionError({ path, expected, received: value })
  return value
}
