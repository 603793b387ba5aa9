import { describe, expect, it } from 'vitest'
import { MalformedMessageError } from '../../../src/wire/errors.ts'
import { Reader } from '../../../src/wire/reader.ts'
import { bytesOf, readerOf } from './hex.ts'

describe('Reader integers', () => {
  it('reads every width and sign in the order of the host', () => {
    const r = readerOf('f1f2f3f4 f5f6f7f8')
    expect(r.u8(0, 8)).toBe(0xf1)
    expect(r.s8(0, 8)).toBe(-15)
    expect(r.u16(0, 8)).toBe(0xf2f1)
    expect(r.s16(0, 8)).toBe(0xf2f1 - 0x10000)
    expect(r.u32(0, 8)).toBe(0xf4f3f2f1)
    expect(r.s32(0, 8)).toBe(0xf4f3f2f1 - 2 ** 32)
    expect(r.u64(0, 8)).toBe(0xf8f7f6f5f4f3f2f1n)
    expect(r.s64(0, 8)).toBe(0xf8f7f6f5f4f3f2f1n - (1n << 64n))
  })

  it('reads big-endian where the name says so', () => {
    const r = readerOf('f1f2f3f4 f5f6f7f8')
    expect(r.u16be(0, 8)).toBe(0xf1f2)
    expect(r.s16be(0, 8)).toBe(0xf1f2 - 0x10000)
    expect(r.u32be(0, 8)).toBe(0xf1f2f3f4)
    expect(r.s32be(0, 8)).toBe(0xf1f2f3f4 - 2 ** 32)
    expect(r.u64be(0, 8)).toBe(0xf1f2f3f4f5f6f7f8n)
    expect(r.s64be(0, 8)).toBe(0xf1f2f3f4f5f6f7f8n - (1n << 64n))
  })

  it.each([
    ['00000000 00000000', 0, 0],
    ['ffffffff 00000000', 0xffffffff, 0xffffffff],
    ['ffffffff ffff1f00', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['00000000 00002000', 2n ** 53n, 2n ** 53n],
    ['ffffffff ffffff7f', 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['00000000 00000080', 2n ** 63n, -(2n ** 63n)],
    ['ffffffff ffffffff', 2n ** 64n - 1n, -1],
    ['01000000 0000e0ff', 0xffe0000000000001n, Number.MIN_SAFE_INTEGER],
    ['00000000 0000e0ff', 0xffe0000000000000n, -(2n ** 53n)],
  ])('gives 64 bits %s as a number while that is exact', (hex, unsigned, signed) => {
    const r = readerOf(hex)
    expect(r.u64(0, 8)).toBe(unsigned)
    expect(r.s64(0, 8)).toBe(signed)
  })

  it('takes the width of uint and sint from the length', () => {
    const r = readerOf('feffffff ffffffff')
    expect(r.uint(0, 4)).toBe(0xfffffffe)
    expect(r.sint(0, 4)).toBe(-2)
    expect(r.uint(0, 8)).toBe(2n ** 64n - 2n)
    expect(r.sint(0, 8)).toBe(-2)
  })

  it('reads a bitfield32', () => {
    expect(readerOf('01000000 03000000').bitfield32(0, 8)).toEqual({ value: 1, selector: 3 })
  })

  it('ignores what follows an integer within its attribute', () => {
    expect(readerOf('01000000 ffffffff').u8(0, 8)).toBe(1)
  })

  it.each([
    ['u8', 1],
    ['s8', 1],
    ['u16', 2],
    ['s16', 2],
    ['u16be', 2],
    ['s16be', 2],
    ['u32', 4],
    ['s32', 4],
    ['u32be', 4],
    ['s32be', 4],
    ['u64', 8],
    ['s64', 8],
    ['u64be', 8],
    ['s64be', 8],
    ['uint', 4],
    ['sint', 4],
    ['bitfield32', 8],
  ] as const)('refuses %s of less than %i bytes, even where the buffer has more', (method, size) => {
    const r = new Reader(new Uint8Array(32))
    expect(() => r[method](8, 8 + size)).not.toThrow()
    expect(() => r[method](8, 8 + size - 1)).toThrow(
      new MalformedMessageError(`${size - 1} bytes where ${size} are needed`, 8),
    )
  })
})

describe('Reader attributes', () => {
  it('tells type without flag bits, and end without padding', () => {
    const r = readerOf('05000380 aa000000 08000740 01000000')
    expect(r.attrType(0)).toBe(3)
    expect(r.attrEnd(0, 16)).toBe(5)
    expect(r.attrType(8)).toBe(7)
    expect(r.attrEnd(8, 16)).toBe(16)
  })

  it.each([
    ['no room for a header', '0400', 2],
    ['a length below that of a header', '03000100', 4],
    ['a length beyond the end', '09000100 00000000', 8],
  ])('refuses %s', (_what, hex, end) => {
    expect(() => readerOf(hex).attrEnd(0, end)).toThrow(MalformedMessageError)
  })

  it('refuses an attribute that reaches beyond its nest, though not beyond the buffer', () => {
    expect(() => readerOf('08000100 00000000 00000000').attrEnd(0, 6)).toThrow(
      'attribute of 8 bytes where 6 are left at byte 0',
    )
  })

  it('keeps an unknown attribute with its flag bits and a copy of its bytes', () => {
    const bytes = bytesOf('06000980 aabb0000')
    const kept = new Reader(bytes).keep(undefined, 0, 6)
    bytes.fill(0)
    expect(kept).toEqual([{ type: 0x8009, data: new Uint8Array([0xaa, 0xbb]) }])
    expect(new Reader(bytesOf('04000800')).keep(kept, 0, 4)).toHaveLength(2)
  })
})

describe('Reader text and bytes', () => {
  it.each([
    ['with a NUL', '68746200', 0, 4, 'htb'],
    ['without a NUL', '68746262', 0, 3, 'htb'],
    ['that ends before its field', '61006200', 0, 4, 'a'],
    ['of no bytes', '68746200', 1, 1, ''],
    ['of a NUL alone', '00', 0, 1, ''],
    ['whose NUL lies beyond its end', '61626300', 0, 2, 'ab'],
    ['in UTF-8', 'c3a900', 0, 3, 'é'],
    ['that starts with a byte order mark', 'efbbbf6100', 0, 5, '\ufeffa'],
  ])('reads text %s', (_what, hex, at, stop, text) => {
    expect(readerOf(hex).string(at, stop)).toBe(text)
  })

  it('copies bytes', () => {
    const bytes = bytesOf('01020304')
    const copy = new Reader(bytes).binary(1, 3)
    bytes.fill(0)
    expect(copy).toEqual(new Uint8Array([2, 3]))
  })

  it('copies bytes of a Buffer too', () => {
    const buffer = Buffer.from('0600098001020000', 'hex')
    const r = new Reader(buffer)
    const copy = r.binary(4, 6)
    const kept = r.keep(undefined, 0, 6)
    buffer.fill(0)
    expect(copy).toEqual(new Uint8Array([1, 2]))
    expect(kept).toEqual([{ type: 0x8009, data: new Uint8Array([1, 2]) }])
  })

  it('hands out payloads without a copy, until one is asked for', () => {
    const bytes = bytesOf('01020304')
    const payload = new Reader(bytes).payload(1, 3)
    bytes[1] = 9
    expect(payload.length).toBe(2)
    expect(payload.toBytes()).toEqual(new Uint8Array([9, 3]))
  })

  it('works on a part of a larger buffer', () => {
    const r = new Reader(bytesOf('ffffffff 08000100 07000000').subarray(4))
    expect(r.attrEnd(0, 8)).toBe(8)
    expect(r.u32(4, 8)).toBe(7)
  })

  it('fills up with zeros, and cuts off, to the size of a struct', () => {
    const r = readerOf('01020304 05060708')
    expect(r.padded(2, 4, 4).bytes).toEqual(new Uint8Array([3, 4, 0, 0]))
    expect(r.padded(0, 8, 2).bytes).toEqual(new Uint8Array([1, 2]))
    expect(r.padded(4, 4, 2).bytes).toEqual(new Uint8Array([0, 0]))
  })
})
