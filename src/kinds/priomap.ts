// The map from a packet's priority to a band (struct tc_prio_qopt, pkt_sched.h), which prio lets
// choose and pfifo_fast has fixed.

import { checkInteger } from '../units/integer.ts'
import { OptionError } from '../wire/errors.ts'

/** Bands that tc and the kernel take unless told otherwise. */
export const DEFAULT_BANDS = 3

/** Band of each logical priority 0 to 15 (TC_PRIO_MAX) that tc and the kernel take unless told otherwise. */
export const DEFAULT_PRIOMAP: readonly number[] = [1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]

/**
 * A whole map of priorities from one that may be shorter: what it lacks is as in {@link DEFAULT_PRIOMAP}.
 *
 * @throws OptionError for bands that are not there, those of the default map included
 */
export function toPriomap(priomap: unknown, bands: number, path: string): number[] {
  const given = priomap ?? []
  if (!Array.isArray(given) || given.length > DEFAULT_PRIOMAP.length) {
    const expected = `up to ${DEFAULT_PRIOMAP.length} bands, of the priorities from 0 on`
    throw new OptionError({ path, expected, received: priomap })
  }
  return DEFAULT_PRIOMAP.map((usual, priority) => {
    if (priority < given.length) return checkInteger(given[priority], `${path}[${priority}]`, 0, bands - 1)
    if (usual < bands) return usual
    const expected = `a band below ${bands} for priority ${priority} too, whose default is ${usual}`
    throw new OptionError({ path, expected, received: priomap })
  })
}
