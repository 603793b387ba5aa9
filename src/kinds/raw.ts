// Options of kinds without a descriptor: bytes in, the same bytes out.

import { NLA_F_NESTED } from '../wire/attribute.ts'
import { OptionError } from '../wire/errors.ts'
import type { RawOptions } from './custom.ts'
import type { Codec } from './descriptor.ts'

const LONGEST_KIND = 15

/** The name of a kind, as long as the kernel takes it. */
export function checkKind(kind: unknown, path: string): string {
  if (typeof kind === 'string' && kind !== '' && kind.length <= LONGEST_KIND && !kind.includes('\0'))
    return kind
  throw new OptionError({ path, expected: `a kind of 1 to ${LONGEST_KIND} characters`, received: kind })
}

/** The bytes of raw options; none where there are no options. */
export function checkRaw(options: unknown, path: string): Uint8Array {
  if (options === undefined) return new Uint8Array()
  if (
    typeof options === 'object' &&
    options !== null &&
    'raw' in options &&
    options.raw instanceof Uint8Array
  ) {
    return options.raw
  }
  if (typeof options === 'object' && options !== null && Object.keys(options).length === 0)
    return new Uint8Array()
  const expected = '{ raw: Uint8Array }, as this kind has no descriptor'
  throw new OptionError({ path, expected, received: options })
}

/** Carries the payload of a kind that nobody described. */
export const rawOptions: Codec<object, RawOptions> = {
  write(w, type, options, ctx) {
    const bytes = checkRaw(options, ctx.path)
    if (bytes.length > 0) w.binary(type | NLA_F_NESTED, bytes)
  },
  read: (r, at, end) => ({ raw: r.binary(at, end) }),
}
