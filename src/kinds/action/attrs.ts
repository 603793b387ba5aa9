// One action between the user's form and its attributes (TCA_ACT_*, linux/pkt_cls.h), and the
// lists of actions that filters hold.

import type { TcActAttrs } from '../../generated/tc/common.ts'
import {
  TCA_ACT_FLAGS_NO_PERCPU_STATS,
  TCA_ACT_FLAGS_SKIP_HW,
  TCA_ACT_FLAGS_SKIP_SW,
  TCA_ACT_HW_STATS_DELAYED,
  TCA_ACT_HW_STATS_IMMEDIATE,
} from '../../generated/tc/constants.ts'
import type { Bitfield32 } from '../../wire/attribute.ts'
import { OptionError } from '../../wire/errors.ts'
import type { Writer } from '../../wire/writer.ts'
import { below, type DecodeContext, type EncodeContext, type KindLookup } from '../context.ts'
import type { RawOptions } from '../custom.ts'
import type { ActionState } from '../descriptor.ts'
import { checkFields } from '../fields.ts'
import { checkKind, checkRaw } from '../raw.ts'
import { toStats } from '../stats.ts'
import type { Action, ActionInfo, ActionSpec, HardwareStats } from './spec.ts'

const MOST_ACTIONS = 32
const LONGEST_COOKIE = 16
const MAX_U32 = 0xffff_ffff
const HW_STATS_MASK = TCA_ACT_HW_STATS_IMMEDIATE | TCA_ACT_HW_STATS_DELAYED

// Those of a dumped action that say nothing to the kernel are let through: what was listed can
// be added again.
const FIELDS = {
  kind: true,
  options: true,
  index: true,
  cookie: true,
  noPercpu: true,
  skipHw: true,
  skipSw: true,
  hwStats: true,
  references: true,
  bindings: true,
  times: true,
  usedHwStats: true,
  inHwCount: true,
  stats: true,
} as const

/** The actions of a filter as attributes. `ctx.path` is where the list stands. */
export function toActions(actions: readonly ActionSpec[], ctx: EncodeContext): TcActAttrs[] {
  if (!Array.isArray(actions) || actions.length > MOST_ACTIONS) {
    const expected = `a list of at most ${MOST_ACTIONS} actions`
    throw new OptionError({
      path: ctx.path,
      expected,
      received: Array.isArray(actions) ? actions.length : actions,
    })
  }
  return actions.map((action, place) => toAction(action, below(ctx, `[${place}]`)))
}

/** One action as attributes. */
export function toAction(action: ActionSpec, ctx: EncodeContext): TcActAttrs {
  checkFields(action, FIELDS, ctx.path)
  const wire: TcActAttrs = { kind: checkKind(action.kind, `${ctx.path}.kind`) }
  wire.options = optionsWriter(action, below(ctx, '.options'))
  if (action.cookie !== undefined) wire.cookie = toCookie(action.cookie, `${ctx.path}.cookie`)
  const flags = toFlags(action)
  if (flags !== undefined) wire.flags = flags
  if (action.hwStats !== undefined && action.hwStats !== 'any')
    wire.hwStats = toHwStats(action.hwStats, ctx.path)
  if (action.unknown !== undefined) wire.unknown = action.unknown
  return wire
}

/** Actions as dumps give them. */
export function fromActions(list: readonly TcActAttrs[], ctx: DecodeContext): Action[] {
  return list.map((wire) => fromAction(wire, ctx))
}

/** One action as dumps give it. */
export function fromAction(wire: TcActAttrs, ctx: DecodeContext): Action {
  const kind = wire.kind ?? ''
  const action = readOptions(kind, wire, ctx)
  if (wire.cookie !== undefined) action.cookie = wire.cookie
  if (wire.flags !== undefined) fromFlags(wire.flags, action)
  if (wire.hwStats !== undefined) action.hwStats = fromHwStats(wire.hwStats)
  if (wire.usedHwStats !== undefined) action.usedHwStats = fromHwStats(wire.usedHwStats)
  if (wire.inHwCount !== undefined) action.inHwCount = wire.inHwCount
  if (wire.stats !== undefined) action.stats = toStats(wire.stats)
  if (wire.unknown !== undefined) action.unknown = wire.unknown
  // The registry says which options belong to which kind; the type cannot follow that far.
  return action as Action
}

