// matchall: every packet matches. See tc-matchall(8).

import {
  decodeMatchallAttrs,
  encodeMatchallAttrs,
  type MatchallAttrs,
  matchallAttrsNames,
} from '../../generated/tc/matchall.ts'
import { attributes } from '../codecs.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineFilter } from '../descriptor.ts'
import { counter } from '../stats.ts'
import { fromOffload, toOffload, VERBOSE_OFFLOAD_FIELDS, type VerboseOffloadOptions } from './offload.ts'
import {
  type DumpedVerdict,
  fromVerdict,
  toVerdict,
  VERDICT_FIELDS,
  type VerdictOptions,
  verdictDevices,
} from './verdict.ts'

/**
 * Options of matchall. A priority has one such filter, which the kernel never changes: delete it and add
 * another one instead.
 */
export interface MatchallOptions extends VerdictOptions, VerboseOffloadOptions {
  /** What the filter has counted. Out only. @uapi TCA_MATCHALL_PCNT, pkt_cls.h */
  pcnt?: MatchallCounters | undefined
}

/** What a matchall filter has counted. */
export interface MatchallCounters {
  /** Packets that reached it. @uapi tc_matchall_pcnt.rhit */
  ruleHit: number
}

/** Options of matchall as dumps give them. */
export interface DumpedMatchallOptions extends VerboseOffloadOptions, DumpedVerdict {
  pcnt?: MatchallCounters
}

function toWire(options: MatchallOptions, ctx: EncodeContext): MatchallAttrs {
  const { classid, act } = toVerdict({ classid: options.classid, actions: options.actions }, ctx)
  const flags = toOffload(options, ctx.path)
  return { classid, act, flags }
}

function fromWire(wire: MatchallAttrs, ctx: DecodeContext): DumpedMatchallOptions {
  const options: DumpedMatchallOptions = {}
  fromVerdict({ classid: wire.classid, act: wire.act }, options, ctx)
  fromOffload(wire.flags, options)
  if (wire.pcnt !== undefined) options.pcnt = { ruleHit: counter(wire.pcnt.rhit) }
  return options
}

export const matchall = defineFilter({
  kind: 'matchall',
  options: attributes({
    names: matchallAttrsNames,
    encode: encodeMatchallAttrs,
    decode: decodeMatchallAttrs,
    fields: { ...VERDICT_FIELDS, ...VERBOSE_OFFLOAD_FIELDS, pcnt: true },
    toWire,
    fromWire,
    devices: verdictDevices,
  }),
})
