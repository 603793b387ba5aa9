// The packet scheduler's clock and the tables made with it, against what tc sent for htb classes and
// size tables on a kernel with the usual clock of 64 ns.

import { describe, expect, it } from 'vitest'
import { Clock, parsePsched } from '../../../src/units/psched.ts'
import { cellLogFor, rateTable, sizeTable } from '../../../src/units/rate_table.ts'
import { sizeAndCell } from '../../../src/units/size.ts'
import { PATH, refuses, rows } from './oracle.ts'

const clock = new Clock(15.625)

/** `rate 1mbit mtu 1500` as a map. */
function argumentsOf(text: string): Map<string, string> {
  const words = text.split(' ')
  return new Map(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? '']] : [])))
}

interface HtbClass {
  cells: number
  linklayer: number
  mpu: number
  rate: number
  buffer: number
  rtab: number[]
}

interface Stab {
  cellLog: number
  sizeLog: number
  cellAlign: number
  mtu: number
  tsize: number
  mpu: number
  linklayer: number
  table: number[] | null
}

describe('the text of /proc/net/psched', () => {
  it('tells the usual 64 ns tick', () => {
    expect(parsePsched('000003e8 00000040 000f4240 3b9aca00\n')).toBe(15.625)
  })

  it('counts a multiplier of 1000 as 1 where the clock is in nanoseconds', () => {
    expect(parsePsched('000003e8 00000001 3b9aca00 3b9aca00\n')).toBe(1000)
  })

  it.each(['', 'nonsense', '000003e8 00000040', '000003e8 00000000 000f4240 0', '0 40 f4240 0'])(
    'is not believed when it is %j',
    (text) => {
      expect(parsePsched(text)).toBeUndefined()
    },
  )
})

describe('the clock', () => {
  it('finds its speed by itself', () => {
    expect(new Clock().ticksPerMicrosecond).toBe(15.625)
  })

  it('has the ticks that tc sends', () => {
    expect(clock.microsecondsToTicks(1)).toBe(15)
    expect(clock.microsecondsToTicks(10_000)).toBe(156_250)
    expect(clock.microsecondsToTicks(100_000)).toBe(1_562_500)
    expect(clock.nanosecondsToTicks(1_999)).toBe(15)
  })

  it('reads milliseconds as tc reads the same duration', () => {
    expect(clock.msToTicks(0.001)).toBe(15)
    expect(clock.msToTicks(100)).toBe(1_562_500)
  })

  it('never has more ticks than 32 bits hold', () => {
    expect(clock.microsecondsToTicks(1e12)).toBe(0xffffffff)
    expect(clock.msToTicks(1e12)).toBe(0xffffffff)
    expect(clock.transmitTime(0, 1)).toBe(0xffffffff)
    expect(clock.transmitTime(0, 0)).toBe(0)
  })

  it('keeps a burst from vanishing at high rates', () => {
    const rate = 4_375_000_000
    expect(clock.transmitTime(rate, 1600)).toBe(0)
    expect(clock.burstTicks(rate, 1600)).toBe(6)
    expect(clock.burstTicks(125_000_000, 1600)).toBe(187)
    expect(clock.burstTicks(rate, 0)).toBe(0)
  })

  it('shows bursts as tc does', () => {
    // 187 ticks are 11 whole microseconds and a rest that tc drops
    expect(clock.transmitSize(125_000_000, 187)).toBe(1375)
  })
})

describe('rate tables', () => {
  it('are those that tc sends', () => {
    for (const [text, sent] of rows<HtbClass>('htb-classes')) {
      const mtu = Number(argumentsOf(text).get('mtu') ?? 1600)
      const made = rateTable(clock, sent, undefined, mtu, sent.linklayer)
      expect(made.cellLog, text).toBe(sent.cells)
      expect([...made.table], text).toEqual(sent.rtab)
    }
  })

  it('come with the bursts that tc sends', () => {
    for (const [text, sent] of rows<HtbClass>('htb-classes')) {
      const burst = argumentsOf(text).get('burst')
      if (burst === undefined) continue
      expect(clock.transmitTime(sent.rate, sizeAndCell(burst, PATH).size), text).toBe(sent.buffer)
    }
  })

  it('take the cell size that stands behind a burst', () => {
    expect(sizeAndCell('15k/8', PATH)).toEqual({ size: 15360, cellLog: 3 })
    expect(sizeAndCell(1600, PATH)).toEqual({ size: 1600 })
    for (const text of ['15k/', '15k/7', '15k/0', '15k/-8', '/8', '15k/8/8']) refuses(sizeAndCell, text)
  })

  it('have the smallest cell that reaches the MTU', () => {
    expect([0, 255, 256, 2047, 2048, 65535].map((mtu) => cellLogFor(mtu))).toEqual([3, 0, 1, 3, 4, 8])
  })
})

describe('size tables', () => {
  it('are those that tc sends', () => {
    for (const [text, sent] of rows<Stab>('size-tables')) {
      const given = argumentsOf(text)
      const mtu = Number(given.get('mtu') ?? 0)
      const tsize = Number(given.get('tsize') ?? 0)
      const { table, ...base } = sizeTable({ linklayer: sent.linklayer, mpu: sent.mpu, mtu, tsize })
      expect(sent, text).toMatchObject(base)
      expect(table === undefined ? null : [...table], text).toEqual(sent.table)
    }
  })
})
