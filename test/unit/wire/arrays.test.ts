import { describe, expect, it } from 'vitest'
import {
  type Element,
  getArray,
  readArray,
  S8,
  S16,
  S16BE,
  S32,
  S32BE,
  S64,
  S64BE,
  setArray,
  U8,
  U16,
  U16BE,
  U32,
  U32BE,
  U64,
  U64BE,
  writeArray,
} from '../../../src/wire/arrays.ts'
import type { Int64 } from '../../../src/wire/attribute.ts'
import { Writer } from '../../../src/wire/writer.ts'
import { hexOf, readerOf } from './hex.ts'

const CASES: [string, Element<Int64>, Int64[], string][] = [
  ['U8', U8 as Element<Int64>, [1, 255], '06000100 01ff0000'],
  ['S8', S8 as Element<Int64>, [1, -1], '06000100 01ff0000'],
  ['U16', U16 as Element<Int64>, [1, 0xfffe], '08000100 0100feff'],
  ['S16', S16 as Element<Int64>, [1, -2], '08000100 0100feff'],
  ['U16BE', U16BE as Element<Int64>, [1, 0xfffe], '08000100 0001fffe'],
  ['S16BE', S16BE as Element<Int64>, [1, -2], '08000100 0001fffe'],
  ['U32', U32 as Element<Int64>, [1, 0xfffffffe], '0c000100 01000000 feffffff'],
  ['S32', S32 as Element<Int64>, [1, -2], '0c000100 01000000 feffffff'],
  ['U32BE', U32BE as Element<Int64>, [1, 0xfffffffe], '0c000100 00000001 fffffffe'],
  ['S32BE', S32BE as Element<Int64>, [1, -2], '0c000100 00000001 fffffffe'],
  ['U64', U64, [2n ** 64n - 2n], '0c000100 feffffff ffffffff'],
  ['S64', S64, [-2], '0c000100 feffffff ffffffff'],
  ['U64BE', U64BE, [1], '0c000100 00000000 00000001'],
  ['S64BE', S64BE, [-2], '0c000100 ffffffff fffffffe'],
]

describe('arrays', () => {
  it.each(CASES)('of %s are read and written', (_name, element, values, hex) => {
    const w = new Writer(4)
    writeArray(w, 1, element, values)
    expect(hexOf(w.written())).toBe(hex)
    const r = readerOf(hex)
    expect(readArray(r, 4, r.attrEnd(0, r.bytes.length), element)).toEqual(values)
  })

  it('may be empty', () => {
    const w = new Writer(4)
    writeArray(w, 1, U32, [])
    expect(hexOf(w.written())).toBe('04000100')
    expect(readArray(readerOf('04000100'), 4, 4, U32)).toEqual([])
  })

  it('refuse half elements', () => {
    expect(() => readArray(readerOf('010203'), 0, 3, U16)).toThrow('3 bytes where elements have 2 at byte 0')
  })

  it('name the attribute of an element that does not fit', () => {
    expect(() => writeArray(new Writer(), 7, U8, [1, 256])).toThrow(
      expect.objectContaining({ code: 'ATTRIBUTE_RANGE', types: [7] }),
    )
  })

  it('within structs have a fixed number of elements, missing ones are 0', () => {
    const w = new Writer()
    setArray(w, w.reserve(8), 4, U16, [1, 2])
    expect(hexOf(w.written())).toBe('01000200 00000000')
    expect(getArray(readerOf('01000200 00000000'), 0, 4, U16)).toEqual([1, 2, 0, 0])
    expect(() => setArray(w, 0, 1, U16, [1, 2])).toThrow('at most 1 elements')
  })
})
