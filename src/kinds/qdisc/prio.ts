// prio: up to 16 bands, each a class with a qdisc of its own; none is served before the ones above
// are empty. Its classes come and go with `bands`, and cannot be made. See tc-prio(8).

import { decodeTcPrioQopt, encodeTcPrioQopt, TC_PRIO_QOPT_SIZE } from '../../generated/tc/prio.ts'
import { checkInteger } from '../../units/integer.ts'
import { bareStruct } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'
import type { DumpedWith } from '../dumped.ts'
import { DEFAULT_BANDS, toPriomap } from '../priomap.ts'

/** Options of prio. */
export interface PrioOptions {
  /** Number of bands, 2 to 16: classes `:1` and up. @default 3 @uapi tc_prio_qopt.bands, pkt_sched.h */
  bands?: number | undefined
  /**
   * Band of each priority 0 to 15, counted from 0. Priorities that a shorter list leaves out keep their
   * default, which needs at least 3 bands.
   * @default [1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1] @uapi tc_prio_qopt.priomap
   */
  priomap?: number[] | undefined
}

/** Options of prio as dumps give them. */
export type DumpedPrioOptions = DumpedWith<PrioOptions, 'bands' | 'priomap'>

const FEWEST_BANDS = 2
const MOST_BANDS = 16

export const prio = defineQdisc({
  kind: 'prio',
  options: bareStruct({
    size: TC_PRIO_QOPT_SIZE,
    encode: encodeTcPrioQopt,
    decode: decodeTcPrioQopt,
    fields: { bands: true, priomap: true },
    toWire: (options: PrioOptions, { path }) => {
      const bands = checkInteger(options.bands ?? DEFAULT_BANDS, `${path}.bands`, FEWEST_BANDS, MOST_BANDS)
      return { bands, priomap: toPriomap(options.priomap, bands, `${path}.priomap`) }
    },
    fromWire: (wire): DumpedPrioOptions => ({ bands: wire.bands, priomap: wire.priomap }),
  }),
})
