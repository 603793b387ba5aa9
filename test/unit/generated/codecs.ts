// The generated code of this project's specs by the names of the model: how tests find a codec.

import { subMessageSymbols } from '../../../codegen/emit/submessages.ts'
import { setSymbols, structSymbols } from '../../../codegen/emit/symbols.ts'
import { ownSources } from '../../../codegen/families.ts'
import type { AttributeSet, Spec, Struct, SubMessage } from '../../../codegen/spec/model.ts'
import * as addr from '../../../src/generated/addr/index.ts'
import * as layouts from '../../../src/generated/layouts.ts'
import * as link from '../../../src/generated/link/index.ts'
import * as tc from '../../../src/generated/tc/index.ts'
import type { Format } from '../../../src/wire/formats.ts'
import type { Layout } from '../../../src/wire/layout.ts'
import { Payload, Reader } from '../../../src/wire/reader.ts'
import { Writer } from '../../../src/wire/writer.ts'

/** Encoder and decoder of one struct or attribute set. */
export interface Codec {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

export const SPECS: readonly Spec[] = ownSources().map(({ spec }) => spec)

/** Finds codecs among the exports of generated modules. */
export class Codecs {
  private readonly exports: Readonly<Record<string, unknown>>

  constructor(exports: Readonly<Record<string, unknown>>) {
    this.exports = exports
  }

  set(set: AttributeSet): Codec {
    const { encode, decode } = setSymbols(set)
    return {
      encode: (value) => {
        const w = new Writer(64)
        this.call(encode, w, value)
        return w.written()
      },
      decode: this.decoder(decode),
    }
  }

  struct(struct: Struct): Codec {
    const { encode, decode } = structSymbols(struct)
    return {
      encode: (value) => {
        const w = new Writer(64)
        this.call(encode, w, w.reserve(struct.size), value)
        return w.written().subarray(0, struct.size)
      },
      decode: this.decoder(decode),
    }
  }

  layout(struct: Struct): Layout<unknown> {
    return this.find(structSymbols(struct).layout) as Layout<unknown>
  }

  format(message: SubMessage, value: string): Format<unknown> {
    const formats = this.find(subMessageSymbols(message).table) as Record<string, Format<unknown>>
    const format = formats[value]
    if (format === undefined) throw new Error(`${message.name} has no format ${value}`)
    return format
  }

  private decoder(name: string): Codec['decode'] {
    return (bytes) => plain(this.call(name, new Reader(bytes), 0, bytes.length))
  }

  private call(name: string, ...args: unknown[]): unknown {
    const value = this.find(name)
    if (typeof value !== 'function') throw new Error(`${name} is no function`)
    return value(...args)
  }

  private find(name: string): unknown {
    const value = this.exports[name]
    if (value === undefined) throw new Error(`${name} is not generated`)
    return value
  }
}

/** The codecs of this project's specs. */
export const codecs = new Codecs({ ...addr, ...link, ...tc, ...layouts })

/** A value without what `toEqual` should not see: payloads become their bytes. */
export function plain(value: unknown): unknown {
  if (value instanceof Payload) return value.toBytes()
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
