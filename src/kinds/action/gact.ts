// gact: the generic action, which is nothing but a control. See tc-actions(8).

import {
  type ActGactAttrs,
  actGactAttrsNames,
  decodeActGactAttrs,
  encodeActGactAttrs,
  PGACT_DETERM,
  PGACT_NETRAND,
} from '../../generated/tc/act_gact.ts'
import { checkInteger, checkOneOf } from '../../units/integer.ts'
import type { EncodeContext } from '../context.ts'
import { defineAction } from '../descriptor.ts'
import { checkFields, required } from '../fields.ts'
import { actionOptions } from './codec.ts'
import { type Control, type DumpedControl, formatControl, parseControl } from './control.ts'
import { toBinding, toGeneric } from './state.ts'

/** Options of gact. */
export interface GactOptions<C = Control> {
  /** What happens to the packet. @uapi tc_gact.action, tc_act/tc_gact.h */
  control: C
  /** Another control for some of the packets. @uapi TCA_GACT_PROB */
  random?: GactRandom<C> | undefined
}

/** Which packets get the other control. */
export interface GactRandom<C = Control> {
  /** `netrand`: one packet in `value`, at random. `determ`: every `value`-th packet. */
  type: 'netrand' | 'determ'
  /** The other control. */
  control: C
  /** One in so many packets, 1 to 10000. @uapi tc_gact_p.pval */
  value: number
}

// Beyond it the kernel refuses (MAX_RAND).
const MOST = 10_000
const TYPES = { netrand: PGACT_NETRAND, determ: PGACT_DETERM } as const
const RANDOM_FIELDS = { type: true, control: true, value: true } as const

function toWire(
  options: GactOptions<Control | DumpedControl>,
  ctx: EncodeContext,
  index: number,
): ActGactAttrs {
  const control = required(options.control, `${ctx.path}.control`, 'a control such as drop or pass')
  const action = parseControl(control, `${ctx.path}.control`)
  const wire: ActGactAttrs = { parms: toGeneric(index, action) }
  const { random } = options
  if (random === undefined) return wire
  const path = `${ctx.path}.random`
  checkFields(random, RANDOM_FIELDS, path)
  wire.prob = {
    ptype: TYPES[checkOneOf(random.type, `${path}.type`, ['netrand', 'determ'])],
    pval: checkInteger(random.value, `${path}.value`, 1, MOST),
    paction: parseControl(random.control, `${path}.control`),
  }
  return wire
}

function fromWire({ parms, prob }: ActGactAttrs): GactOptions<DumpedControl> {
  const options: GactOptions<DumpedControl> = { control: formatControl(parms?.action ?? 0) }
  if (prob !== undefined && prob.ptype !== 0) {
    options.random = {
      type: prob.ptype === PGACT_DETERM ? 'determ' : 'netrand',
      control: formatControl(prob.paction),
      value: prob.pval,
    }
  }
  return options
}

export const gact = defineAction({
  kind: 'gact',
  options: actionOptions({
    names: actGactAttrsNames,
    encode: encodeActGactAttrs,
    decode: decodeActGactAttrs,
    fields: { control: true, random: true },
    toWire,
    fromWire,
    bind: (index) => ({ parms: toBinding(index) }),
  }),
})
