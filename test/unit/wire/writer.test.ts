import { describe, expect, it } from 'vitest'
import { AttributeRangeError } from '../../../src/wire/errors.ts'
import { Reader } from '../../../src/wire/reader.ts'
import { Writer } from '../../../src/wire/writer.ts'
import { bytesOf, hexOf } from './hex.ts'

function written(write: (w: Writer) => void): string {
  const w = new Writer(4)
  write(w)
  return hexOf(w.written())
}

describe('Writer attributes', () => {
  it.each<[string, (w: Writer) => void, string]>([
    ['u8', (w) => w.u8(1, 255), '05000100 ff000000'],
    ['s8', (w) => w.s8(1, -128), '05000100 80000000'],
    ['u16', (w) => w.u16(1, 0x1234), '06000100 34120000'],
    ['s16', (w) => w.s16(1, -2), '06000100 feff0000'],
    ['u16be', (w) => w.u16be(1, 0x1234), '06000100 12340000'],
    ['s16be', (w) => w.s16be(1, -2), '06000100 fffe0000'],
    ['u32', (w) => w.u32(1, 0xfffffffe), '08000100 feffffff'],
    ['s32', (w) => w.s32(1, -2), '08000100 feffffff'],
    ['u32be', (w) => w.u32be(1, 1), '08000100 00000001'],
    ['s32be', (w) => w.s32be(1, -2), '08000100 fffffffe'],
    ['u64 of a number', (w) => w.u64(1, 2 ** 40), '0c000100 00000000 00010000'],
    ['u64 of a bigint', (w) => w.u64(1, 2n ** 64n - 1n), '0c000100 ffffffff ffffffff'],
    ['s64', (w) => w.s64(1, -2n), '0c000100 feffffff ffffffff'],
    ['u64be', (w) => w.u64be(1, 258), '0c000100 00000000 00000102'],
    ['s64be', (w) => w.s64be(1, -1), '0c000100 ffffffff ffffffff'],
    ['uint that fits 32 bits', (w) => w.uint(1, 0xffffffffn), '08000100 ffffffff'],
    ['uint that does not', (w) => w.uint(1, 2 ** 32), '0c000100 00000000 01000000'],
    ['sint that fits 32 bits', (w) => w.sint(1, -(2 ** 31)), '08000100 00000080'],
    ['sint that does not', (w) => w.sint(1, 2 ** 31), '0c000100 00000080 00000000'],
    ['flag', (w) => w.flag(7), '04000700'],
    ['bitfield32', (w) => w.bitfield32(1, { value: 1, selector: 3 }), '0c000100 01000000 03000000'],
    ['string', (w) => w.string(1, 'htb'), '08000100 68746200'],
    ['string of nothing', (w) => w.string(1, ''), '05000100 00000000'],
    ['string in UTF-8', (w) => w.string(1, 'é'), '07000100 c3a90000'],
    ['binary', (w) => w.binary(1, new Uint8Array([1, 2, 3, 4, 5])), '09000100 01020304 05000000'],
    ['raw bytes', (w) => w.raw(new Uint8Array([1, 2])), '01020000'],
    [
      'attributes no spec names',
      (w) => w.unknown([{ type: 0x8009, data: new Uint8Array([1]) }]),
      '05000980 01000000',
    ],
    ['none of them', (w) => w.unknown(undefined), ''],
  ])('writes %s', (_what, write, hex) => {
    expect(written(write)).toBe(hex)
  })

  it('nests attributes, marks nests as such and closes them at their length', () => {
    const hex = written((w) => {
      const outer = w.nest(1)
      const inner = w.nest(2)
      w.u8(3, 9)
      w.end(inner)
      w.end(outer)
      w.flag(4)
    })
    expect(hex).toBe('10000180 0c000280 05000300 09000000 04000400')
  })

  it('opens attributes without the mark where their payload is not attributes', () => {
    const hex = written((w) => {
      const at = w.start(1)
      w.raw(new Uint8Array([1, 2, 3, 4]))
      w.end(at)
    })
    expect(hex).toBe('08000100 01020304')
  })

  it('writes sub-messages from a function, from bytes and from a payload alike', () => {
    const inner = bytesOf('05000300 09000000')
    const hex = '0c000280 05000300 09000000'
    expect(written((w) => w.sub(2, (below) => below.u8(3, 9)))).toBe(hex)
    expect(written((w) => w.sub(2, inner))).toBe(hex)
    expect(written((w) => w.sub(2, new Reader(inner).payload(0, 8)))).toBe(hex)
  })

  it('zeroes what it reserves, also where an earlier message stood', () => {
    const w = new Writer(16)
    w.binary(1, new Uint8Array(12).fill(0xff))
    w.rewind()
    w.u8(1, 1)
    w.reserve(6)
    expect(hexOf(w.written())).toBe('05000100 01000000 00000000 00000000')
  })

  it('rewinds to a length, and forgets nests that were open', () => {
    const w = new Writer()
    w.flag(1)
    const length = w.length
    w.nest(2)
    w.rewind(length)
    expect(hexOf(w.written())).toBe('04000100')
    expect(() => w.u8(3, 256)).toThrow(expect.objectContaining({ types: [3] }))
  })

  it('keeps what is written while it grows', () => {
    const w = new Writer(4)
    for (let i = 0; i < 1000; i++) w.u32(1, i)
    const bytes = w.written()
    expect(bytes.length).toBe(8000)
    expect(new Reader(bytes).u32(7996, 8000)).toBe(999)
  })
})

