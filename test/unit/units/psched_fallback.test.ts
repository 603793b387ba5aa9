// A machine that hides /proc/net/psched, or fills it with something else: the module loads, nothing
// is read before it is needed, and the clock is the one that every kernel has.

import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Clock } from '../../../src/units/psched.ts'

vi.mock('node:fs', () => ({ readFileSync: vi.fn() }))
const read = vi.mocked(readFileSync)

beforeEach(() => {
  read.mockReset()
})

describe('a clock that has not been told its speed', () => {
  it('reads it once, and only when it is needed', () => {
    read.mockReturnValue('000003e8 00000020 000f4240 3b9aca00')
    const clock = new Clock()
    expect(read).not.toHaveBeenCalled()
    expect([clock.microsecondsToTicks(1), clock.microsecondsToTicks(2)]).toEqual([31, 62])
    expect(read).toHaveBeenCalledTimes(1)
    expect(read.mock.calls[0]?.[0]).toBe('/proc/net/psched')
  })

  it('has ticks of 64 ns where the file cannot be read', () => {
    read.mockImplementation(() => {
      throw new Error('ENOENT')
    })
    expect(new Clock().microsecondsToTicks(100_000)).toBe(1_562_500)
  })

  it('has ticks of 64 ns where the file makes no sense', () => {
    read.mockReturnValue('no words')
    expect(new Clock().ticksPerMicrosecond).toBe(15.625)
  })
})
