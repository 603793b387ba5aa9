// Every generated attribute set and sub-message: what is encoded decodes to the same value, and
// whatever the bytes, a decoder gives a value or a MalformedMessageError.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Format, Spec } from '../../../codegen/spec/model.ts'
import { AttributeRangeError, MalformedMessageError } from '../../../src/wire/errors.ts'
import { Reader } from '../../../src/wire/reader.ts'
import { Writer } from '../../../src/wire/writer.ts'
import { setValues, structValues } from './arbitraries.ts'
import { attributeBytes, mutated } from './bytes.ts'
import { type Codec, codecs, plain, SPECS } from './codecs.ts'

const RUNS = { numRuns: 100 }

describe.each(SPECS.map((spec) => [spec.name, spec] as const))('attribute sets of %s', (_name, spec) => {
  it.each(spec.sets.map((set) => [set.name, set] as const))('%s: decodes what it encodes', (_set, set) => {
    const codec = codecs.set(set)
    const same = fc.property(setValues(set), (value) => {
      expect(codec.decode(codec.encode(value))).toEqual(value)
    })
    fc.assert(same, RUNS)
  })

  it.each(spec.sets.map((set) => [set.name, set] as const))('%s: survives any bytes', (_set, set) => {
    const codec = codecs.set(set)
    const good = setValues(set).map((value) => codec.encode(value))
    const any = fc.oneof(mutated(good), attributeBytes(set), fc.uint8Array({ maxLength: 100 }))
    fc.assert(
      fc.property(any, (bytes) => survives(codec, bytes)),
      RUNS,
    )
  })
})

const FORMATS = SPECS.flatMap((spec) => formatsOf(spec))

describe('sub-messages', () => {
  it.each(FORMATS.map((entry) => [entry.name, entry] as const))(
    '%s: decodes what it encodes',
    (_n, entry) => {
      const format = codecs.format(entry.message, entry.format.value)
      const same = fc.property(formatValues(entry.format), (value) => {
        const w = new Writer()
        w.sub(1, format.encode(value))
        const bytes = w.written()
        const stop = new Reader(bytes).attrEnd(0, bytes.length)
        expect(plain(format.decode(new Reader(bytes), 4, stop))).toEqual(value)
      })
      fc.assert(same, RUNS)
    },
  )
})

/** Decodes; where that gives a value, it is the same after another round. */
function survives(codec: Codec, bytes: Uint8Array): void {
  const value = unless(MalformedMessageError, () => codec.decode(bytes))
  if (value === undefined) return
  // Limits are the encoder's business: the kernel may send what it would not take.
  const again = unless(AttributeRangeError, () => codec.encode(value))
  if (again !== undefined) expect(codec.decode(again)).toEqual(value)
}

function unless<T>(allowed: abstract new (...args: never[]) => Error, action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (error instanceof allowed) return undefined
    throw error
  }
}

function formatsOf(spec: Spec) {
  return spec.subMessages.flatMap((message) =>
    message.formats.map((format) => ({ name: `${message.name} ${format.value}`, message, format })),
  )
}

function formatValues({ header, set }: Format): fc.Arbitrary<unknown> {
  if (header !== undefined && set !== undefined) {
    return fc.record({ header: structValues(header), attrs: setValues(set) })
  }
  if (header !== undefined) return structValues(header)
  return set === undefined ? fc.constant(undefined) : setValues(set)
}
