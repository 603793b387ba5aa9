// Priorities of filters: sixteen bits, the upper half of tcm_info. 0 is none: it leaves the choice
// to the kernel.

import { OptionError } from '../wire/errors.ts'
import { wholeUnsigned } from './number_text.ts'

/**
 * A filter's priority (tc: `prio`, `pref`), 1 to 65535, the lowest first; also as text.
 *
 * @throws OptionError for anything else, 0 included: leave the priority out to let the kernel choose.
 */
export function parsePriority(value: number | string, path: string): number {
  const priority = typeof value === 'string' ? wholeUnsigned(value, 0) : value
  if (typeof priority === 'number' && Number.isInteger(priority) && priority >= 1 && priority <= 0xffff) {
    return priority
  }
  throw new OptionError({ path, expected: 'a priority from 1 to 65535', received: value })
}
