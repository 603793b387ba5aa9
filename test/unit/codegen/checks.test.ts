// `checks`: encoders refuse what the kernel would refuse.

import { describe, expect, it } from 'vitest'
import { load } from './support.ts'

interface Case {
  attribute: string
  good: readonly unknown[]
  bad: readonly unknown[]
  words: string
}

const CASES: Record<string, Case> = {
  min: { attribute: 'type: u32, checks: { min: 3 }', good: [3, 9], bad: [2], words: 'at least 3' },
  max: { attribute: 'type: s32, checks: { max: 3 }', good: [3, -9], bad: [4], words: 'at most 3' },
  'a limit by the width of a type': {
    attribute: 'type: u32, checks: { max: u8-max }',
    good: [255],
    bad: [256],
    words: 'at most 255',
  },
  'a signed limit by width': {
    attribute: 'type: s32, checks: { min: s8-min }',
    good: [-128],
    bad: [-129],
    words: 'at least -128',
  },
  'a limit above 2^53': {
    attribute: 'type: u64, checks: { max: s64-max }',
    good: [0x7fffffffffffffffn, 1],
    bad: [0x8000000000000000n],
    words: 'at most 9223372036854775807',
  },
  'a limit by a constant': {
    attribute: 'type: u32, checks: { max: limit }',
    good: [1000],
    bad: [1001],
    words: 'at most 1000',
  },
  'a limit by a constant less one': {
    attribute: 'type: u32, checks: { max: limit - 1 }',
    good: [999],
    bad: [1000],
    words: 'at most 999',
  },
  'flags-mask': {
    attribute: 'type: u32, checks: { flags-mask: bits }',
    good: [0, 1, 5],
    bad: [2, 8, 0x80000000],
    words: 'only bits of 5',
  },
  'flags-mask of 64 bits': {
    attribute: 'type: u64, checks: { flags-mask: bits }',
    good: [5, 5n],
    bad: [2 ** 40],
    words: 'only bits of 5',
  },
  'exact-len of bytes': {
    attribute: 'type: binary, checks: { exact-len: 2 }',
    good: [new Uint8Array(2)],
    bad: [new Uint8Array(1), new Uint8Array(3)],
    words: 'exactly 2 bytes',
  },
  'min-len of bytes': {
    attribute: 'type: binary, checks: { min-len: 2 }',
    good: [new Uint8Array(2)],
    bad: [new Uint8Array(1)],
    words: 'at least 2 bytes',
  },
  'max-len of text, in bytes without the NUL': {
    attribute: 'type: string, checks: { max-len: 3 }',
    good: ['abc', 'é'],
    bad: ['abcd', 'éé'],
    words: 'at most 3 bytes',
  },
  'max-len of an array, in bytes': {
    attribute: 'type: binary, sub-type: u16, checks: { max-len: 4 }',
    good: [[1, 2]],
    bad: [[1, 2, 3]],
    words: 'at most 4 bytes',
  },
  'exact-len of the elements of a list': {
    attribute: 'type: indexed-array, sub-type: binary, checks: { exact-len: 1 }',
    good: [[new Uint8Array(1)], []],
    bad: [[new Uint8Array(1), new Uint8Array(2)]],
    words: 'exactly 1 byte',
  },
  'a limit of each of several attributes': {
    attribute: 'type: u8, multi-attr: true, checks: { max: 2 }',
    good: [[1, 2]],
    bad: [[1, 3]],
    words: 'at most 2',
  },
}

describe('checks', () => {
  for (const [name, { attribute, good, bad, words }] of Object.entries(CASES)) {
    it(`enforces ${name}`, async () => {
      const generated = await load(`
definitions:
  - { name: limit, type: const, value: 1000 }
  - { name: bits, type: flags, entries: [a, { name: c, value: 2 }] }
attribute-sets:
  - { name: one, name-prefix: t-, attributes: [{ name: x, ${attribute} }] }
`)
      for (const x of good) expect(() => generated.encode('One', { x })).not.toThrow()
      for (const x of bad) {
        expect(() => generated.encode('One', { x })).toThrow(
          expect.objectContaining({ code: 'ATTRIBUTE_RANGE', expected: words, types: [1] }),
        )
      }
    })
  }

  it('ignores unterminated-ok, which loosens what the kernel takes', async () => {
    const generated = await load(`
attribute-sets:
  - { name: one, attributes: [{ name: x, type: string, checks: { unterminated-ok: true } }] }
`)
    expect(generated.encode('One', { x: 'abc' })).toBe('08000100 61626300')
  })
})
