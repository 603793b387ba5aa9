// Reads netlink messages and attributes from bytes. Every read checks its bounds: whatever the
// bytes, the result is a value or a MalformedMessageError.

import { type Bitfield32, type Int64, NLA_HDRLEN, NLA_TYPE_MASK, type UnknownAttribute } from './attribute.ts'
import { MalformedMessageError } from './errors.ts'
import { LITTLE_ENDIAN } from './order.ts'
import { internText } from './text.ts'

/** How deep attributes may nest in themselves; the kernel's own parsers stop earlier. */
const DEEPEST = 32
const TWO_32 = 0x1_0000_0000
/** The high word from which a u64 no longer fits a number exactly. */
const HIGH_WORD_LIMIT = 0x20_0000

/**
 * A window on bytes that hold netlink messages. Positions are byte offsets from the start of
 * the window; `end` and `stop` are positions one past the last byte of a range.
 */
export class Reader {
  readonly bytes: Uint8Array
  readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = plain(bytes)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Where the attribute at `at` stops, its padding left out. */
  attrEnd(at: number, end: number): number {
    const room = end - at
    const length = room < NLA_HDRLEN ? 0 : this.view.getUint16(at, LITTLE_ENDIAN)
    if (length < NLA_HDRLEN || length > room) {
      throw new MalformedMessageError(`attribute of ${length} bytes where ${room} are left`, at)
    }
    return at + length
  }

  /** The type of the attribute at `at`, its flag bits masked away. */
  attrType(at: number): number {
    return this.view.getUint16(at + 2, LITTLE_ENDIAN) & NLA_TYPE_MASK
  }

  /** Refuses attributes that nest in themselves too often, before the call stack ends. */
  checkDepth(depth: number, at: number): void {
    if (depth > DEEPEST) throw new MalformedMessageError(`attributes nested more than ${DEEPEST} deep`, at)
  }

  u8(at: number, stop: number): number {
    this.need(1, at, stop)
    return this.view.getUint8(at)
  }

  s8(at: number, stop: number): number {
    this.need(1, at, stop)
    return this.view.getInt8(at)
  }

  u16(at: number, stop: number): number {
    this.need(2, at, stop)
    return this.view.getUint16(at, LITTLE_ENDIAN)
  }

  s16(at: number, stop: number): number {
    this.need(2, at, stop)
    return this.view.getInt16(at, LITTLE_ENDIAN)
  }

  u16be(at: number, stop: number): number {
    this.need(2, at, stop)
    return this.view.getUint16(at, false)
  }

  s16be(at: number, stop: number): number {
    this.need(2, at, stop)
    return this.view.getInt16(at, false)
  }

  u32(at: number, stop: number): number {
    this.need(4, at, stop)
    return this.view.getUint32(at, LITTLE_ENDIAN)
  }

  s32(at: number, stop: number): number {
    this.need(4, at, stop)
    return this.view.getInt32(at, LITTLE_ENDIAN)
  }

  u32be(at: number, stop: number): number {
    this.need(4, at, stop)
    return this.view.getUint32(at, false)
  }

  s32be(at: number, stop: number): number {
    this.need(4, at, stop)
    return this.view.getInt32(at, false)
  }

  u64(at: number, stop: number): Int64 {
    this.need(8, at, stop)
    return this.getU64(at)
  }

  s64(at: number, stop: number): Int64 {
    this.need(8, at, stop)
    return this.getS64(at)
  }

  u64be(at: number, stop: number): Int64 {
    this.need(8, at, stop)
    return exact(this.view.getBigUint64(at, false))
  }

  s64be(at: number, stop: number): Int64 {
    this.need(8, at, stop)
    return exact(this.view.getBigInt64(at, false))
  }

  /** The `uint` of newer netlink families: 4 or 8 bytes, told by the length. */
  uint(at: number, stop: number): Int64 {
    return stop - at >= 8 ? this.u64(at, stop) : this.u32(at, stop)
  }

  /** The `sint` of newer netlink families: 4 or 8 bytes, told by the length. */
  sint(at: number, stop: number): Int64 {
    return stop - at >= 8 ? this.s64(at, stop) : this.s32(at, stop)
  }

