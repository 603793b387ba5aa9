import { describe, expect, it } from 'vitest'
import * as layout from '../../../src/wire/layout.ts'
import { hexOf } from './hex.ts'

const { array, bytes, pad, s64, s64be, struct, text, u16, u32, u32be, u64, u64be, u8 } = layout

function encode<T>(of: layout.Layout<T>, value: T): string {
  const buffer = Buffer.alloc(of.span)
  of.encode(value, buffer)
  return hexOf(buffer)
}

function decode<T>(of: layout.Layout<T>, hex: string): T {
  return of.decode(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
}

describe('layouts', () => {
  it.each<[string, layout.Layout<unknown>, unknown, string]>([
    ['u8', layout.u8(), 255, 'ff'],
    ['s8', layout.s8(), -1, 'ff'],
    ['u16', layout.u16(), 0xfffe, 'feff'],
    ['s16', layout.s16(), -2, 'feff'],
    ['u32', layout.u32(), 0xfffffffe, 'feffffff'],
    ['s32', layout.s32(), -2, 'feffffff'],
    ['u16be', layout.u16be(), 0xfffe, 'fffe'],
    ['s16be', layout.s16be(), -2, 'fffe'],
    ['u32be', u32be(), 1, '00000001'],
    ['s32be', layout.s32be(), -2, 'fffffffe'],
    ['u64', u64(), 2 ** 40, '00000000 00010000'],
    ['u64 beyond 2^53', u64(), 2n ** 64n - 2n, 'feffffff ffffffff'],
    ['s64', s64(), -2, 'feffffff ffffffff'],
    ['s64 below -2^53', s64(), -(2n ** 63n), '00000000 00000080'],
    ['u64be', u64be(), 258, '00000000 00000102'],
    ['s64be', s64be(), -2, 'ffffffff fffffffe'],
    ['bytes', bytes(3), new Uint8Array([1, 2, 3]), '010203'],
    ['text', text(4), 'abc', '61626300'],
    ['array', array(u16(), 2), [1, 2], '01000200'],
  ])('of %s read and write', (_name, of, value, hex) => {
    expect(encode(of, value)).toBe(hex)
    expect(decode(of, hex)).toEqual(value)
  })

  it('make structs, with padding that is neither read nor written', () => {
    const pair = struct<{ a: number; b: number }>([u8('a'), pad(3), u32('b')])
    expect(pair.span).toBe(8)
    expect(decode(pair, '01ffffff 02000000')).toEqual({ a: 1, b: 2 })
    expect(encode(pair, { a: 1, b: 2 })).toBe('01000000 02000000')
  })

  it('nest structs under another property, 64-bit members and all', () => {
    const inner = struct<{ n: number | bigint }>([u64('n')])
    const outer = struct<{ in: { n: number | bigint } }>([inner.replicate('in')])
    expect(decode(outer, 'ffffffff ffffffff')).toEqual({ in: { n: 2n ** 64n - 1n } })
    expect(decode(struct([s64be().replicate('n')]), 'ffffffff ffffffff')).toEqual({ n: -1 })
  })

  it('give bytes as a copy that is no Buffer', () => {
    const buffer = Buffer.from([1, 2, 3])
    const copy = bytes(2).decode(buffer, 1)
    buffer.fill(0)
    expect(copy).toEqual(new Uint8Array([2, 3]))
    expect(Buffer.isBuffer(copy)).toBe(false)
  })

  it('fill up short bytes and text, over what stood there', () => {
    const buffer = Buffer.alloc(8, 0xff)
    bytes(4).encode(new Uint8Array([1]), buffer)
    text(4).encode('a', buffer, 4)
    expect(hexOf(buffer)).toBe('01000000 61000000')
  })

  it('read text to its end where it has no NUL', () => {
    expect(decode(text(3), '616263')).toBe('abc')
  })

  it.each<[string, () => unknown]>([
    ['a u64 below 0', () => encode(u64(), -1)],
    ['a u64 above 2^64 - 1', () => encode(u64(), 2n ** 64n)],
    ['an s64 above 2^63 - 1', () => encode(s64(), 2n ** 63n)],
    ['too many bytes', () => encode(bytes(1), new Uint8Array(2))],
    ['text without room for a NUL', () => encode(text(3), 'abc')],
    ['a buffer too short for bytes', () => decode(bytes(3), '0102')],
    ['a buffer too short for text', () => decode(text(3), '0102')],
    ['a buffer too short for an integer', () => decode(u16(), '01')],
    ['a buffer too short for 64 bits', () => decode(u64(), '0102')],
  ])('refuse %s', (_what, action) => {
    expect(action).toThrow(RangeError)
  })
})
