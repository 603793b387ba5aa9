// Options of an action as attributes. Every action's set has TM and PARMS, and PARMS starts with
// the generic members.

import type { TcfT } from '../../generated/tc/common.ts'
import type { UnknownAttribute } from '../../wire/attribute.ts'
import type { AttrNames } from '../../wire/names.ts'
import type { Reader } from '../../wire/reader.ts'
import type { Writer } from '../../wire/writer.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import type { ActionCodec, WithUnknown } from '../descriptor.ts'
import { checkFields, type Fields } from '../fields.ts'
import { fromGeneric, type Generic } from './state.ts'

/** What every action's attribute set has. */
interface ActionAttrs {
  tm?: TcfT | undefined
  parms?: Generic | undefined
  unknown?: UnknownAttribute[] | undefined
}

/** How an action's options become attributes and back. */
export interface ActionSpecOf<In, Out, Wire> {
  readonly names: AttrNames
  readonly encode: (w: Writer, wire: Wire) => void
  readonly decode: (r: Reader, at: number, end: number) => Wire
  /** Every option there is: what is not listed is refused. */
  readonly fields: Fields<In>
  readonly toWire: (options: In, ctx: EncodeContext, index: number) => Wire
  readonly fromWire: (wire: Wire, ctx: DecodeContext) => Out
  /** What binds the action `index` that is there already, whatever its options; see {@link toBinding}. */
  readonly bind?: (index: number) => Wire
  readonly devices?: (options: In) => string[]
}

const NOTHING: Generic = { index: 0, capab: 0, action: 0, refcnt: 0, bindcnt: 0 }

/** Options that are attributes, TM and PARMS among them. */
export function actionOptions<In extends object, Out extends object, Wire extends ActionAttrs>(
  spec: ActionSpecOf<In, Out, Wire>,
): ActionCodec<In & WithUnknown, Out & WithUnknown> {
  const { bind } = spec
  return {
    names: { names: spec.names, skip: 0 },
    write(w, options, index, ctx) {
      checkFields(options, spec.fields, ctx.path)
      const wire = spec.toWire(options, ctx, index)
      if (options.unknown !== undefined) wire.unknown = options.unknown
      spec.encode(w, wire)
    },
    ...(bind && { bind: (w, index) => spec.encode(w, bind(index)) }),
    read(r, at, end, ctx) {
      const wire = spec.decode(r, at, end)
      const options: Out & WithUnknown = spec.fromWire(wire, ctx)
      if (wire.unknown !== undefined) options.unknown = wire.unknown
      return { ...fromGeneric(wire.parms ?? NOTHING, wire.tm), options }
    },
    ...(spec.devices && { devices: spec.devices }),
  }
}
