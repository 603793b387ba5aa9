// Names of network interfaces: what the kernel's dev_valid_name (net/core/dev.c) lets through, so
// that a wrong name is told from a missing device.

import { OptionError } from '../wire/errors.ts'

const LONGEST = 15
const LONE_SURROGATE = /[\ud800-\udfff]/u
const encoder = new TextEncoder()

/** Bytes that no name has: NUL, what the kernel counts as blank (0xa0 with it), `/` and `:`. */
const FORBIDDEN: ReadonlySet<number> = new Set([0, 9, 10, 11, 12, 13, 32, 0xa0, 0x2f, 0x3a])

/**
 * A name that an interface can have: 1 to 15 bytes of UTF-8 without blanks, `/` and `:`, and
 * neither `.` nor `..`.
 *
 * @throws OptionError for every other name.
 */
export function checkInterfaceName(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '.' && value !== '..' && !LONE_SURROGATE.test(value)) {
    const bytes = encoder.encode(value)
    const clean = !bytes.some((byte) => FORBIDDEN.has(byte))
    if (clean && bytes.length >= 1 && bytes.length <= LONGEST) return value
  }
  const expected = "an interface name of 1 to 15 bytes, without blanks, '/' and ':'"
  throw new OptionError({ path, expected, received: value })
}
