// The building blocks of netsched/layouts: the npm package buffer-layout in this machine's byte
// order, with types, and with the fields that it lacks (exact 64-bit integers, text, bytes).

import lib from 'buffer-layout'
import type { Int64 } from './attribute.ts'
import { LITTLE_ENDIAN } from './order.ts'
import { byteLength } from './text.ts'

/** A layout of buffer-layout, and what TypeScript knows of it. */
export interface Layout<T> {
  /** How many bytes the value has. */
  readonly span: number
  /** The property that holds the value in a struct around; `undefined` at the top and for padding. */
  readonly property: string | undefined
  decode(bytes: Buffer, offset?: number): T
  /** Writes the value and tells how many bytes it took. */
  encode(value: T, bytes: Buffer, offset?: number): number
  getSpan(bytes?: Buffer, offset?: number): number
  /** The same layout for another property. */
  replicate(property: string): Layout<T>
}

/** Fields one after another, each under its property. */
export function struct<T>(fields: readonly Layout<unknown>[], property?: string): Layout<T> {
  return new lib.Structure<T>(fields, property)
}

/** `count` elements one after another. */
export function array<T>(element: Layout<T>, count: number, property?: string): Layout<T[]> {
  return new lib.Sequence<T>(element, count, property)
}

/** Bytes between fields that are neither read nor written. */
export function pad(span: number): Layout<Uint8Array> {
  return new Bytes(span)
}

export function u8(property?: string): Layout<number> {
  return new lib.UInt(1, property)
}

export function s8(property?: string): Layout<number> {
  return new lib.Int(1, property)
}

export function u16(property?: string): Layout<number> {
  return unsigned(2, property)
}

export function s16(property?: string): Layout<number> {
  return signed(2, property)
}

export function u32(property?: string): Layout<number> {
  return unsigned(4, property)
}

export function s32(property?: string): Layout<number> {
  return signed(4, property)
}

export function u16be(property?: string): Layout<number> {
  return new lib.UIntBE(2, property)
}

export function s16be(property?: string): Layout<number> {
  return new lib.IntBE(2, property)
}

export function u32be(property?: string): Layout<number> {
  return new lib.UIntBE(4, property)
}

export function s32be(property?: string): Layout<number> {
  return new lib.IntBE(4, property)
}

/** A u64: a number while that is exact, else a bigint. */
export function u64(property?: string): Layout<Int64> {
  return new Wide(property, false, LITTLE_ENDIAN)
}

/** An s64: a number while that is exact, else a bigint. */
export function s64(property?: string): Layout<Int64> {
  return new Wide(property, true, LITTLE_ENDIAN)
}

/** A big-endian u64. */
export function u64be(property?: string): Layout<Int64> {
  return new Wide(property, false, false)
}

/** A big-endian s64. */
export function s64be(property?: string): Layout<Int64> {
  return new Wide(property, true, false)
}

/** Bytes as they are. Fewer than `span` are filled up with zeros. */
export function bytes(span: number, property?: string): Layout<Uint8Array> {
  return new Bytes(span, property)
}

/** Text of at most `span - 1` bytes, with zeros behind it. */
export function text(span: number, property?: string): Layout<string> {
  return new Text(span, property)
}

function unsigned(span: number, property?: string): Layout<number> {
  return LITTLE_ENDIAN ? new lib.UInt(span, property) : new lib.UIntBE(span, property)
}

function signed(span: number, property?: string): Layout<number> {
  return LITTLE_ENDIAN ? new lib.Int(span, property) : new lib.IntBE(span, property)
}

class Wide extends lib.Layout<Int64> {
  private readonly signed: boolean
  private readonly littleEndian: boolean

  constructor(property: string | undefined, signed: boolean, littleEndian: boolean) {
    super(8, property)
    this.signed = signed
    this.littleEndian = littleEndian
  }

  override decode(bytes: Buffer, offset = 0): Int64 {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const value = this.signed
      ? view.getBigInt64(offset, this.littleEndian)
      : view.getBigUint64(offset, this.littleEndian)
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }

  override encode(value: Int64, bytes: Buffer, offset = 0): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const big = BigInt(value)
    const fits = this.signed ? BigInt.asIntN(64, big) : BigInt.asUintN(64, big)
    if (fits !== big) throw new RangeError(`${big} does not fit into 64 bits`)
    view.setBigUint64(offset, BigInt.asUintN(64, big), this.littleEndian)
    return 8
  }
}

class Bytes extends lib.Layout<Uint8Array> {
  override decode(bytes: Buffer, offset = 0): Uint8Array {
    return new Uint8Array(within(bytes, offset, this.span))
  }

  override encode(value: Uint8Array, bytes: Buffer, offset = 0): number {
    if (value.length > this.span) throw new RangeError(`at most ${this.span} bytes fit`)
    bytes.fill(0, offset, offset + this.span)
    bytes.set(value, offset)
    return this.span
  }
}

class Text extends lib.Layout<string> {
  override decode(bytes: Buffer, offset = 0): string {
    const field = within(bytes, offset, this.span)
    const nul = field.indexOf(0)
    return field.toString('utf8', 0, nul === -1 ? this.span : nul)
  }

  override encode(value: string, bytes: Buffer, offset = 0): number {
    if (byteLength(value) >= this.span) throw new RangeError(`at most ${this.span - 1} bytes of text fit`)
    bytes.fill(0, offset, offset + this.span)
    bytes.write(value, offset)
    return this.span
  }
}

/** The bytes of a field, which must all be there, as buffer-layout's own fields demand. */
function within(bytes: Buffer, offset: number, span: number): Buffer {
  if (offset + span > bytes.length) throw new RangeError(`no ${span} bytes at ${offset}`)
  return bytes.subarray(offset, offset + span)
}
