// Writes netlink messages and attributes into one growing buffer. Values are checked against
// the width of their field: what does not fit is refused, never cut.

import {
  align4,
  type Bitfield32,
  type Int64,
  NLA_F_NESTED,
  NLA_HDRLEN,
  type UnknownAttribute,
} from './attribute.ts'
import { AttributeRangeError } from './errors.ts'
import { LITTLE_ENDIAN } from './order.ts'
import { Payload } from './reader.ts'

const LONGEST_ATTRIBUTE = 0xffff
const encoder = new TextEncoder()

/**
 * What an encoder puts where the spec says "sub-message": bytes that are there already, or a
 * function that writes them.
 */
export type SubMessage = Payload | Uint8Array | ((w: Writer) => void)

/** A buffer that grows, and the encoding of netlink's types into it. */
export class Writer {
  bytes: Uint8Array
  view: DataView
  /** How many bytes are written so far. */
  length = 0
  private readonly open: number[] = []
  /** The attribute whose payload is being written, which is where the setters' values go. */
  private current: number | undefined

  constructor(capacity = 4096) {
    this.bytes = new Uint8Array(capacity)
    this.view = new DataView(this.bytes.buffer)
  }

  /** The bytes written so far, not copied: good until the next write. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  /** Forgets what was written from `length` on, and any nest that is still open. */
  rewind(length = 0): void {
    this.length = length
    this.open.length = 0
    this.current = undefined
  }

  /** Makes room for `size` zeroed bytes, padded to a multiple of four, and tells where they start. */
  reserve(size: number): number {
    const at = this.length
    const end = at + align4(size)
    if (end > this.bytes.length) this.grow(end)
    this.bytes.fill(0, at, end)
    this.length = end
    this.current = undefined
    return at
  }

  /** Starts an attribute of `size` payload bytes, zeroed, and tells where the payload starts. */
  attr(type: number, size: number): number {
    const length = NLA_HDRLEN + size
    if (length > LONGEST_ATTRIBUTE) this.refuse(type, 'at most 65531 bytes', `${size} bytes`)
    const at = this.reserve(length)
    this.view.setUint16(at, length, LITTLE_ENDIAN)
    this.view.setUint16(at + 2, type, LITTLE_ENDIAN)
    this.current = type
    return at + NLA_HDRLEN
  }

  /** Opens a nest. Hand the result to {@link end} when its attributes are written. */
  nest(type: number): number {
    const at = this.attr(type | NLA_F_NESTED, 0) - NLA_HDRLEN
    this.open.push(at)
    this.current = undefined
    return at
  }

  /** Opens an attribute whose payload is written piece by piece but is not attributes. */
  start(type: number): number {
    const at = this.attr(type, 0) - NLA_HDRLEN
    this.open.push(at)
    this.current = undefined
    return at
  }

  /** Closes what {@link nest} or {@link start} opened. */
  end(at: number): void {
    const length = this.length - at
    if (length > LONGEST_ATTRIBUTE) {
      this.open.pop()
      this.refuse(
        this.view.getUint16(at + 2, LITTLE_ENDIAN) & ~NLA_F_NESTED,
        'at most 65531 bytes',
        `${length} bytes`,
      )
    }
    this.view.setUint16(at, length, LITTLE_ENDIAN)
    this.open.pop()
    this.current = undefined
  }

  u8(type: number, value: number): void {
    this.setU8(this.attr(type, 1), value, type)
  }

  s8(type: number, value: number): void {
    this.setS8(this.attr(type, 1), value, type)
  }

  u16(type: number, value: number): void {
    this.setU16(this.attr(type, 2), value, type)
  }

  s16(type: number, value: number): void {
    this.setS16(this.attr(type, 2), value, type)
  }

  u16be(type: number, value: number): void {
    this.setU16be(this.attr(type, 2), value, type)
  }

  s16be(type: number, value: number): void {
    this.setS16be(this.attr(type, 2), value, type)
  }

  u32(type: number, value: number): void {
    this.setU32(this.attr(type, 4), value, type)
  }

  s32(type: number, value: number): void {
    this.setS32(this.attr(type, 4), value, type)
  }

  u32be(type: number, value: number): void {
    this.setU32be(this.attr(type, 4), value, type)
  }

  s32be(type: number, value: number): void {
    this.setS32be(this.attr(type, 4), value, type)
  }

  u64(type: number, value: Int64): void {
    this.setU64(this.attr(type, 8), value, type)
  }

  s64(type: number, value: Int64): void {
    this.setS64(this.attr(type, 8), value, type)
  }

  u64be(type: number, value: Int64): void {
    this.setU64be(this.attr(type, 8), value, type)
  }

  s64be(type: number, value: Int64): void {
    this.setS64be(this.attr(type, 8), value, type)
  }

  /** The `uint` of newer netlink families: 4 bytes where they suffice, else 8. */
  uint(type: number, value: Int64): void {
    if (value <= 0xffff_ffff) this.u32(type, Number(value))
    else this.u64(type, value)
  }

  /** The `sint` of newer netlink families: 4 bytes where they suffice, else 8. */
  sint(type: number, value: Int64): void {
    if (value >= -0x8000_0000 && value <= 0x7fff_ffff) this.s32(type, Number(value))
    else this.s64(type, value)
  }

  /** An attribute that says something by being there. */
  flag(type: number): void {
    this.attr(type, 0)
  }

  bitfield32(type: number, value: Bitfield32): void {
    const at = this.attr(type, 8)
    this.setU32(at, value.value, type)
    this.setU32(at + 4, value.selector, type)
  }

