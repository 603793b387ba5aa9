// pfifo_fast: three queues by a packet's priority, none of which is served before the one above is
// empty. The default of many devices. Its options are told, but cannot be set. See tc-pfifo_fast(8).

import { decodeTcPrioQopt, encodeTcPrioQopt, TC_PRIO_QOPT_SIZE } from '../../generated/tc/prio.ts'
import { OptionError } from '../../wire/errors.ts'
import { bareStruct } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'
import { DEFAULT_BANDS, DEFAULT_PRIOMAP } from '../priomap.ts'

/** What pfifo_fast tells of itself. Given to `add`, it has to be what it is anyway. */
export interface PfifoFastOptions {
  /** Number of queues, always 3. Out only. @uapi tc_prio_qopt.bands, pkt_sched.h */
  bands?: number | undefined
  /** Queue of each priority 0 to 15, from 0, and always the same. Out only. @uapi tc_prio_qopt.priomap */
  priomap?: number[] | undefined
}

/** Options of pfifo_fast as dumps give them. */
export interface DumpedPfifoFastOptions {
  bands: number
  priomap: number[]
}

// The kernel takes other values without a word, and ignores them.
function checkFixed(options: PfifoFastOptions, path: string): undefined {
  const fixed = { bands: DEFAULT_BANDS, priomap: DEFAULT_PRIOMAP }
  for (const name of ['bands', 'priomap'] as const) {
    const received = options[name]
    if (received === undefined || String(received) === String(fixed[name])) continue
    const expected = `nothing, or ${String(fixed[name])}: the options of pfifo_fast are fixed`
    throw new OptionError({ path: `${path}.${name}`, expected, received })
  }
}

export const pfifoFast = defineQdisc({
  kind: 'pfifo_fast',
  options: bareStruct({
    size: TC_PRIO_QOPT_SIZE,
    encode: encodeTcPrioQopt,
    decode: decodeTcPrioQopt,
    fields: { bands: true, priomap: true },
    toWire: (options: PfifoFastOptions, { path }) => checkFixed(options, path),
    fromWire: (wire): DumpedPfifoFastOptions => ({ bands: wire.bands, priomap: wire.priomap }),
  }),
})
