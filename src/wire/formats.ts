// Shapes of the tables that generated code exports: what a message holds, and what a sub-message
// holds by the text of its selector.

import { align4 } from './attribute.ts'
import type { AttrNames, SelectedNames } from './names.ts'
import type { Reader } from './reader.ts'
import { type SubMessage, Writer } from './writer.ts'

/** A message of a netlink family. */
export interface MessageSpec {
  /** The name of its number in the headers: `RTM_NEWQDISC`. */
  readonly name: string
  /** The struct in front of the attributes, by its name in the spec. */
  readonly header: string | undefined
  /** Bytes of that struct. */
  readonly headerSize: number
  /** The attribute set, by its name in the spec. */
  readonly set: string | undefined
  readonly names: AttrNames | undefined
}

/** How one form of a sub-message is read and written. */
export interface Format<T> {
  /** The value in the payload from `at` to `stop`. */
  decode(r: Reader, at: number, stop: number): T
  /** What `Writer.sub` needs to write the value. */
  encode(value: T): SubMessage
  /** Bytes of the struct in front of the attributes, if there is one. */
  readonly skip: number
  /** Names of the attributes, if there are any. */
  readonly names?: AttrNames
}

/** The forms of a sub-message by the text that selects them. */
export type Formats<T> = { readonly [K in keyof T]: Format<T[K]> }

/** A struct with attributes behind it. */
export interface Headed<H, A> {
  header: H
  attrs: A
}

type Decode<T> = (r: Reader, at: number, stop: number) => T

/** A sub-message of attributes. */
export function attrsFormat<A>(
  decode: Decode<A>,
  encode: (w: Writer, value: A) => void,
  names: AttrNames,
): Format<A> {
  return { decode, encode: (value) => (w) => encode(w, value), skip: 0, names }
}

/** A sub-message that is one struct. */
export function structFormat<H>(
  decode: Decode<H>,
  encode: (w: Writer, at: number, value: H) => void,
  size: number,
): Format<H> {
  return {
    decode,
    encode: (value) => {
      const w = new Writer(align4(size))
      encode(w, w.reserve(size), value)
      return w.bytes.subarray(0, size)
    },
    skip: size,
  }
}

/** A sub-message that is a struct with attributes behind it. */
export function headedFormat<H, A>(header: Format<H>, attrs: Format<A>): Format<Headed<H, A>> {
  const names = attrs.names
  return {
    decode: (r, at, stop) => ({
      header: header.decode(r, at, stop),
      attrs: attrs.decode(r, at + align4(header.skip), stop),
    }),
    encode: (value) => (w) => {
      write(w, header.encode(value.header))
      write(w, attrs.encode(value.attrs))
    },
    skip: header.skip,
    ...(names && { names }),
  }
}

/** A sub-message of which only its presence counts. */
export const emptyFormat: Format<undefined> = {
  decode: () => undefined,
  encode: () => new Uint8Array(0),
  skip: 0,
}

/** The names of what `formats` hold where the selector has the text `value`. */
export function namesIn<T>(formats: Formats<T>, value: string): SelectedNames | undefined {
  if (!isKey(formats, value)) return undefined
  const { names, skip } = formats[value]
  return names && { names, skip }
}

function isKey<T>(formats: Formats<T>, value: string): value is string & keyof T {
  return Object.hasOwn(formats, value)
}

function write(w: Writer, value: SubMessage): void {
  if (typeof value === 'function') value(w)
  else w.raw(value instanceof Uint8Array ? value : value.toBytes())
}
