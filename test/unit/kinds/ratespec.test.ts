// Bursts between bytes and ticks. The oracles: the ticks that tc 6.1 was seen to send, and its own formulas
// (tc/tc_core.c: times in whole microseconds, then in ticks), written here once more.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  burstToBytes,
  checkBurst,
  fromBurst,
  fromRatespec,
  isWholeBurst,
  timedBurst,
  toBurst,
  toRate64,
  toRatespec,
  wireRate,
} from '../../../src/kinds/ratespec.ts'
import { Clock } from '../../../src/units/psched.ts'
import { OptionError } from '../../../src/wire/errors.ts'

const TICKS_PER_MICROSECOND = 15.625
const MAX_U32 = 0xffff_ffff
const clock = new Clock(TICKS_PER_MICROSECOND)

/** What tc makes of a burst: tc_calc_xmittime. */
const tcTicks = (rate: number, size: number): number =>
  Math.trunc(Math.trunc(1e6 * (size / rate)) * TICKS_PER_MICROSECOND)

const anyRate = fc.double({ min: 0, max: 53, noNaN: true }).map((log) => Math.floor(2 ** log))
const commonRate = fc.double({ min: 3, max: 37, noNaN: true }).map((log) => Math.floor(2 ** log))
const anySize = fc.nat({ max: MAX_U32 })
const anyTicks = fc.nat({ max: MAX_U32 })

describe('a burst in ticks', () => {
  it.each([
    // `tc qdisc add ... tbf` under strace: rate in byte/s, burst in bytes, tc_tbf_qopt.buffer or .mtu
    [125_000, 10_240, 1_280_000],
    [125_000, 6000, 750_000],
    [250_000, 1540, 96_250],
    [375_000, 5120, 213_328],
  ])('is at %i byte/s for %i bytes what tc sends', (rate, size, ticks) => {
    expect(toBurst(clock, rate, size)).toBe(ticks)
  })

  it('is what tc makes of it, and never 0 for bytes that take time', () => {
    fc.assert(
      fc.property(commonRate, anySize, (rate, size) => {
        const expected = tcTicks(rate, size)
        fc.pre(expected <= MAX_U32)
        const ticks = toBurst(clock, rate, size)
        if (expected > 0) expect(ticks).toBe(expected)
        else expect(ticks).toBe(Math.ceil((size / rate) * 1e6 * TICKS_PER_MICROSECOND))
      }),
    )
  })

  it('keeps every tick on the way through bytes, whoever made it', () => {
    fc.assert(
      fc.property(anyRate, anyTicks, (rate, ticks) => {
        const size = fromBurst(clock, rate, ticks)
        expect(toBurst(clock, rate, burstToBytes(size, 'burst'))).toBe(ticks)
        expect(checkBurst(clock, rate, size, 'burst')).toBe(size)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the greatest count', () => {
    const size = fromBurst(clock, 125_000, MAX_U32)
    expect(toBurst(clock, 125_000, checkBurst(clock, 125_000, size, 'burst'))).toBe(MAX_U32)
  })

  it('comes back as whole bytes where tc made it', () => {
    fc.assert(
      fc.property(commonRate, anySize, (rate, size) => {
        const ticks = tcTicks(rate, size)
        fc.pre(ticks > 0 && ticks < MAX_U32)
        const back = fromBurst(clock, rate, ticks)
        expect(back).toSatisfy(Number.isInteger)
        expect(tcTicks(rate, back)).toBe(ticks)
      }),
    )
  })

  it('comes back as the very bytes where a byte takes a microsecond or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), anySize, (rate, size) => {
        const ticks = tcTicks(rate, size)
        fc.pre(ticks < MAX_U32)
        expect(fromBurst(clock, rate, ticks)).toBe(size)
      }),
    )
  })

  it('is 0 without a rate', () => {
    expect(fromBurst(clock, 0, 77)).toBe(0)
  })
})

describe('a burst of a time', () => {
  it('is never taken for whole bytes, and keeps its ticks', () => {
    fc.assert(
      fc.property(anyRate, fc.integer({ min: 1, max: MAX_U32 }), (rate, ticks) => {
        const size = timedBurst(clock, rate, ticks)
        expect(isWholeBurst(size)).toBe(false)
        expect(toBurst(clock, rate, size)).toBe(ticks)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a burst as an option', () => {
  it.each([
    ['10kb', 10_240],
    [1600, 1600],
    [0, 0],
    [1600.25, 1600.25],
    [2 ** 33, 2 ** 33],
  ])('may be %s', (value, bytes) => {
    expect(burstToBytes(value, 'options.burst')).toBe(bytes)
  })

  it.each([-1, -0.5, Number.NaN, Infinity, 'ten', '-1', '1e10'])('may not be %s', (value) => {
    const refusal = expect.objectContaining({ name: 'OptionError', path: 'options.burst' })
    expect(() => burstToBytes(value, 'options.burst')).toThrow(refusal)
  })

  it('may not take longer than 2^32 - 1 ticks, which are 274 s', () => {
    expect(checkBurst(clock, 1000, 274_878, 'burst')).toBe(274_878)
    expect(() => checkBurst(clock, 1000, 274_879, 'burst')).toThrow(OptionError)
  })
})

describe('a rate', () => {
  it('is told in 64 bits only where 32 do not hold it', () => {
    const spec = toRatespec(MAX_U32, {}, 0, 'options')
    expect([spec.rate, toRate64(MAX_U32)]).toEqual([MAX_U32, undefined])
    const large = toRatespec(MAX_U32 + 1, {}, 0, 'options')
    expect([large.rate, toRate64(MAX_U32 + 1)]).toEqual([MAX_U32, 2 ** 32])
    expect(wireRate(large, 2 ** 32)).toBe(2 ** 32)
    expect(wireRate(spec, undefined)).toBe(MAX_U32)
  })

  it('always tells its link layer, TC_LINKLAYER_ETHERNET (1) or TC_LINKLAYER_ATM (2)', () => {
    const wire = (linklayer?: 'ethernet' | 'atm' | 'adsl') =>
      toRatespec(1, { linklayer }, 0, 'options').linklayer
    expect([wire(), wire('ethernet'), wire('atm'), wire('adsl')]).toEqual([1, 1, 2, 2])
  })

  it('reads the link layer from the low four bits alone', () => {
    const spec = toRatespec(1, { overhead: 4, mpu: 64 }, 0, 'options')
    expect(fromRatespec({ ...spec, linklayer: 0xf2 })).toEqual({ overhead: 4, mpu: 64, linklayer: 'atm' })
    expect(fromRatespec({ ...spec, linklayer: 0 }).linklayer).toBe('ethernet')
  })
})