describe('Writer limits', () => {
  it.each<[string, (w: Writer) => void, string]>([
    ['u8 above', (w) => w.u8(1, 256), 'an integer from 0 to 255'],
    ['u8 below', (w) => w.u8(1, -1), 'an integer from 0 to 255'],
    ['u8 between', (w) => w.u8(1, 1.5), 'an integer from 0 to 255'],
    ['u8 that is none', (w) => w.u8(1, Number.NaN), 'an integer from 0 to 255'],
    ['s8', (w) => w.s8(1, 128), 'an integer from -128 to 127'],
    ['u16', (w) => w.u16(1, 65536), 'an integer from 0 to 65535'],
    ['u16be', (w) => w.u16be(1, -1), 'an integer from 0 to 65535'],
    ['s16', (w) => w.s16(1, 32768), 'an integer from -32768 to 32767'],
    ['s16be', (w) => w.s16be(1, -32769), 'an integer from -32768 to 32767'],
    ['u32', (w) => w.u32(1, 2 ** 32), 'an integer from 0 to 4294967295'],
    ['u32be', (w) => w.u32be(1, -1), 'an integer from 0 to 4294967295'],
    ['s32', (w) => w.s32(1, 2 ** 31), 'an integer from -2147483648 to 2147483647'],
    ['s32be', (w) => w.s32be(1, -(2 ** 31) - 1), 'an integer from -2147483648 to 2147483647'],
    ['u64', (w) => w.u64(1, -1), 'an integer from 0 to 18446744073709551615'],
    ['u64 of a bigint', (w) => w.u64(1, 2n ** 64n), 'an integer from 0 to 18446744073709551615'],
    ['u64 of an inexact number', (w) => w.u64(1, 2 ** 53), 'an integer up to 2^53 - 1, or a bigint'],
    ['u64be', (w) => w.u64be(1, 1.5), 'an integer up to 2^53 - 1, or a bigint'],
    ['s64', (w) => w.s64(1, 2n ** 63n), 'an integer from -9223372036854775808 to 9223372036854775807'],
    ['s64be', (w) => w.s64be(1, -(2n ** 63n) - 1n), 'an integer from -9223372036854775808 to 92233'],
    ['uint', (w) => w.uint(1, -1), 'an integer from 0 to 4294967295'],
    ['sint', (w) => w.sint(1, 2n ** 63n), 'an integer from -9223372036854775808 to 92233'],
    ['bitfield32', (w) => w.bitfield32(1, { value: -1, selector: 0 }), 'an integer from 0 to 4294967295'],
    ['string with a NUL', (w) => w.string(1, 'a\0b'), 'text without NUL'],
    ['binary', (w) => w.binary(1, new Uint8Array(65532)), 'at most 65531 bytes'],
  ])('refuses %s that does not fit', (_what, write, expected) => {
    const refused = refusalOf(write)
    expect(refused.types).toEqual([1])
    expect(refused.expected).toContain(expected)
  })

  it('takes the longest attribute there is', () => {
    const w = new Writer()
    w.binary(1, new Uint8Array(65531))
    expect(w.length).toBe(65536)
    expect(hexOf(w.written().subarray(0, 4))).toBe('ffff0100')
  })

  it('refuses a nest that grew too long', () => {
    const refused = refusalOf((w) => {
      const outer = w.nest(1)
      const inner = w.nest(2)
      w.binary(3, new Uint8Array(40_000))
      w.binary(4, new Uint8Array(40_000))
      w.end(inner)
      w.end(outer)
    })
    expect(refused.types).toEqual([1, 2])
  })

  it('tells the nests around a value that does not fit', () => {
    const refused = refusalOf((w) => {
      w.nest(1)
      w.nest(2)
      w.u8(3, 300)
    })
    expect(refused.types).toEqual([1, 2, 3])
    expect(refused.received).toBe(300)
  })

  it('tells the attribute whose struct has a value that does not fit', () => {
    const refused = refusalOf((w) => {
      w.nest(2)
      const at = w.attr(1, 8)
      w.setU32(at, 5)
      w.setU32(at + 4, -1)
    })
    expect(refused.types).toEqual([2, 1])
  })

  it('tells no attribute for a value in the header of a message', () => {
    const refused = refusalOf((w) => {
      w.u8(9, 1)
      w.setU32(w.reserve(4), -1)
    })
    expect(refused.types).toEqual([])
    expect(refused.message).toBe('attribute (header): expected an integer from 0 to 4294967295, received -1')
  })

  it('tells the nest alone for what is refused between its attributes', () => {
    const refused = refusalOf((w) => {
      w.nest(2)
      w.end(w.nest(3))
      w.refuse(undefined, 'more', 0)
    })
    expect(refused.types).toEqual([2])
  })
})

describe('Writer fields of structs', () => {
  it('fills up bytes and text with zeros', () => {
    const hex = written((w) => {
      const at = w.reserve(8)
      w.setBytes(at, 4, new Uint8Array([1, 2]))
      w.setText(at + 4, 4, 'abc')
    })
    expect(hex).toBe('01020000 61626300')
  })

  it.each<[string, (w: Writer) => void, string]>([
    ['too many bytes', (w) => w.setBytes(0, 2, new Uint8Array(3)), 'at most 2 bytes'],
    ['text that leaves no room for a NUL', (w) => w.setText(0, 3, 'abc'), 'text of at most 2 bytes'],
    ['text of wide characters', (w) => w.setText(0, 3, 'éé'), 'text of at most 2 bytes'],
    ['text with a NUL', (w) => w.setText(0, 8, 'a\0'), 'text of at most 7 bytes'],
  ])('refuses %s', (_what, write, expected) => {
    expect(refusalOf((w) => write(w)).expected).toBe(expected)
  })
})

function refusalOf(write: (w: Writer) => void): AttributeRangeError {
  try {
    write(new Writer())
  } catch (error) {
    if (error instanceof AttributeRangeError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
