// Round trips: what a dump gives, an option takes, and the wire has the same value again.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as address from '../../../src/units/address.ts'
import { rint } from '../../../src/units/c_number.ts'
import { fractionToU32, u32ToFraction } from '../../../src/units/fraction.ts'
import { formatHandle, parseClassId, parseParent, parseQdiscHandle } from '../../../src/units/handle.ts'
import { formatProtocol, parseProtocol, toBigEndian16 } from '../../../src/units/protocol.ts'
import { Clock } from '../../../src/units/psched.ts'
import { bytesToRate, rateToBytes } from '../../../src/units/rate.ts'
import { sizeToBytes } from '../../../src/units/size.ts'
import {
  microsecondsToMs,
  nanosecondsToMs,
  timeToMicroseconds,
  timeToNanoseconds,
} from '../../../src/units/time.ts'
import { formatU32Handle, parseU32Handle } from '../../../src/units/u32handle.ts'
import { PATH } from './oracle.ts'

const u16 = fc.integer({ min: 0, max: 0xffff })
const u32 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 1, 2 ** 31, 0xfffffffe, 0xffffffff),
)
const safe = fc.maxSafeNat()
const nanoseconds = fc.integer({ min: 0, max: 2 ** 33 * 1e6 - 1 })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** For every value of a kind, `back(there(value))` is the value. */
function survives<A, B>(values: fc.Arbitrary<A>, there: (value: A) => B, back: (value: B) => A): void {
  fc.assert(
    fc.property(values, (value) => {
      expect(back(there(value))).toEqual(value)
    }),
    { numRuns: 2000 },
  )
}

describe('round trips', () => {
  it('keep every rate below 2^53 byte/s', () =>
    survives(safe, bytesToRate, (rate) => rateToBytes(rate, PATH)))

  it('keep every rate written in bit/s as text', () =>
    survives(
      u32,
      (rate) => `${bytesToRate(rate)}bit`,
      (text) => rateToBytes(text, PATH),
    ))

  it('keep every size', () =>
    survives(
      u32,
      (size) => `${size}b`,
      (text) => sizeToBytes(text, PATH),
    ))

  it('keep every microsecond', () =>
    survives(u32, microsecondsToMs, (time) => timeToMicroseconds(time, PATH)))

  it('keep every nanosecond of 99 days', () =>
    survives<number | bigint, number>(nanoseconds, nanosecondsToMs, (time) => timeToNanoseconds(time, PATH)))

  it('keep every fraction', () => survives(u32, u32ToFraction, (share) => fractionToU32(share, PATH)))

  it.each([15.625, 1, 1000, 0.3])('keep every tick at %d ticks a microsecond', (speed) => {
    const clock = new Clock(speed)
    survives(
      u32,
      (ticks) => clock.ticksToMs(ticks),
      (time) => clock.msToTicks(time),
    )
  })

  it('keep every handle', () => {
    survives(u32, formatHandle, (text) => parseClassId(text, PATH))
    survives(u32, formatHandle, (text) => parseParent(text, PATH))
    survives(
      u16.map((major) => major * 0x10000),
      formatHandle,
      (text) => parseQdiscHandle(text, PATH),
    )
    survives(u32, formatU32Handle, (text) => parseU32Handle(text, PATH))
  })

  it('keep every protocol', () => {
    survives(u16, formatProtocol, (text) => parseProtocol(text, PATH))
    survives(u16, toBigEndian16, toBigEndian16)
  })

  it('keep every address', () => {
    const ip = fc.oneof(
      bytes(4),
      bytes(16),
      bytes(4).map((v4) => new Uint8Array([...new Uint8Array(10), 255, 255, ...v4])),
    )
    survives(ip, address.formatIp, (text) => address.parseIp(text, undefined, PATH))
    survives(bytes(6), address.formatMac, (text) => address.parseMac(text, PATH))
  })

  it('keep every mask, with holes or without', () => {
    const prefixes = fc
      .integer({ min: 0, max: 128 })
      .map((bits) => address.parseIpPrefix(`::/${bits}`, 'ipv6', PATH).mask)
    const masked = fc.tuple(bytes(16), fc.oneof(bytes(16), prefixes))
    survives(
      masked,
      ([ip, mask]) => address.formatIpPrefix(ip, mask),
      (text) => {
        const found = address.parseIpPrefix(text, undefined, PATH)
        return [found.address, found.mask] as [typeof found.address, typeof found.mask] as never
      },
    )
    const macs = fc.tuple(bytes(6), bytes(6))
    survives(
      macs,
      ([mac, mask]) => address.formatMacPrefix(mac, mask),
      (text) => {
        const found = address.parseMacPrefix(text, PATH)
        return [found.address, found.mask] as never
      },
    )
  })
})

describe('rint', () => {
  it('rounds to the nearest whole number, and to the even one between two', () => {
    expect([0.5, 1.5, 2.5, 2.4999, 2.5001, 7].map(rint)).toEqual([0, 2, 2, 2, 3, 7])
  })
})

describe('prefixes', () => {
  it('tell their length unless the mask has holes', () => {
    expect(address.parseIpPrefix('10.0.0.0/255.255.0.0', undefined, PATH)).toMatchObject({
      family: 'ipv4',
      prefix: 16,
    })
    expect(address.parseIpPrefix('::1', undefined, PATH)).toMatchObject({ family: 'ipv6', prefix: 128 })
    expect(address.parseIpPrefix('10.0.0.0/255.0.255.0', undefined, PATH)).not.toHaveProperty('prefix')
  })
})
