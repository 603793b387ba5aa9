// The three shapes of TCA_OPTIONS: attributes, a bare struct, and nothing at all. (A struct
// followed by attributes is written by the few kinds that have it.)

import type { UnknownAttribute } from '../wire/attribute.ts'
import type { AttrNames } from '../wire/names.ts'
import type { Reader } from '../wire/reader.ts'
import type { Writer } from '../wire/writer.ts'
import type { DecodeContext, EncodeContext } from './context.ts'
import type { Codec, NoOptions, WithUnknown } from './descriptor.ts'
import { checkFields, type Fields } from './fields.ts'

/** How options become an attribute set and back. */
export interface AttributesSpec<In, Out, Wire> {
  readonly names: AttrNames
  readonly encode: (w: Writer, wire: Wire) => void
  readonly decode: (r: Reader, at: number, end: number) => Wire
  /** Every option there is: what is not listed is refused. */
  readonly fields: Fields<In>
  readonly toWire: (options: In, ctx: EncodeContext) => Wire
  readonly fromWire: (wire: Wire, ctx: DecodeContext) => Out
  readonly devices?: (options: In, kinds: EncodeContext['kinds']) => string[]
}

/** Options that are a nest of attributes. Attributes without a name pass through. */
export function attributes<
  In extends object,
  Out extends object,
  Wire extends { unknown?: UnknownAttribute[] | undefined },
>(spec: AttributesSpec<In, Out, Wire>): Codec<In & WithUnknown, Out & WithUnknown> {
  return {
    names: { names: spec.names, skip: 0 },
    write(w, type, options, ctx) {
      checkFields(options, spec.fields, ctx.path)
      const wire = spec.toWire(options, ctx)
      if (options.unknown !== undefined) wire.unknown = options.unknown
      const at = w.nest(type)
      spec.encode(w, wire)
      w.end(at)
    },
    read(r, at, end, ctx) {
      const wire = spec.decode(r, at, end)
      const options: Out & WithUnknown = spec.fromWire(wire, ctx)
      if (wire.unknown !== undefined) options.unknown = wire.unknown
      return options
    },
    ...(spec.devices && { devices: spec.devices }),
  }
}

/** How options become a struct and back. */
export interface StructSpec<In, Out, Wire> {
  readonly size: number
  readonly encode: (w: Writer, at: number, wire: Wire) => void
  readonly decode: (r: Reader, at: number, end: number) => Wire
  readonly fields: Fields<In>
  /** `undefined` where the kernel shall take its defaults. */
  readonly toWire: (options: In, ctx: EncodeContext) => Wire | undefined
  readonly fromWire: (wire: Wire, ctx: DecodeContext) => Out
}

/** Options that are one struct, without attributes around its members. */
export function bareStruct<In extends object, Out, Wire>(spec: StructSpec<In, Out, Wire>): Codec<In, Out> {
  return {
    write(w, type, options, ctx) {
      checkFields(options, spec.fields, ctx.path)
      const wire = spec.toWire(options, ctx)
      if (wire !== undefined) spec.encode(w, w.attr(type, spec.size), wire)
    },
    read: (r, at, end, ctx) => spec.fromWire(spec.decode(r, at, end), ctx),
  }
}

/** A kind that takes no options. */
export const noOptions: Codec<NoOptions, NoOptions> = {
  write(_w, _type, options, ctx) {
    checkFields(options, {}, ctx.path)
  },
  read: () => ({}),
}
