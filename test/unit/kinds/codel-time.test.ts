// Times of CoDel. Oracle: the kernel's own conversions, include/net/codel.h and net/sched/sch_fq_codel.c.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODEL_OFF_MICROSECONDS, fromCodelTime, toCodelTime } from '../../../src/kinds/codel-time.ts'
import { OptionError } from '../../../src/wire/errors.ts'

/** What the kernel stores: microseconds times 1000, shifted by 10 bits. */
const stored = (microseconds: number): bigint => (BigInt(microseconds) * 1000n) >> 10n
/** What it tells of that: codel_time_to_us. */
const told = (steps: bigint): number => Number((steps << 10n) / 1000n)

const INT_MAX = 0x7fff_ffffn
const anyTime = fc.integer({ min: 0, max: CODEL_OFF_MICROSECONDS - 1 })

describe('fromCodelTime', () => {
  it('gives what the kernel stores again for what it tells', () => {
    fc.assert(
      fc.property(anyTime, (microseconds) => {
        const steps = stored(microseconds)
        expect(stored(toCodelTime(fromCodelTime(told(steps)), 'p'))).toBe(steps)
      }),
    )
  })

  it('gives whole milliseconds as they were asked for', () => {
    for (const milliseconds of [1, 5, 7, 100, 1000, 2_199_023]) {
      expect(fromCodelTime(told(stored(milliseconds * 1000)))).toBe(milliseconds)
    }
    expect(told(stored(5000))).toBe(4999)
  })
})

describe('toCodelTime', () => {
  it('ends where the kernel would take a time for CODEL_DISABLED_THRESHOLD', () => {
    expect(stored(CODEL_OFF_MICROSECONDS)).toBe(INT_MAX)
    expect(stored(CODEL_OFF_MICROSECONDS - 1)).toBe(INT_MAX - 1n)
    expect(toCodelTime('2199023254', 'p')).toBe(CODEL_OFF_MICROSECONDS - 1)
    expect(() => toCodelTime('2199023255us', 'p')).toThrow(OptionError)
  })
})
