// Structs of a spec: offsets, byte order, padding, and payloads of other lengths.

import { describe, expect, it } from 'vitest'
import { load } from './support.ts'

const SCALARS = `
definitions:
  - name: all
    type: struct
    members:
      - { name: a, type: u8 }
      - { name: b, type: s8 }
      - { name: c-d, type: u16 }
      - { name: e, type: s16, byte-order: big-endian }
      - { name: pad, type: pad, len: 2 }
      - { name: f, type: u32, byte-order: big-endian }
      - { name: g, type: s32 }
      - { name: h, type: u64 }
      - { name: i, type: s64 }
      - { name: j, type: u64, byte-order: big-endian }
      - { name: k, type: s64, byte-order: big-endian }
`
const SCALAR_BYTES =
  '01ff3412 fffe0000 01020304 feffffff 08070605 04030201 ffffffff ffffffff 00000000 00000001 ffffffff fffffffe'
const SCALAR_VALUE = {
  a: 1,
  b: -1,
  cD: 0x1234,
  e: -2,
  f: 0x01020304,
  g: -2,
  h: 0x0102030405060708n,
  i: -1,
  j: 1,
  k: -2,
}

describe('structs', () => {
  it('reads and writes integers of every width, sign and byte order at their offsets', async () => {
    const generated = await load(SCALARS)
    expect(generated.value('ALL_SIZE')).toBe(48)
    expect(generated.decode('All', SCALAR_BYTES)).toEqual(SCALAR_VALUE)
    expect(generated.encodeStruct('All', 48, SCALAR_VALUE)).toBe(SCALAR_BYTES)
  })

  it('writes padding as zero whatever it was when read', async () => {
    const generated = await load(SCALARS)
    const value = generated.decode('All', SCALAR_BYTES.replace('fffe0000', 'fffeaaaa'))
    expect(generated.encodeStruct('All', 48, value)).toBe(SCALAR_BYTES)
  })

  it('reads text, bytes, arrays and structs within structs', async () => {
    const generated = await load(`
definitions:
  - { name: name-len, type: const, value: 9 }
  - name: outer
    type: struct
    members:
      - { name: inner, type: binary, struct: inner }
      - { name: label, type: string, len: name-len - 1 }
      - { name: mac, type: binary, len: 4, display-hint: mac }
      - { name: map, type: binary, sub-type: u16, len: 4 }
      - { name: deep, type: binary, sub-type: s64, len: 8 }
  - name: inner
    type: struct
    members:
      - { name: x, type: u32 }
`)
    const bytes = '07000000 61626300 00000000 01020304 01000200 ffffffff ffffffff'
    const value = {
      inner: { x: 7 },
      label: 'abc',
      mac: new Uint8Array([1, 2, 3, 4]),
      map: [1, 2],
      deep: [-1],
    }
    expect(generated.value('OUTER_SIZE')).toBe(28)
    expect(generated.decode('Outer', bytes)).toEqual(value)
    expect(generated.encodeStruct('Outer', 28, value)).toBe(bytes)
  })

  it('fills up shorter payloads with zeros and leaves the tail of longer ones', async () => {
    const generated = await load(`
definitions:
  - name: pair
    type: struct
    members: [{ name: a, type: u32 }, { name: b, type: u32 }]
`)
    expect(generated.decode('Pair', '01000000 0200')).toEqual({ a: 1, b: 2 })
    expect(generated.decode('Pair', '')).toEqual({ a: 0, b: 0 })
    expect(generated.decode('Pair', '01000000 02000000 03000000')).toEqual({ a: 1, b: 2 })
  })

  it('refuses values that do not fit', async () => {
    const generated = await load(`
definitions:
  - name: box
    type: struct
    members:
      - { name: a, type: u8 }
      - { name: b, type: binary, len: 2 }
      - { name: c, type: string, len: 3 }
      - { name: d, type: binary, sub-type: u8, len: 2 }
`)
    const good = { a: 1, b: new Uint8Array(2), c: 'ab', d: [1, 2] }
    const encode = (change: object) => () => generated.encodeStruct('Box', 8, { ...good, ...change })
    expect(encode({})()).toBe('01000061 62000102')
    expect(encode({ a: 256 })).toThrow('expected an integer from 0 to 255, received 256')
    expect(encode({ b: new Uint8Array(3) })).toThrow('at most 2 bytes')
    expect(encode({ c: 'abc' })).toThrow('text of at most 2 bytes')
    expect(encode({ d: [1, 2, 3] })).toThrow('at most 2 elements')
  })
})
