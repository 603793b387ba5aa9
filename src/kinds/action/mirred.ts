// mirred: sends the packet, or a copy of it, to another device. See tc-mirred(8).

import {
  type ActMirredAttrs,
  actMirredAttrsNames,
  decodeActMirredAttrs,
  encodeActMirredAttrs,
  TCA_EGRESS_MIRROR,
  TCA_EGRESS_REDIR,
  TCA_INGRESS_MIRROR,
  TCA_INGRESS_REDIR,
} from '../../generated/tc/act_mirred.ts'
import { checkInteger, checkOneOf } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineAction } from '../descriptor.ts'
import { actionOptions } from './codec.ts'
import { type Control, type DumpedControl, formatControl, parseControl } from './control.ts'
import { toBinding, toGeneric } from './state.ts'

/** Options of mirred. The target is one of `dev`, `ifindex` and `block`. */
export interface MirredOptions<C = Control> {
  /** `redirect` sends the packet itself, `mirror` a copy. */
  action: 'redirect' | 'mirror'
  /** Whether it leaves the target device, or arrives there. @default egress */
  direction?: 'egress' | 'ingress' | undefined
  /** Name of the target device; goes before `ifindex`. */
  dev?: string | undefined
  /** Index of the target device; in dumps 0 where the device is gone. @uapi tc_mirred.ifindex, tc_act/tc_mirred.h */
  ifindex?: number | undefined
  /** Shared block whose devices are all targets. Kernel 6.8. @uapi TCA_MIRRED_BLOCKID */
  block?: number | undefined
  /** What happens next. @default stolen for redirect, pipe for mirror */
  control?: C | undefined
}

/** Options of mirred as dumps give them. */
export interface DumpedMirredOptions extends MirredOptions<DumpedControl> {
  direction: 'egress' | 'ingress'
  control: DumpedControl
}

const CODES = {
  egress: { redirect: TCA_EGRESS_REDIR, mirror: TCA_EGRESS_MIRROR },
  ingress: { redirect: TCA_INGRESS_REDIR, mirror: TCA_INGRESS_MIRROR },
} as const

const MAX_S32 = 0x7fff_ffff
const MAX_U32 = 0xffff_ffff

function toWire(
  options: MirredOptions<Control | DumpedControl>,
  ctx: EncodeContext,
  index: number,
): ActMirredAttrs {
  const action = checkOneOf(options.action, `${ctx.path}.action`, ['redirect', 'mirror'])
  const direction = checkOneOf(options.direction ?? 'egress', `${ctx.path}.direction`, ['egress', 'ingress'])
  // A copy leaves the packet to the next action; what is sent away is gone.
  const control = options.control ?? (action === 'mirror' ? 'pipe' : 'stolen')
  const wire: ActMirredAttrs = {
    parms: {
      ...toGeneric(index, parseControl(control, `${ctx.path}.control`)),
      eaction: CODES[direction][action],
      ifindex: targetIndex(options, ctx),
    },
  }
  if (options.block !== undefined) wire.blockid = checkInteger(options.block, `${ctx.path}.block`, 1, MAX_U32)
  return wire
}

function targetIndex({ dev, ifindex, block }: MirredOptions<unknown>, ctx: EncodeContext): number {
  if (block !== undefined) {
    if (dev === undefined && ifindex === undefined) return 0
    throw new OptionError({
      path: `${ctx.path}.block`,
      expected: 'either a block or a device',
      received: block,
    })
  }
  if (dev !== undefined) return ctx.ifindex(dev, `${ctx.path}.dev`)
  if (ifindex !== undefined) return checkInteger(ifindex, `${ctx.path}.ifindex`, 1, MAX_S32)
  throw new OptionError({
    path: `${ctx.path}.dev`,
    expected: 'a target: dev, ifindex or block',
    received: dev,
  })
}

function fromWire({ parms, blockid }: ActMirredAttrs, ctx: DecodeContext): DumpedMirredOptions {
  const eaction = parms?.eaction ?? 0
  const options: DumpedMirredOptions = {
    action: eaction === TCA_EGRESS_MIRROR || eaction === TCA_INGRESS_MIRROR ? 'mirror' : 'redirect',
    direction: eaction === TCA_INGRESS_REDIR || eaction === TCA_INGRESS_MIRROR ? 'ingress' : 'egress',
    control: formatControl(parms?.action ?? 0),
  }
  if (blockid !== undefined) options.block = blockid
  else if (parms !== undefined) {
    options.ifindex = parms.ifindex
    ctx.nameDevice(parms.ifindex, options)
  }
  return options
}

export const mirred = defineAction({
  kind: 'mirred',
  options: actionOptions({
    names: actMirredAttrsNames,
    encode: encodeActMirredAttrs,
    decode: decodeActMirredAttrs,
    fields: { action: true, direction: true, dev: true, ifindex: true, block: true, control: true },
    toWire,
    fromWire,
    bind: (index) => ({ parms: { ...toBinding(index), eaction: 0, ifindex: 0 } }),
    devices: ({ dev }) => (typeof dev === 'string' && dev !== '' ? [dev] : []),
  }),
})
