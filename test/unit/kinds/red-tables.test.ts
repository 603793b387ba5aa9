// What RED wants worked out. Oracle: what tc sent (fixtures/red.json, recorded by record-red.ts).

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromRedMaxP,
  redIdleDamping,
  redIdleDampingOf,
  redMaxP,
  redPlog,
  redWlog,
} from '../../../src/kinds/red-tables.ts'
import { Clock } from '../../../src/units/psched.ts'
import { OptionError } from '../../../src/wire/errors.ts'

interface Row {
  min: number
  max: number
  avpkt: number
  burst: number
  bandwidth: number
  probability?: number
  wlog: number
  plog: number
  scellLog: number
  stab: string
  maxP: number
}

const clock = new Clock(15.625)
const rows = JSON.parse(readFileSync(new URL('fixtures/red.json', import.meta.url), 'utf8')) as Row[]
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('weight, decay and probability are those of tc', () => {
  it.each(rows)('min $min max $max avpkt $avpkt burst $burst bandwidth $bandwidth', (row) => {
    const maxP = redMaxP(row.probability ?? 0.02, 'p')
    expect(maxP).toBe(row.maxP)
    expect(redPlog(row.min, row.max, maxP)).toBe(row.plog)
    expect(redWlog(row.min, row.burst, row.avpkt, 'p')).toBe(row.wlog)
    const { scellLog, stab } = redIdleDamping(clock, row.wlog, row.avpkt, row.bandwidth / 8, 'p')
    expect(scellLog).toBe(row.scellLog)
    expect(hex(stab)).toBe(row.stab)
  })
})

describe('redWlog', () => {
  it('refuses bursts that no weight lets pass', () => {
    // "burst 33 is too small", says tc, "Try burst 34"
    expect(() => redWlog(33_333, 33, 1000, 'options.burst')).toThrow(/34 or more packets/)
    expect(() => redWlog(500, 55, 1000, 'options.burst')).toThrow(/avpkt 1000 is above min 500/)
  })
})

describe('redIdleDamping', () => {
  it('makes a table that decays for packets of less than a microsecond too', () => {
    const { scellLog, stab } = redIdleDamping(clock, 5, 1000, 12.5e9, 'p')
    expect(scellLog).toBe(2)
    expect(stab[16]).toBeGreaterThan(0)
    expect([...stab]).toEqual([...stab].sort((a, b) => a - b))
  })

  it('refuses links on which packets take too long', () => {
    expect(() => redIdleDamping(clock, 31, 100_000, 1, 'options.bandwidth')).toThrow(OptionError)
  })
})

describe('redIdleDampingOf', () => {
  const usual = rows.filter(({ avpkt, bandwidth }) => avpkt === 1000 && bandwidth === 10e6)

  it.each(usual)(
    'gives what tc sent for 1000 bytes at 10 Mbit/s and ewma $wlog',
    ({ wlog, scellLog, stab }) => {
      expect(hex(redIdleDampingOf(clock, wlog, scellLog))).toBe(stab)
    },
  )

  it.each(rows)('is off by less than half where bandwidth is $bandwidth and avpkt $avpkt', (row) => {
    const guess = redIdleDampingOf(clock, row.wlog, row.scellLog)
    const real = Buffer.from(row.stab, 'hex')
    real.forEach((shift, i) => {
      const [low, high] = [shift / Math.SQRT2, (shift + 1) * Math.SQRT2]
      if (i === 255) expect(guess[i]).toBe(31)
      else expect((guess[i] ?? 0) + 1, `entry ${i}`).toBeGreaterThan(Math.min(low, 31 / Math.SQRT2))
      expect(guess[i], `entry ${i}`).toBeLessThanOrEqual(high)
    })
  })

  it('makes only shifts that the kernel takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 0, max: 31 }), (wlog, scellLog) => {
        const stab = redIdleDampingOf(clock, wlog, scellLog)
        expect(stab).toHaveLength(256)
        expect(Math.max(...stab)).toBe(31)
      }),
    )
  })
})

describe('redMaxP', () => {
  it('gives the same units again for what they are told as', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), (maxP) => {
        expect(redMaxP(fromRedMaxP(maxP), 'p')).toBe(maxP)
      }),
    )
  })

  it('reads text as a plain number, and never sends 0, which the kernel takes for unset', () => {
    expect(redMaxP('0.02', 'p')).toBe(85_899_345)
    expect(redMaxP(1, 'p')).toBe(0xffff_ffff)
    for (const value of [0, 2 ** -33, -0.1, 1.1, Number.NaN, '2%', '', 'x']) {
      expect(() => redMaxP(value, 'p'), String(value)).toThrow(OptionError)
    }
  })
})
