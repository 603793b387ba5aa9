// Bytes for decoders: random ones, ones that look like attributes, and good ones with faults.

import fc from 'fast-check'
import type { AttributeSet } from '../../../codegen/spec/model.ts'
import { Writer } from '../../../src/wire/writer.ts'

/** Attributes of the set's numbers with random payloads. */
export function attributeBytes(set: AttributeSet): fc.Arbitrary<Uint8Array> {
  const numbers = set.attributes.map(({ value }) => value)
  const type = fc.oneof(fc.constantFrom(0, ...numbers), fc.nat(0xffff))
  const payload = fc.oneof(fc.uint8Array({ maxLength: 70 }), nestedBytes())
  return fc.array(fc.tuple(type, payload), { maxLength: 6 }).map(write)
}

/** Good bytes with some changed, cut off or added. */
export function mutated(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const change = fc.record({ at: fc.nat(), value: fc.constantFrom(0, 1, 3, 4, 5, 0x7f, 0x80, 0xff) })
  const changes = fc.array(change, { maxLength: 4 })
  return fc.tuple(bytes, changes, fc.integer({ min: -9, max: 5 })).map(([good, list, growth]) => {
    const length = Math.max(0, good.length + growth)
    const bad = new Uint8Array(length)
    bad.set(good.subarray(0, length))
    for (const { at, value } of list) if (length > 0) bad[at % length] = value
    return bad
  })
}

function nestedBytes(): fc.Arbitrary<Uint8Array> {
  const attribute = fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 12 }))
  return fc.array(attribute, { maxLength: 3 }).map(write)
}

function write(attributes: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const w = new Writer(64)
  for (const [type, payload] of attributes) w.binary(type, payload)
  return w.written()
}
