// Values for every struct and attribute set of the specs, derived from the generator's model, so
// that a new kind needs no test of its own here.

import fc from 'fast-check'
import type {
  Attribute,
  AttributeSet,
  AttributeType,
  Check,
  ElementType,
  Member,
  Scalar,
  Struct,
} from '../../../codegen/spec/model.ts'
import { sizeOf } from '../../../codegen/spec/model.ts'
import type { Int64 } from '../../../src/wire/attribute.ts'
import { byteLength } from '../../../src/wire/text.ts'

/** Nests within nests that values have at most: some sets hold themselves. */
const DEEPEST = 3
const LONGEST = 12
const MAX_TYPE = 0x3fff

type Bounds = ReadonlyMap<Check['rule'], Check['limit']>

const FREE: Bounds = new Map()

/** Values of a struct's interface. */
export function structValues(struct: Struct): fc.Arbitrary<Record<string, unknown>> {
  const fields = struct.members.filter(({ type }) => type.kind !== 'pad')
  return fc.record(Object.fromEntries(fields.map((member) => [member.field, memberValues(member)])))
}

/** Values of a set's interface: any of its attributes, and some that it does not know. */
export function setValues(set: AttributeSet, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const fields: Record<string, fc.Arbitrary<unknown>> = { unknown: unknownValues(set) }
  for (const attribute of set.attributes) {
    const values = fieldValues(attribute, depth)
    if (values !== undefined) fields[attribute.field] = values
  }
  return fc.record(fields, { requiredKeys: [] })
}

function memberValues({ type, size }: Member): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'scalar':
      return integers(type.scalar, FREE)
    case 'array':
      return fc.array(integers(type.scalar, FREE), { minLength: type.count, maxLength: type.count })
    case 'text':
      return texts(size - 1)
    case 'struct':
      return structValues(type.struct)
    default:
      return fc.uint8Array({ minLength: size, maxLength: size })
  }
}

/** `undefined` for what is no field, and for nests that are too deep. */
function fieldValues(attribute: Attribute, depth: number): fc.Arbitrary<unknown> | undefined {
  const bounds = new Map(attribute.checks.map(({ rule, limit }) => [rule, limit]))
  const values = attributeValues(attribute.type, bounds, depth)
  if (values === undefined || !attribute.multi) return values
  return fc.array(values, { minLength: 1, maxLength: 3 })
}

function attributeValues(
  type: AttributeType,
  bounds: Bounds,
  depth: number,
): fc.Arbitrary<unknown> | undefined {
  switch (type.kind) {
    case 'flag':
      return fc.constant(true)
    case 'bitfield32':
      return fc.record({ value: fc.nat(0xffff_ffff), selector: fc.nat(0xffff_ffff) })
    case 'array': {
      const { minLength, maxLength } = lengths(bounds, sizeOf(type.scalar))
      return fc.array(integers(type.scalar, FREE), { minLength, maxLength })
    }
    case 'sub':
      return fc.uint8Array({ maxLength: LONGEST })
    case 'list': {
      const element = elementValues(type.element, bounds, depth)
      return element && fc.array(element, { maxLength: 3 })
    }
    case 'pad':
    case 'unused':
      return undefined
    default:
      return elementValues(type, bounds, depth)
  }
}

function elementValues(type: ElementType, bounds: Bounds, depth: number): fc.Arbitrary<unknown> | undefined {
  switch (type.kind) {
    case 'scalar':
      return integers(type.scalar, bounds)
    case 'varint':
      return integers({ bits: 64, signed: type.signed, order: 'host' }, bounds)
    case 'text':
      return texts(lengths(bounds, 1).maxLength)
    case 'bytes':
      return fc.uint8Array(lengths(bounds, 1))
    case 'struct':
      return structValues(type.struct)
    case 'nest':
      return depth < DEEPEST ? setValues(type.set, depth + 1) : undefined
  }
}

/** Integers of that width; the extremes often. Numbers while exact, else bigints: as decoders give them. */
function integers({ bits, signed }: Scalar, bounds: Bounds): fc.Arbitrary<Int64> {
  const width = BigInt(bits)
  const lowest = signed ? -(1n << (width - 1n)) : 0n
  const highest = (1n << (signed ? width - 1n : width)) - 1n
  const min = larger(lowest, BigInt(bounds.get('min') ?? lowest))
  const max = smaller(highest, BigInt(bounds.get('max') ?? highest))
  const mask = bounds.get('flags-mask')
  const values = fc.oneof({ weight: 4, arbitrary: fc.bigInt({ min, max }) }, fc.constantFrom(min, max))
  return values.map((value) => exact(mask === undefined ? value : value & BigInt(mask)))
}

function texts(maxBytes: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'binary', maxLength: Math.min(maxBytes, LONGEST * 2) })
    .map((text) => text.replaceAll('\0', ''))
    .filter((text) => byteLength(text) <= maxBytes)
}

function unknownValues(set: AttributeSet): fc.Arbitrary<unknown> {
  const known = new Set(set.attributes.filter(({ type }) => type.kind !== 'unused').map(({ value }) => value))
  const type = fc.nat(MAX_TYPE).filter((number) => !known.has(number))
  const attribute = fc.record({ type, data: fc.uint8Array({ maxLength: LONGEST }) })
  return fc.array(attribute, { minLength: 1, maxLength: 2 })
}

function lengths(bounds: Bounds, size: number): { minLength: number; maxLength: number } {
  const exactly = bounds.get('exact-len')
  const min = Number(exactly ?? bounds.get('min-len') ?? 0)
  const max = Number(exactly ?? bounds.get('max-len') ?? min + LONGEST * size)
  return { minLength: Math.ceil(min / size), maxLength: Math.floor(max / size) }
}

function exact(value: bigint): Int64 {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
