// The way from ticks back to bytes. The oracle is the kernel's own arithmetic as net/sched/sch_generic.c
// documents it (psched_ratecfg_precompute, psched_l2t_ns), step by step, against the SDK's shorter way.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkRate } from '../../../src/kinds/link-rate.ts'

const MAX_U32 = 0xffff_ffff

/** mult and shift: the multiplier doubles until its top bit, or that of the doubled second, is set. */
function precompute(rate: bigint): { multiplier: bigint; shift: bigint } {
  let second = 1_000_000_000n
  for (let shift = 0n; ; shift++) {
    const multiplier = BigInt.asUintN(32, second / rate)
    if (multiplier >> 31n || second >> 63n) return { multiplier, shift }
    second <<= 1n
  }
}

/** Ticks of 64 ns that the kernel tells of a burst. */
function kernelTicks(link: { rate: number; overhead: number; linklayer: string }, size: number): number {
  const { multiplier, shift } = precompute(BigInt(link.rate))
  const length = BigInt(size + link.overhead)
  const bytes = link.linklayer === 'atm' ? ((length + 47n) / 48n) * 53n : length
  return Number(((bytes * multiplier) >> shift) >> 6n)
}

const anyLink = fc.record({
  rate: fc.double({ min: 0, max: 52, noNaN: true }).map((log) => Math.floor(2 ** log)),
  overhead: fc.oneof(fc.constant(0), fc.nat({ max: 0xffff })),
  linklayer: fc.constantFrom('ethernet' as const, 'atm' as const),
})
const anySize = fc.double({ min: 0, max: 32, noNaN: true }).map((log) => Math.floor(2 ** log) - 1 || 1)

describe('the size of a time', () => {
  it('takes that time, and is the very size where only one does', () => {
    fc.assert(
      fc.property(anyLink, anySize, (link, size) => {
        const ticks = kernelTicks(link, size)
        fc.pre(ticks <= MAX_U32)
        const found = new LinkRate(link).sizeOf(ticks)
        expect(kernelTicks(link, found?.size ?? -1)).toBe(ticks)
        const neighbours = [size - 1, size + 1].filter((near) => near > 0 && near <= MAX_U32)
        const alone = neighbours.every((near) => kernelTicks(link, near) !== ticks)
        expect(found?.exact).toBe(alone)
        if (alone) expect(found?.size).toBe(size)
      }),
      { numRuns: 2000 },
    )
  })

  it('is whole KiB where one of them takes it, and else the greatest', () => {
    const link = { rate: 1_250_000_000, overhead: 0, linklayer: 'ethernet' } as const
    const rate = new LinkRate(link)
    // 80 bytes a tick; the multiplier is cut, so that 10080 bytes take a hair less than 126 ticks.
    expect(rate.sizeOf(kernelTicks(link, 32_768))).toEqual({ size: 32_768, exact: false })
    expect(rate.sizeOf(125)).toEqual({ size: 10_080, exact: false })
  })

  it('is missing where the time lies between two sizes', () => {
    const slow = new LinkRate({ rate: 1000, overhead: 0, linklayer: 'ethernet' })
    // A byte takes a millisecond, 15625 ticks.
    expect(slow.sizeOf(15_625)).toEqual({ size: 1, exact: true })
    expect(slow.sizeOf(15_626)).toBeUndefined()
    expect(slow.sizeOf(31_250)).toEqual({ size: 2, exact: true })
  })

  it('is missing where it is shorter than the overhead alone', () => {
    const link = new LinkRate({ rate: 1000, overhead: 10, linklayer: 'ethernet' })
    expect(link.sizeOf(10 * 15_625)).toBeUndefined()
    expect(link.sizeOf(11 * 15_625)).toEqual({ size: 1, exact: true })
  })
})

describe('the longest packet of a time', () => {
  it.each([
    // psched_ns_t2l: bytes in the time, of ATM those in whole cells, without the overhead
    ['ethernet', 0, 1600, 1600],
    ['ethernet', 24, 1600, 1576],
    ['ethernet', 24, 20, 0],
    ['atm', 0, 106, 96],
    ['atm', 10, 105, 38],
  ] as const)('on %s with an overhead of %i in %i bytes is %i', (linklayer, overhead, bytes, longest) => {
    const rate = 125_000
    expect(new LinkRate({ rate, overhead, linklayer }).longestPacket(bytes * 125)).toBe(longest)
  })
})
