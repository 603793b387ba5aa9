// Attributes of every type: their bytes, written by hand, in both directions.

import { describe, expect, it } from 'vitest'
import { Payload, Reader } from '../../../src/wire/reader.ts'
import { bytesOf, load } from './support.ts'

/** A set with the one attribute `x`, number 1. */
function one(attribute: string, more = ''): string {
  return `
definitions:
  - { name: point, type: struct, members: [{ name: a, type: u16 }, { name: b, type: u16 }] }
attribute-sets:
  - name: one
    name-prefix: t-
    attributes: [{ name: x, ${attribute} }]
  - name: inner
    name-prefix: i-
    attributes: [{ name: v, type: u32 }]
${more}`
}

interface Case {
  attribute: string
  value: unknown
  bytes: string
}

const CASES: Record<string, Case> = {
  u8: { attribute: 'type: u8', value: 5, bytes: '05000100 05000000' },
  s8: { attribute: 'type: s8', value: -5, bytes: '05000100 fb000000' },
  u16: { attribute: 'type: u16', value: 0x1234, bytes: '06000100 34120000' },
  s16: { attribute: 'type: s16', value: -2, bytes: '06000100 feff0000' },
  'u16 big-endian': {
    attribute: 'type: u16, byte-order: big-endian',
    value: 0x1234,
    bytes: '06000100 12340000',
  },
  u32: { attribute: 'type: u32', value: 0xfffffffe, bytes: '08000100 feffffff' },
  s32: { attribute: 'type: s32', value: -2, bytes: '08000100 feffffff' },
  'u32 big-endian': {
    attribute: 'type: u32, byte-order: big-endian',
    value: 0x01020304,
    bytes: '08000100 01020304',
  },
  's32 big-endian': { attribute: 'type: s32, byte-order: big-endian', value: -2, bytes: '08000100 fffffffe' },
  u64: { attribute: 'type: u64', value: 2 ** 40 + 1, bytes: '0c000100 01000000 00010000' },
  'u64 beyond 2^53': {
    attribute: 'type: u64',
    value: 0xfffffffffffffffen,
    bytes: '0c000100 feffffff ffffffff',
  },
  s64: { attribute: 'type: s64', value: -2, bytes: '0c000100 feffffff ffffffff' },
  'u64 big-endian': {
    attribute: 'type: u64, byte-order: big-endian',
    value: 258,
    bytes: '0c000100 00000000 00000102',
  },
  'uint in 4 bytes': { attribute: 'type: uint', value: 7, bytes: '08000100 07000000' },
  'uint in 8 bytes': { attribute: 'type: uint', value: 2 ** 32, bytes: '0c000100 00000000 01000000' },
  'sint in 4 bytes': { attribute: 'type: sint', value: -7, bytes: '08000100 f9ffffff' },
  'sint in 8 bytes': { attribute: 'type: sint', value: -(2 ** 32), bytes: '0c000100 00000000 ffffffff' },
  flag: { attribute: 'type: flag', value: true, bytes: '04000100' },
  string: { attribute: 'type: string', value: 'htb', bytes: '08000100 68746200' },
  binary: {
    attribute: 'type: binary',
    value: new Uint8Array([1, 2, 3, 4, 5]),
    bytes: '09000100 01020304 05000000',
  },
  'binary with struct': {
    attribute: 'type: binary, struct: point',
    value: { a: 1, b: 2 },
    bytes: '08000100 01000200',
  },
  'binary with sub-type': {
    attribute: 'type: binary, sub-type: s16',
    value: [1, -1, 2],
    bytes: '0a000100 0100ffff 02000000',
  },
  'binary with big-endian sub-type': {
    attribute: 'type: binary, sub-type: u32, byte-order: big-endian',
    value: [1],
    bytes: '08000100 00000001',
  },
  bitfield32: {
    attribute: 'type: bitfield32',
    value: { value: 1, selector: 3 },
    bytes: '0c000100 01000000 03000000',
  },
  nest: {
    attribute: 'type: nest, nested-attributes: inner',
    value: { v: 9 },
    bytes: '0c000180 08000100 09000000',
  },
  'indexed array of nests': {
    attribute: 'type: indexed-array, sub-type: nest, nested-attributes: inner',
    value: [{ v: 1 }, { v: 2 }],
    bytes: '1c000180 0c000180 08000100 01000000 0c000280 08000100 02000000',
  },
  'indexed array of integers': {
    attribute: 'type: indexed-array, sub-type: u32, byte-order: big-endian',
    value: [1, 2],
    bytes: '14000180 08000100 00000001 08000200 00000002',
  },
  'indexed array of bytes': {
    attribute: 'type: indexed-array, sub-type: binary',
    value: [new Uint8Array([1]), new Uint8Array([2, 3])],
    bytes: '14000180 05000100 01000000 06000200 02030000',
  },
  'indexed array of structs': {
    attribute: 'type: indexed-array, sub-type: binary, struct: point',
    value: [{ a: 1, b: 2 }],
    bytes: '0c000180 08000100 01000200',
  },
  'indexed array of strings': {
    attribute: 'type: indexed-array, sub-type: string',
    value: ['a', 'b'],
    bytes: '14000180 06000100 61000000 06000200 62000000',
  },
  'indexed array without elements': {
    attribute: 'type: indexed-array, sub-type: u32',
    value: [],
    bytes: '04000180',
  },
  'repeated integers': {
    attribute: 'type: u8, multi-attr: true',
    value: [1, 2],
    bytes: '05000100 01000000 05000100 02000000',
  },
  'repeated nests': {
    attribute: 'type: nest, nested-attributes: inner, multi-attr: true',
    value: [{ v: 1 }, { v: 2 }],
    bytes: '0c000180 08000100 01000000 0c000180 08000100 02000000',
  },
}

