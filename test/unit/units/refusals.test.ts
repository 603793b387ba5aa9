// What is no value at all: wrong types, NaN, negative and fractional numbers. Every reader answers
// with an OptionError that names the path; nothing is guessed, cut or wrapped around.

import { describe, expect, it } from 'vitest'
import { parseIp, parseIpPrefix, parseMac, parseMacPrefix } from '../../../src/units/address.ts'
import { fractionToU32 } from '../../../src/units/fraction.ts'
import { parseClassId, parseMinor, parseParent, parseQdiscHandle } from '../../../src/units/handle.ts'
import { checkInterfaceName } from '../../../src/units/ifname.ts'
import { checkFlag, checkInteger, checkOneOf } from '../../../src/units/integer.ts'
import { parsePriority } from '../../../src/units/priority.ts'
import { parseProtocol } from '../../../src/units/protocol.ts'
import { rateToBytes } from '../../../src/units/rate.ts'
import { sizeToBytes } from '../../../src/units/size.ts'
import { timeToMicroseconds, timeToNanoseconds } from '../../../src/units/time.ts'
import { parseU32Handle } from '../../../src/units/u32handle.ts'
import { PATH, refuses } from './oracle.ts'

const WRONG = [undefined, null, true, {}, [], [1], 1n, Symbol('x'), () => 1, new Date(0)]
const NO_NUMBER = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, -0.5]

const quantities = { rateToBytes, sizeToBytes, timeToMicroseconds, timeToNanoseconds, fractionToU32 }
const wholes = {
  parseQdiscHandle,
  parseClassId,
  parseParent,
  parseMinor,
  parseU32Handle,
  parseProtocol,
  parsePriority,
}
const texts = {
  checkInterfaceName,
  parseMac,
  parseMacPrefix,
  parseIp: (text: string, path: string) => parseIp(text, undefined, path),
  parseIpPrefix: (text: string, path: string) => parseIpPrefix(text, undefined, path),
}

describe.each(Object.entries({ ...quantities, ...wholes, ...texts }))('%s', (_name, read) => {
  it('refuses what is neither number nor text', () => {
    for (const value of WRONG) refuses(read, value)
  })

  it('refuses empty text', () => refuses(read, ''))
})

describe.each(Object.entries({ ...quantities, ...wholes }))('%s', (_name, read) => {
  it('refuses NaN, infinite and negative numbers', () => {
    for (const value of NO_NUMBER) refuses(read, value)
  })
})

describe.each(Object.entries(wholes))('%s', (_name, read) => {
  it('refuses fractions and what is beyond 32 bits', () => {
    for (const value of [1.5, 65536.5, 2 ** 32, 2 ** 53]) refuses(read, value)
  })
})

describe('numbers', () => {
  it('are bits a second as rates', () => {
    expect(rateToBytes(1_000_000, PATH)).toBe(125_000)
    expect(rateToBytes(15, PATH)).toBe(1)
    refuses(rateToBytes, 2 ** 57)
  })

  it('are whole bytes as sizes', () => {
    expect(sizeToBytes(1500, PATH)).toBe(1500)
    expect(sizeToBytes('8gb', PATH, { max: 2 ** 40 })).toBe(2 ** 33)
    refuses(sizeToBytes, 1.5)
    refuses(sizeToBytes, 2 ** 32)
  })

  it('are milliseconds as durations, where the same text is what tc takes it for', () => {
    expect(timeToMicroseconds(20, PATH)).toBe(20_000)
    expect(timeToMicroseconds('20', PATH)).toBe(20)
    expect(timeToNanoseconds(20, PATH)).toBe(20_000_000)
    expect(timeToNanoseconds('20', PATH)).toBe(20)
    expect(timeToNanoseconds('9223372036s', PATH)).toBe(9223372036000000000n)
    refuses(timeToMicroseconds, 4_294_967.296)
    refuses(timeToNanoseconds, 2 ** 63)
  })

  it('are shares of one as fractions, where the same text is a percentage', () => {
    expect(fractionToU32(1, PATH)).toBe(0xffffffff)
    expect(fractionToU32('1', PATH)).toBe(42_949_673)
    refuses(fractionToU32, 1.0000001)
  })

  it('are the u32 itself as handles', () => {
    expect(parseQdiscHandle(0x10000, PATH)).toBe(0x10000)
    refuses(parseQdiscHandle, 1)
    expect(parseClassId(0x10010, PATH)).toBe(0x10010)
    expect(parseMinor(30, PATH)).toBe(30)
    expect(parseMinor('30', PATH)).toBe(0x30)
    expect(parseMinor('1:30', PATH)).toBe(0x30)
    for (const text of ['10000', '1:', '1:10000', 'root', 'none']) refuses(parseMinor, text)
  })

  it('never come out as negative zero', () => {
    const zeros = [rateToBytes, sizeToBytes, timeToMicroseconds, timeToNanoseconds, fractionToU32]
    for (const read of zeros) {
      expect(Object.is(read(-0, PATH), 0)).toBe(true)
      expect(Object.is(read('-0', PATH), 0)).toBe(true)
    }
  })
})

describe('parents by name', () => {
  it('depend on what hangs below them', () => {
    expect(parseParent('clsact', PATH)).toBe(0xfffffff1)
    expect(parseParent('ingress', PATH, 'qdisc')).toBe(0xfffffff1)
    expect(parseParent('ingress', PATH, 'filter')).toBe(0xfffffff2)
    expect(parseParent('egress', PATH, 'filter')).toBe(0xfffffff3)
    refuses((value: string, path) => parseParent(value, path, 'qdisc'), 'egress')
  })
})

describe('shares of a speed', () => {
  it('are refused with the reason', () => {
    expect(() => rateToBytes('50%', 'options.ceil')).toThrow(/options\.ceil: expected .*device's speed/)
  })
})

describe('checks', () => {
  it('let whole numbers in range through', () => {
    expect(checkInteger(3, PATH, 0, 3)).toBe(3)
    for (const value of [4, -1, 1.5, Number.NaN, '3', 3n, null]) {
      refuses((given: number, path) => checkInteger(given, path, 0, 3), value)
    }
  })

  it('let booleans through', () => {
    expect(checkFlag(false, PATH)).toBe(false)
    for (const value of [0, 1, 'true', null, undefined]) refuses(checkFlag, value)
  })

  it('let listed words through and name them otherwise', () => {
    expect(checkOneOf('drop', PATH, ['pass', 'drop'])).toBe('drop')
    expect(() => checkOneOf('toString', PATH, ['pass', 1])).toThrow(
      'options.value: expected one of "pass", 1, received "toString"',
    )
  })
})
