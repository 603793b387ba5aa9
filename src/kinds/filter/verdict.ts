// What a classifier does with a packet that matches: selects a class, runs actions, or has the
// policer of old. Most classifiers have these three.

import type { TcActAttrs } from '../../generated/tc/common.ts'
import { formatHandle, type Handle, parseClassId } from '../../units/handle.ts'
import { OptionError } from '../../wire/errors.ts'
import { actionDevices, fromActions, toActions } from '../action/attrs.ts'
import type { Action, ActionSpec } from '../action/spec.ts'
import { below, type DecodeContext, type EncodeContext } from '../context.ts'
import type { RawOptions } from '../custom.ts'
import { checkRaw } from '../raw.ts'

/** What happens to a packet that matches. */
export interface VerdictOptions {
  /** Class that it goes to (tc: `classid` or `flowid`). It need not exist. */
  classid?: Handle | undefined
  /** What is done with it, in this order; at most 32. */
  actions?: readonly ActionSpec[] | undefined
}

/** What happens to a packet that matches, for classifiers that also have the policer of old. */
export interface PolicedVerdictOptions extends VerdictOptions {
  /**
   * Policer of the old style, as attributes TCA_POLICE_*. The action police replaces it. Dumps lack its table of
   * transmission times, without which the kernel takes no policer that has a rate.
   */
  police?: RawOptions | undefined
}

/** {@link VerdictOptions} as dumps give them. */
export interface DumpedVerdict {
  classid?: string
  actions?: Action[]
}

/** {@link PolicedVerdictOptions} as dumps give them. */
export interface DumpedPolicedVerdict extends DumpedVerdict {
  police?: RawOptions
}

/** The attributes of a verdict, as generated sets name them. */
export interface VerdictAttrs {
  classid?: number | undefined
  act?: TcActAttrs[] | undefined
  police?: Uint8Array | undefined
}

/** Names of {@link VerdictOptions}, for the list of a kind's options. */
export const VERDICT_FIELDS = { classid: true, actions: true } as const

/** Names of {@link PolicedVerdictOptions}. */
export const POLICED_VERDICT_FIELDS = { ...VERDICT_FIELDS, police: true } as const

/** Whether a match ends in something: a class, actions or a policer. */
export function hasVerdict({ classid, actions, police }: PolicedVerdictOptions): boolean {
  return classid !== undefined || police !== undefined || (actions !== undefined && actions.length > 0)
}

/** A verdict as attributes. */
export function toVerdict(options: PolicedVerdictOptions, ctx: EncodeContext): VerdictAttrs {
  const { classid, actions, police } = options
  const wire: VerdictAttrs = {}
  if (classid !== undefined) wire.classid = parseClassId(classid, `${ctx.path}.classid`)
  if (actions !== undefined) {
    const list = toActions(actions, below(ctx, '.actions'))
    if (list.length > 0) wire.act = list
  }
  if (police === undefined) return wire
  if (wire.act !== undefined) {
    const expected = 'either actions or the policer of old: the kernel would ignore the actions'
    throw new OptionError({ path: `${ctx.path}.police`, expected, received: police })
  }
  wire.police = checkRaw(police, `${ctx.path}.police`)
  return wire
}

/** Sets what a dump tells of a verdict. */
export function fromVerdict(wire: VerdictAttrs, options: DumpedPolicedVerdict, ctx: DecodeContext): void {
  if (wire.classid !== undefined) options.classid = formatHandle(wire.classid)
  if (wire.act !== undefined) options.actions = fromActions(wire.act, ctx)
  if (wire.police !== undefined) options.police = { raw: wire.police }
}

/** Devices that the actions of a verdict name. */
export function verdictDevices(options: VerdictOptions, kinds: EncodeContext['kinds']): string[] {
  return actionDevices(options.actions, kinds)
}
