// Arrays of integers without headers of their own: attributes that hold nothing else (netem's
// distributions, fq's weights), and struct members of a fixed number of elements.

import type { Int64 } from './attribute.ts'
import { MalformedMessageError } from './errors.ts'
import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** How one element of an array is read and written. Bounds are checked for the array as a whole. */
export interface Element<T> {
  readonly size: number
  read(r: Reader, at: number): T
  write(w: Writer, at: number, value: T, type?: number): void
}

export const U8: Element<number> = {
  size: 1,
  read: (r, at) => r.view.getUint8(at),
  write: (w, at, value, type) => w.setU8(at, value, type),
}

export const S8: Element<number> = {
  size: 1,
  read: (r, at) => r.view.getInt8(at),
  write: (w, at, value, type) => w.setS8(at, value, type),
}

export const U16: Element<number> = {
  size: 2,
  read: (r, at) => r.u16(at, at + 2),
  write: (w, at, value, type) => w.setU16(at, value, type),
}

export const S16: Element<number> = {
  size: 2,
  read: (r, at) => r.s16(at, at + 2),
  write: (w, at, value, type) => w.setS16(at, value, type),
}

export const U32: Element<number> = {
  size: 4,
  read: (r, at) => r.u32(at, at + 4),
  write: (w, at, value, type) => w.setU32(at, value, type),
}

export const S32: Element<number> = {
  size: 4,
  read: (r, at) => r.s32(at, at + 4),
  write: (w, at, value, type) => w.setS32(at, value, type),
}

export const U64: Element<Int64> = {
  size: 8,
  read: (r, at) => r.getU64(at),
  write: (w, at, value, type) => w.setU64(at, value, type),
}

export const S64: Element<Int64> = {
  size: 8,
  read: (r, at) => r.getS64(at),
  write: (w, at, value, type) => w.setS64(at, value, type),
}

export const U16BE: Element<number> = {
  size: 2,
  read: (r, at) => r.u16be(at, at + 2),
  write: (w, at, value, type) => w.setU16be(at, value, type),
}

export const S16BE: Element<number> = {
  size: 2,
  read: (r, at) => r.s16be(at, at + 2),
  write: (w, at, value, type) => w.setS16be(at, value, type),
}

export const U32BE: Element<number> = {
  size: 4,
  read: (r, at) => r.u32be(at, at + 4),
  write: (w, at, value, type) => w.setU32be(at, value, type),
}

export const S32BE: Element<number> = {
  size: 4,
  read: (r, at) => r.s32be(at, at + 4),
  write: (w, at, value, type) => w.setS32be(at, value, type),
}

export const U64BE: Element<Int64> = {
  size: 8,
  read: (r, at) => r.u64be(at, at + 8),
  write: (w, at, value, type) => w.setU64be(at, value, type),
}

export const S64BE: Element<Int64> = {
  size: 8,
  read: (r, at) => r.s64be(at, at + 8),
  write: (w, at, value, type) => w.setS64be(at, value, type),
}

/** The elements from `at` to `stop`, which must be whole ones. */
export function readArray<T>(r: Reader, at: number, stop: number, element: Element<T>): T[] {
  const length = stop - at
  if (length % element.size !== 0) {
    throw new MalformedMessageError(`${length} bytes where elements have ${element.size}`, at)
  }
  return getArray(r, at, length / element.size, element)
}

/** An attribute that holds `values`. */
export function writeArray<T>(w: Writer, type: number, element: Element<T>, values: readonly T[]): void {
  let at = w.attr(type, values.length * element.size)
  for (const value of values) {
    element.write(w, at, value, type)
    at += element.size
  }
}

/** The `count` elements of a struct member whose bounds were checked before. */
export function getArray<T>(r: Reader, at: number, count: number, element: Element<T>): T[] {
  const values: T[] = []
  for (let i = 0; i < count; i++) values.push(element.read(r, at + i * element.size))
  return values
}

/** A struct member of `count` elements; where `values` has fewer, the rest are 0. */
export function setArray<T>(
  w: Writer,
  at: number,
  count: number,
  element: Element<T>,
  values: readonly T[],
): void {
  if (values.length > count) w.refuse(undefined, `at most ${count} elements`, values)
  for (const value of values) {
    element.write(w, at, value)
    at += element.size
  }
}
