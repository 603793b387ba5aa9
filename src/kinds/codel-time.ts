// The clock of the kinds with CoDel in them: the kernel takes and tells microseconds, but keeps steps of 1024 ns,
// rounded down both times (include/net/codel.h).

import { type Duration, microsecondsToMs, timeToMicroseconds } from '../units/time.ts'

/**
 * Just above the longest time, 2^31 - 2 steps, which the kernel compares rightly. As a ce_threshold it is
 * CODEL_DISABLED_THRESHOLD: none.
 */
export const CODEL_OFF_MICROSECONDS = 2_199_023_255

const STEP_NANOSECONDS = 1024
const MICROSECOND_NANOSECONDS = 1000

/**
 * A time in microseconds, for the wire; text without a unit is microseconds.
 * @throws OptionError for 2199023.255 ms and more: the kernel would take them for times in the past
 */
export function toCodelTime(value: Duration, path: string): number {
  return timeToMicroseconds(value, path, { max: CODEL_OFF_MICROSECONDS - 1 })
}

/**
 * Milliseconds of a time that the kernel tells: not as many as it tells, but the fewest that {@link toCodelTime} makes
 * the same steps of. The kernel answers 4999 us for 5 ms, and would answer 4998 for 4999.
 */
export function fromCodelTime(microseconds: number): number {
  const steps = Math.ceil((microseconds * MICROSECOND_NANOSECONDS) / STEP_NANOSECONDS)
  return microsecondsToMs(Math.ceil((steps * STEP_NANOSECONDS) / MICROSECOND_NANOSECONDS))
}
