// Attribute sets: numbering, names, subsets, and the tables by which errors name attributes.

import { describe, expect, it } from 'vitest'
import { filesOf, load } from './support.ts'

describe('attribute sets', () => {
  it('numbers attributes from 1 and on from explicit values', async () => {
    const generated = await load(`
attribute-sets:
  - name: x-attrs
    name-prefix: tca-x-
    attributes:
      - { name: first, type: u8 }
      - { name: far, type: u8, value: 10 }
      - { name: next, type: u8 }
      - { name: zero, type: u8, value: 0 }
`)
    expect(generated.constants()).toMatchObject({
      TCA_X_FIRST: 1,
      TCA_X_FAR: 10,
      TCA_X_NEXT: 11,
      TCA_X_ZERO: 0,
    })
  })

  it('prefixes constants with family and set where the spec gives no prefix', async () => {
    const generated = await load(`
attribute-sets:
  - { name: plain, attributes: [{ name: v, type: u8 }] }
  - { name: own, attributes: [{ name: v, type: u8, name-prefix: special- }] }
`)
    expect(generated.constants()).toMatchObject({ TEST_A_PLAIN_V: 1, SPECIAL_V: 1 })
  })

  it('emits the constants for the last number and for one more where the spec names them', async () => {
    const generated = await load(`
attribute-sets:
  - name: x
    name-prefix: x-
    attr-max-name: x-max
    attr-cnt-name: __x-count
    attributes: [{ name: a, type: u8 }, { name: b, type: u8 }]
`)
    expect(generated.constants()).toMatchObject({ X_MAX: 2, __X_COUNT: 3 })
  })

  it('gives a subset the numbers and types of the whole set, and lets it say more', async () => {
    const generated = await load(`
attribute-sets:
  - name: part
    subset-of: whole
    attributes:
      - { name: c }
      - { name: b, multi-attr: true }
  - name: whole
    name-prefix: w-
    attributes:
      - { name: a, type: u8 }
      - { name: b, type: string }
      - { name: c, type: u16, byte-order: big-endian }
`)
    const bytes = '06000300 00010000 06000200 61000000 06000200 62000000'
    expect(generated.encode('Part', { c: 1, b: ['a', 'b'] })).toBe(bytes)
    expect(generated.decode('Part', bytes)).toEqual({ c: 1, b: ['a', 'b'] })
    expect(generated.decode('Part', '05000100 01000000')).toEqual({
      unknown: [{ type: 1, data: new Uint8Array([1]) }],
    })
  })

  it('lets a set nest itself', async () => {
    const generated = await load(`
attribute-sets:
  - name: node
    name-prefix: n-
    attributes: [{ name: v, type: u8 }, { name: child, type: nest, nested-attributes: node }]
`)
    const value = { v: 1, child: { v: 2, child: {} } }
    const bytes = '05000100 01000000 10000280 05000100 02000000 04000280'
    expect(generated.encode('Node', value)).toBe(bytes)
    expect(generated.decode('Node', bytes)).toEqual(value)
  })

  it('ends at sets that nest themselves deeper than a stack is', async () => {
    const generated = await load(`
attribute-sets:
  - name: node
    name-prefix: n-
    attributes:
      - { name: other, type: nest, nested-attributes: detour }
      - { name: list, type: indexed-array, sub-type: nest, nested-attributes: node }
  - { name: detour, name-prefix: d-, attributes: [{ name: back, type: nest, nested-attributes: node }] }
`)
    const malformed = expect.objectContaining({ code: 'MALFORMED' })
    expect(() => generated.decode('Node', nested([1]))).toThrow(malformed)
    expect(() => generated.decode('Node', nested([2, 1]))).toThrow(malformed)
    expect(generated.decode('Node', nested([1], 3))).toEqual({ other: { back: { other: {} } } })
  })

  it('makes fields of names that are no identifiers, and keeps clear of its own field', async () => {
    const generated = await load(`
attribute-sets:
  - name: odd
    name-prefix: odd-
    attributes: [{ name: 6rd-prefix, type: u8 }, { name: unknown, type: u8 }]
`)
    const value = { '6rdPrefix': 1, unknown_: 2, unknown: [{ type: 9, data: new Uint8Array(0) }] }
    const bytes = '05000100 01000000 05000200 02000000 04000900'
    expect(generated.encode('Odd', value)).toBe(bytes)
    expect(generated.decode('Odd', bytes)).toEqual(value)
  })

  it('tells the names of attributes, nests, lists and selected payloads', async () => {
    const generated = await load(`
attribute-sets:
  - name: top
    name-prefix: t-
    attributes:
      - { name: kind, type: string }
      - { name: nest, type: nest, nested-attributes: low }
      - { name: list, type: indexed-array, sub-type: nest, nested-attributes: low }
      - { name: options, type: sub-message, sub-message: opts, selector: kind }
      - { name: foreign, type: sub-message, sub-message: opts, selector: kind-of-a-set-around }
  - { name: low, name-prefix: l-, attributes: [{ name: v, type: u8 }] }
sub-messages:
  - { name: opts, formats: [] }
`)
    const low = { set: 'low', names: { 1: 'L_V' } }
    expect(generated.value('lowNames')).toEqual(low)
    const names = generated.value('topNames')
    expect(names).toMatchObject({
      set: 'top',
      names: { 1: 'T_KIND', 2: 'T_NEST', 3: 'T_LIST', 4: 'T_OPTIONS', 5: 'T_FOREIGN' },
      selected: { 4: { message: 'opts', selector: 1 } },
    })
    expect(names).toHaveProperty('nested.2')
    expect(names).toHaveProperty('lists.3')
    expect(names).not.toHaveProperty('selected.5')
  })

  it('tells number, constant, wire type and field of each attribute on top of the file', () => {
    const text = filesOf(`
attribute-sets:
  - name: top
    name-prefix: t-
    header: linux/x.h
    attributes:
      - { name: rate-64, type: u64 }
      - { name: pad, type: pad }
      - { name: to, type: u32, byte-order: big-endian, multi-attr: true }
      - { name: low, type: indexed-array, sub-type: nest, nested-attributes: top }
`).get('common.ts')
    expect(text).toContain(
      [
        '// top (linux/x.h): T_LOW',
        '//   1  T_RATE_64  u64                        rate64',
        '//   2  T_PAD      pad',
        '//   3  T_TO       u32, big-endian, repeated  to',
        '//   4  T_LOW      list of nest top           low',
      ].join('\n'),
    )
  })

  it('documents each field: words, constant, wire type, meaning and limits', () => {
    const text = filesOf(`
definitions:
  - { name: mode, type: enum, name-prefix: x-mode-, entries: [a, b] }
  - { name: bit, type: flags, name-prefix: x-bit-, entries: [a] }
attribute-sets:
  - name: top
    name-prefix: t-
    attributes:
      - { name: m, type: u8, enum: mode, doc: The mode., checks: { max: 1 } }
      - { name: n, type: u32, enum: mode, enum-as-flags: true }
      - { name: f, type: bitfield32, enum: bit }
      - { name: ip, type: u32, byte-order: big-endian, display-hint: ipv4 }
`).get('common.ts')
    expect(text).toContain('/** The mode. `T_M`, u8. One of `X_MODE_*`. At most 1. */')
    expect(text).toContain('/** `T_N`, u32. Bits numbered by `X_MODE_*`. */')
    expect(text).toContain('/** `T_F`, bitfield32. Bits of `X_BIT_A`. */')
    expect(text).toContain('/** `T_IP`, u32, big-endian, IPv4 address. */')
  })
})

/** Attributes in attributes, of those types in turn, as deep as netlink can. */
function nested(types: readonly number[], depth = 16383): string {
  const bytes = Buffer.alloc(depth * 4)
  for (let i = 0; i < depth; i++) {
    bytes.writeUInt16LE((depth - i) * 4, i * 4)
    bytes.writeUInt16LE(types[i % types.length] ?? 0, i * 4 + 2)
  }
  return bytes.toString('hex')
}
