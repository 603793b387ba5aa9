// What netem's dumps say on kernels and in states that tests cannot meet. Oracle: net/sched/sch_netem.c (netem_dump).

import { describe, expect, it } from 'vitest'
import {
  TCA_NETEM_LATENCY64,
  TCA_NETEM_LOSS,
  TCA_NETEM_RATE,
  TCA_NETEM_REORDER,
} from '../../../src/generated/tc/netem.ts'
import type { DecodeContext } from '../../../src/kinds/context.ts'
import { netem } from '../../../src/kinds/qdisc/netem.ts'
import { Kinds } from '../../../src/kinds/registry.ts'
import { Clock } from '../../../src/units/psched.ts'
import { Reader, Writer } from '../../../src/wire.ts'

const SATURATED = 0xffff_ffff
const context: DecodeContext = { clock: new Clock(15.625), kinds: new Kinds(), nameDevice: () => undefined }

/** Options of a dump: latency, limit, loss, gap, duplicate and jitter, and attributes. */
function read(qopt: readonly number[], attributes: (w: Writer) => void = () => undefined) {
  const w = new Writer()
  for (const word of qopt) w.setU32(w.reserve(4), word)
  attributes(w)
  return netem.options.read(new Reader(w.written()), 0, w.length, context)
}

describe('a delay that the ticks cannot tell', () => {
  it('is that of the 64-bit attribute', () => {
    const options = read([SATURATED, 1000, 0, 0, 0, 0], (w) => w.s64(TCA_NETEM_LATENCY64, 10_000_000))
    expect(options).toEqual({ limit: 1000, delay: 10 })
  })

  it('is marked where there is no such attribute', () => {
    const options = read([SATURATED, 1000, 0, 0, 0, 0])
    expect(options).toMatchObject({ saturated: true })
    expect(options.delay).toBeCloseTo(274_877.906944, 3)
  })
})

describe('what has no effect is left out', () => {
  it('is a loss beside a model', () => {
    const options = read([0, 7, 1, 0, 0, 0], (w) => {
      const nest = w.nest(TCA_NETEM_LOSS)
      w.attr(2, 16)
      w.end(nest)
    })
    expect(options).toEqual({ limit: 7, lossGemodel: { p: 0, r: 0, lossInBad: 1, lossInGood: 0 } })
  })

  it('is reordering without gap, or with nothing to overtake', () => {
    const reorder = (w: Writer) => w.setU32(w.attr(TCA_NETEM_REORDER, 8), SATURATED)
    expect(read([0, 7, 0, 1, 0, 0], reorder)).toEqual({ limit: 7 })
    expect(read([15_625, 7, 0, 0, 0, 0], reorder)).toEqual({ limit: 7, delay: 1 })
    expect(read([15_625, 7, 0, 1, 0, 0], reorder)).toEqual({ limit: 7, delay: 1, reorder: 1, gap: 1 })
  })

  it('are overheads without rate', () => {
    const overhead = (w: Writer) => w.setS32(w.attr(TCA_NETEM_RATE, 16) + 4, -14)
    expect(read([0, 7, 0, 0, 0, 0], overhead)).toEqual({ limit: 7 })
  })
})

describe('short options', () => {
  it('have the rest at 0', () => {
    expect(read([15_625, 9])).toEqual({ limit: 9, delay: 1 })
  })
})