  /** Text with the NUL that the kernel expects at its end. */
  string(type: number, value: string): void {
    if (value.includes('\0')) this.refuse(type, 'text without NUL', value)
    const text = encoder.encode(value)
    const at = this.attr(type, text.length + 1)
    this.bytes.set(text, at)
  }

  binary(type: number, value: Uint8Array): void {
    // In two steps: making room may replace the buffer.
    const at = this.attr(type, value.length)
    this.bytes.set(value, at)
  }

  /** Bytes without a header, padded to a multiple of four. */
  raw(value: Uint8Array): void {
    const at = this.reserve(value.length)
    this.bytes.set(value, at)
  }

  /** An attribute whose payload someone else knows how to write. */
  sub(type: number, value: SubMessage): void {
    if (typeof value === 'function') {
      const at = this.nest(type)
      value(this)
      this.end(at)
      return
    }
    const bytes = value instanceof Payload ? value.toBytes() : value
    this.binary(type | NLA_F_NESTED, bytes)
  }

  /** Attributes that no spec names, as they came. */
  unknown(list: readonly UnknownAttribute[] | undefined): void {
    if (list === undefined) return
    for (const { type, data } of list) this.binary(type, data)
  }

  setU8(at: number, value: number, type?: number): void {
    if ((value & 0xff) !== value) this.refuse(type, 'an integer from 0 to 255', value)
    this.view.setUint8(at, value)
  }

  setS8(at: number, value: number, type?: number): void {
    if ((value << 24) >> 24 !== value) this.refuse(type, 'an integer from -128 to 127', value)
    this.view.setInt8(at, value)
  }

  setU16(at: number, value: number, type?: number): void {
    this.view.setUint16(at, this.fitU16(value, type), LITTLE_ENDIAN)
  }

  setS16(at: number, value: number, type?: number): void {
    this.view.setInt16(at, this.fitS16(value, type), LITTLE_ENDIAN)
  }

  setU16be(at: number, value: number, type?: number): void {
    this.view.setUint16(at, this.fitU16(value, type), false)
  }

  setS16be(at: number, value: number, type?: number): void {
    this.view.setInt16(at, this.fitS16(value, type), false)
  }

  setU32(at: number, value: number, type?: number): void {
    this.view.setUint32(at, this.fitU32(value, type), LITTLE_ENDIAN)
  }

  setS32(at: number, value: number, type?: number): void {
    this.view.setInt32(at, this.fitS32(value, type), LITTLE_ENDIAN)
  }

  setU32be(at: number, value: number, type?: number): void {
    this.view.setUint32(at, this.fitU32(value, type), false)
  }

  setS32be(at: number, value: number, type?: number): void {
    this.view.setInt32(at, this.fitS32(value, type), false)
  }

  setU64(at: number, value: Int64, type?: number): void {
    this.view.setBigUint64(at, this.fit64(value, 0n, MAX_U64, type), LITTLE_ENDIAN)
  }

  setS64(at: number, value: Int64, type?: number): void {
    this.view.setBigInt64(at, this.fit64(value, MIN_S64, MAX_S64, type), LITTLE_ENDIAN)
  }

  setU64be(at: number, value: Int64, type?: number): void {
    this.view.setBigUint64(at, this.fit64(value, 0n, MAX_U64, type), false)
  }

  setS64be(at: number, value: Int64, type?: number): void {
    this.view.setBigInt64(at, this.fit64(value, MIN_S64, MAX_S64, type), false)
  }

  /** Copies bytes into a field of exactly `size` bytes; fewer are filled up with zeros. */
  setBytes(at: number, size: number, value: Uint8Array, type?: number): void {
    if (value.length > size) this.refuse(type, `at most ${size} bytes`, value)
    this.bytes.set(value, at)
  }

  /** Text in a field of `size` bytes, its NUL included. */
  setText(at: number, size: number, value: string, type?: number): void {
    const text = encoder.encode(value)
    if (text.length >= size || value.includes('\0'))
      this.refuse(type, `text of at most ${size - 1} bytes`, value)
    this.bytes.set(text, at)
  }

  /** Throws for an attribute in the nests that are open now: `type`, or else the one just begun. */
  refuse(type: number | undefined, expected: string, received: unknown): never {
    const types = this.open.map((at) => this.view.getUint16(at + 2, LITTLE_ENDIAN) & ~NLA_F_NESTED)
    const last = type ?? this.current
    if (last !== undefined) types.push(last & ~NLA_F_NESTED)
    throw new AttributeRangeError(types, expected, received)
  }

  private fitU16(value: number, type?: number): number {
    if ((value & 0xffff) !== value) this.refuse(type, 'an integer from 0 to 65535', value)
    return value
  }

  private fitS16(value: number, type?: number): number {
    if ((value << 16) >> 16 !== value) this.refuse(type, 'an integer from -32768 to 32767', value)
    return value
  }

  private fitU32(value: number, type?: number): number {
    if (value >>> 0 !== value) this.refuse(type, 'an integer from 0 to 4294967295', value)
    return value
  }

  private fitS32(value: number, type?: number): number {
    if ((value | 0) !== value) this.refuse(type, 'an integer from -2147483648 to 2147483647', value)
    return value
  }

  private fit64(value: Int64, min: bigint, max: bigint, type?: number): bigint {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      this.refuse(type, 'an integer up to 2^53 - 1, or a bigint', value)
    }
    const big = BigInt(value)
    if (big < min || big > max) this.refuse(type, `an integer from ${min} to ${max}`, value)
    return big
  }

  private grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }
}

const MAX_U64 = 0xffff_ffff_ffff_ffffn
const MIN_S64 = -0x8000_0000_0000_0000n
const MAX_S64 = 0x7fff_ffff_ffff_ffffn