  bitfield32(at: number, stop: number): Bitfield32 {
    this.need(8, at, stop)
    return {
      value: this.view.getUint32(at, LITTLE_ENDIAN),
      selector: this.view.getUint32(at + 4, LITTLE_ENDIAN),
    }
  }

  /** Text up to its NUL, or to the end where it has none. */
  string(at: number, stop: number): string {
    const nul = this.bytes.indexOf(0, at)
    return internText(this.bytes, at, nul === -1 || nul > stop ? stop : nul)
  }

  /** A copy of the bytes, safe to keep when the buffer is used again. */
  binary(at: number, stop: number): Uint8Array {
    return this.bytes.slice(at, stop)
  }

  /** The bytes without a copy: good as long as the buffer is. */
  payload(at: number, stop: number): Payload {
    return new Payload(this, at, stop)
  }

  /** Adds the attribute at `at` to those no spec names. */
  keep(list: UnknownAttribute[] | undefined, at: number, stop: number): UnknownAttribute[] {
    const unknown = list ?? []
    unknown.push({
      type: this.view.getUint16(at + 2, LITTLE_ENDIAN),
      data: this.bytes.slice(at + NLA_HDRLEN, stop),
    })
    return unknown
  }

  /** A u64 whose bounds were checked before. */
  getU64(at: number): Int64 {
    const first = this.view.getUint32(at, LITTLE_ENDIAN)
    const second = this.view.getUint32(at + 4, LITTLE_ENDIAN)
    const high = LITTLE_ENDIAN ? second : first
    if (high >= HIGH_WORD_LIMIT) return this.view.getBigUint64(at, LITTLE_ENDIAN)
    return high * TWO_32 + (LITTLE_ENDIAN ? first : second)
  }

  /** An s64 whose bounds were checked before. */
  getS64(at: number): Int64 {
    const high = this.view.getInt32(LITTLE_ENDIAN ? at + 4 : at, LITTLE_ENDIAN)
    if (high >= HIGH_WORD_LIMIT || high < 0) return exact(this.view.getBigInt64(at, LITTLE_ENDIAN))
    return high * TWO_32 + this.view.getUint32(LITTLE_ENDIAN ? at : at + 4, LITTLE_ENDIAN)
  }

  /**
   * A reader and position from which `size` bytes can be read: this one where the payload has
   * them, else one over the payload filled up with zeros. Kernels grow their structs, so a
   * payload may be shorter than the newest header says.
   */
  padded(at: number, stop: number, size: number): Reader {
    const bytes = new Uint8Array(size)
    bytes.set(this.bytes.subarray(at, Math.min(stop, at + size)))
    return new Reader(bytes)
  }

  private need(size: number, at: number, stop: number): void {
    if (stop - at < size) throw new MalformedMessageError(`${stop - at} bytes where ${size} are needed`, at)
  }
}

/** For {@link readerOver}: as much as all but the longest structs with lists behind them take. */
const scratch = new Reader(new Uint8Array(4096))

/**
 * A reader over `bytes`, good until the next call: for bytes that were copied out of a message and are decoded
 * at once. To make a reader takes longer than to decode a struct.
 */
export function readerOver(bytes: Uint8Array): Reader {
  if (bytes.length > scratch.bytes.length) return new Reader(bytes)
  scratch.bytes.set(bytes)
  return scratch
}

/** Bytes within a message that are decoded later, by someone who knows what they are. */
export class Payload {
  readonly reader: Reader
  readonly at: number
  readonly stop: number

  constructor(reader: Reader, at: number, stop: number) {
    this.reader = reader
    this.at = at
    this.stop = stop
  }

  get length(): number {
    return this.stop - this.at
  }

  /** A copy of the bytes. */
  toBytes(): Uint8Array {
    return this.reader.bytes.slice(this.at, this.stop)
  }
}

// slice() of a Buffer is no copy, unlike that of any other Uint8Array.
function plain(bytes: Uint8Array): Uint8Array {
  if (bytes.constructor === Uint8Array) return bytes
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function exact(value: bigint): Int64 {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
