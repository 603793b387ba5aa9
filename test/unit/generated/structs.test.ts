// Every generated struct: codec and buffer-layout structure are inverse to themselves and agree with
// one another, whatever the bytes.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Struct } from '../../../codegen/spec/model.ts'
import { structValues } from './arbitraries.ts'
import { codecs, plain, SPECS } from './codecs.ts'

const RUNS = { numRuns: 100 }

const STRUCTS = SPECS.flatMap(({ structs }) => structs).map((struct) => [struct.cName, struct] as const)

describe('structs', () => {
  it.each(STRUCTS)('%s: decodes what it encodes', (_name, struct) => {
    const codec = codecs.struct(struct)
    const same = fc.property(structValues(struct), (value) => {
      expect(codec.decode(codec.encode(value))).toEqual(value)
    })
    fc.assert(same, RUNS)
  })

  it.each(STRUCTS)('%s: reads payloads of any length', (_name, struct) => {
    const codec = codecs.struct(struct)
    const padded = fc.property(fc.uint8Array({ maxLength: struct.size + 8 }), (bytes) => {
      expect(codec.decode(bytes)).toEqual(codec.decode(fill(bytes, struct.size)))
    })
    fc.assert(padded, RUNS)
  })

  it.each(STRUCTS)('%s: codec and layout read the same', (_name, struct) => {
    const codec = codecs.struct(struct)
    const layout = codecs.layout(struct)
    expect(layout.span).toBe(struct.size)
    const same = fc.property(randomBytes(struct), (bytes) => {
      expect(plain(layout.decode(Buffer.from(bytes)))).toEqual(codec.decode(bytes))
    })
    fc.assert(same, RUNS)
  })

  it.each(STRUCTS)('%s: codec and layout write the same', (_name, struct) => {
    const codec = codecs.struct(struct)
    const layout = codecs.layout(struct)
    const same = fc.property(structValues(struct), (value) => {
      const bytes = Buffer.alloc(struct.size)
      layout.encode(value, bytes)
      expect(new Uint8Array(bytes)).toEqual(new Uint8Array(codec.encode(value)))
    })
    fc.assert(same, RUNS)
  })
})

function randomBytes(struct: Struct): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: struct.size, maxLength: struct.size })
}

/** Exactly `size` bytes: cut off, or filled up with zeros. */
function fill(bytes: Uint8Array, size: number): Uint8Array {
  const filled = new Uint8Array(size)
  filled.set(bytes.subarray(0, size))
  return filled
}