/** Devices that the actions name. */
export function actionDevices(actions: readonly ActionSpec[] | undefined, kinds: KindLookup): string[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((action: ActionSpec | undefined) => {
    const options = action?.options
    if (typeof options !== 'object' || options === null) return []
    return kinds.action(String(action?.kind))?.options.devices?.(options) ?? []
  })
}

function optionsWriter(action: ActionSpec, ctx: EncodeContext): (w: Writer) => void {
  const { index, options } = action
  if (index !== undefined && (!Number.isInteger(index) || index < 0 || index > MAX_U32)) {
    const path = ctx.path.replace(/options$/, 'index')
    throw new OptionError({ path, expected: `an integer from 0 to ${MAX_U32}`, received: index })
  }
  const codec = ctx.kinds.action(action.kind)?.options
  if (codec === undefined || isRaw(options)) return (w) => w.raw(checkRaw(options, ctx.path))
  if (options === undefined && index !== undefined && codec.bind) return (w) => codec.bind?.(w, index)
  return (w) => codec.write(w, options ?? {}, index ?? 0, ctx)
}

function isRaw(options: object | undefined): options is RawOptions {
  return options !== undefined && 'raw' in options
}

function readOptions(
  kind: string,
  wire: TcActAttrs,
  ctx: DecodeContext,
): ActionInfo & { kind: string; options: object } {
  const payload = wire.options
  if (typeof payload !== 'object' || !('reader' in payload)) return { kind, options: {} }
  const codec = ctx.kinds.action(kind)?.options
  if (codec === undefined) return { kind, options: { raw: payload.toBytes() } }
  const found = codec.read(payload.reader, payload.at, payload.stop, ctx) as ActionState & { options: object }
  return { kind, ...found }
}

function toCookie(cookie: Uint8Array | string, path: string): Uint8Array {
  const bytes = typeof cookie === 'string' ? fromHex(cookie) : cookie
  if (bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= LONGEST_COOKIE) return bytes
  const expected = `1 to ${LONGEST_COOKIE} bytes, or their hexadecimal text`
  throw new OptionError({ path, expected, received: cookie })
}

function fromHex(text: string): Uint8Array {
  return /^([0-9a-f]{2})+$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : new Uint8Array()
}

function toFlags({ noPercpu, skipHw, skipSw }: ActionSpec): Bitfield32 | undefined {
  if (noPercpu === undefined && skipHw === undefined && skipSw === undefined) return undefined
  let selector = 0
  let value = 0
  const set = (flag: boolean | undefined, bit: number) => {
    if (flag !== undefined) selector |= bit
    if (flag) value |= bit
  }
  set(noPercpu, TCA_ACT_FLAGS_NO_PERCPU_STATS)
  set(skipHw, TCA_ACT_FLAGS_SKIP_HW)
  set(skipSw, TCA_ACT_FLAGS_SKIP_SW)
  return { value, selector }
}

function fromFlags({ value }: Bitfield32, action: ActionInfo): void {
  if (value & TCA_ACT_FLAGS_NO_PERCPU_STATS) action.noPercpu = true
  if (value & TCA_ACT_FLAGS_SKIP_HW) action.skipHw = true
  if (value & TCA_ACT_FLAGS_SKIP_SW) action.skipSw = true
}

const HW_STATS = {
  any: HW_STATS_MASK,
  immediate: TCA_ACT_HW_STATS_IMMEDIATE,
  delayed: TCA_ACT_HW_STATS_DELAYED,
  disabled: 0,
} as const

function toHwStats(stats: HardwareStats, path: string): Bitfield32 {
  if (!Object.hasOwn(HW_STATS, stats)) {
    const expected = Object.keys(HW_STATS).join(', ')
    throw new OptionError({ path: `${path}.hwStats`, expected, received: stats })
  }
  // The kernel looks at the value alone; tc selects just what it sets.
  return { value: HW_STATS[stats], selector: HW_STATS[stats] }
}

function fromHwStats({ value }: Bitfield32): HardwareStats {
  if (value === TCA_ACT_HW_STATS_IMMEDIATE) return 'immediate'
  if (value === TCA_ACT_HW_STATS_DELAYED) return 'delayed'
  return value === 0 ? 'disabled' : 'any'
}