describe('attributes', () => {
  for (const [name, { attribute, value, bytes }] of Object.entries(CASES)) {
    it(`encodes and decodes ${name}`, async () => {
      const generated = await load(one(attribute))
      expect(generated.encode('One', { x: value })).toBe(bytes)
      expect(generated.decode('One', bytes)).toEqual({ x: value })
    })
  }

  it('sends nothing for what is undefined, and no flag that is false', async () => {
    const generated = await load(one('type: flag'))
    expect(generated.encode('One', { x: false })).toBe('')
    expect(generated.encode('One', { x: undefined })).toBe('')
    expect(generated.decode('One', '')).toEqual({})
  })

  it('keeps attributes that the spec does not name and sends them back as they came', async () => {
    const generated = await load(one('type: u8'))
    const bytes = '05000100 01000000 06000980 aabb0000'
    const value = { x: 1, unknown: [{ type: 0x8009, data: new Uint8Array([0xaa, 0xbb]) }] }
    expect(generated.decode('One', bytes)).toEqual(value)
    expect(generated.encode('One', value)).toBe(bytes)
  })

  it('finds an attribute whatever the flag bits of its type', async () => {
    const generated = await load(one('type: u8'))
    expect(generated.decode('One', '05000180 01000000')).toEqual({ x: 1 })
    expect(generated.decode('One', '05000140 01000000')).toEqual({ x: 1 })
  })

  it('takes the last of an attribute that comes twice though it should not', async () => {
    const generated = await load(one('type: u8'))
    expect(generated.decode('One', '05000100 01000000 05000100 02000000')).toEqual({ x: 2 })
  })

  it('skips padding and keeps what comes under an unused number', async () => {
    const generated = await load(`
attribute-sets:
  - name: one
    name-prefix: t-
    attributes:
      - { name: none, type: unused }
      - { name: pad, type: pad }
      - { name: x, type: u8 }
`)
    const bytes = '04000200 04000100 05000300 01000000'
    expect(generated.decode('One', bytes)).toEqual({
      x: 1,
      unknown: [{ type: 1, data: new Uint8Array(0) }],
    })
    expect(generated.constants()).toMatchObject({ T_NONE: 1, T_PAD: 2, T_X: 3 })
  })

  it('leaves a sub-message to whoever knows its form', async () => {
    const generated = await load(`
attribute-sets:
  - name: one
    name-prefix: t-
    attributes:
      - { name: kind, type: string }
      - { name: options, type: sub-message, sub-message: opts, selector: kind }
  - { name: a-attrs, name-prefix: a-, attributes: [{ name: v, type: u8 }] }
sub-messages:
  - { name: opts, formats: [{ value: a, attribute-set: a-attrs }] }
`)
    const bytes = '0c000280 05000100 07000000'
    const decoded = generated.decode('One', bytes)
    expect(decoded).toMatchObject({ options: expect.any(Payload) })
    expect(generated.encode('One', decoded)).toBe(bytes)
    expect(generated.encode('One', { options: new Uint8Array([5, 0, 1, 0, 7, 0, 0, 0]) })).toBe(bytes)
  })

  it.each([
    ['an attribute without room for its header', '040001'],
    ['an attribute of length 0', '00000100'],
    ['an attribute longer than what is left', '09000100 01000000'],
    ['an integer of too few bytes', '06000100 01000000'],
    ['an array of half elements', '07000200 01020300'],
    ['a broken attribute in a nest', '08000380 ff000100'],
    ['a broken element in a list', '08000480 03000100'],
  ])('refuses %s', async (_what, bytes) => {
    const generated = await load(`
attribute-sets:
  - name: one
    name-prefix: t-
    attributes:
      - { name: a, type: u32 }
      - { name: b, type: binary, sub-type: u16 }
      - { name: c, type: nest, nested-attributes: one }
      - { name: d, type: indexed-array, sub-type: u8 }
`)
    expect(() => generated.decode('One', bytes)).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
  })

  it('copies bytes, so that a value outlives the buffer', async () => {
    const generated = await load(one('type: binary'))
    const buffer = bytesOf('05000100 01000000')
    const value = generated.call('decodeOne', new Reader(buffer), 0, buffer.length)
    buffer.fill(0xee)
    expect(value).toEqual({ x: new Uint8Array([1]) })
  })
})
