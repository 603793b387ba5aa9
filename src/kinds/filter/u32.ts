// u32: compares 32 bits of the packet at a time, and finds filters by hash tables. See tc-u32(8).

import {
  decodeTcU32Pcnt,
  decodeU32Attrs,
  encodeU32Attrs,
  TC_U32_PCNT_SIZE,
  type U32Attrs,
  u32AttrsNames,
} from '../../generated/tc/u32.ts'
import { checkInterfaceName } from '../../units/ifname.ts'
import { checkInteger } from '../../units/integer.ts'
import { formatU32Handle, parseU32Handle, type U32Handle } from '../../units/u32handle.ts'
import { OptionError } from '../../wire/errors.ts'
import { Reader } from '../../wire/reader.ts'
import { attributes } from '../codecs.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineFilter } from '../descriptor.ts'
import { counter } from '../stats.ts'
import { fromOffload, toOffload, VERBOSE_OFFLOAD_FIELDS, type VerboseOffloadOptions } from './offload.ts'
import { ignoredByChange } from './u32-change.ts'
import {
  type DumpedU32Selector,
  fromSelector,
  SELECTOR_FIELDS,
  toSelector,
  type U32SelectorOptions,
} from './u32-options.ts'
import { decodeSelector, encodeSelector } from './u32-selector.ts'
import {
  checkDivisor,
  isTableHandle,
  rootTable,
  TABLE_FIELDS,
  toBucket,
  toTable,
  type U32TableOptions,
} from './u32-table.ts'
import {
  type DumpedPolicedVerdict,
  fromVerdict,
  hasVerdict,
  POLICED_VERDICT_FIELDS,
  type PolicedVerdictOptions,
  toVerdict,
  verdictDevices,
} from './verdict.ts'

/**
 * Options of u32: a filter, or with `divisor` a hash table for filters. Handles are `table:bucket:node`, such as
 * `'800::800'`; `'1:'` is a table. All priorities of a place share its tables and nodes.
 */
export interface U32Options
  extends U32SelectorOptions,
    U32TableOptions,
    PolicedVerdictOptions,
    VerboseOffloadOptions {
  /** Node of the handle, 1 to 4095: filters of a bucket are asked in this order. In only: dumps have it in the handle. */
  order?: number | undefined
  /** Device that the packet has come from. @uapi TCA_U32_INDEV */
  indev?: string | undefined
  /** What the filter has counted. Out only, of kernels built with CONFIG_CLS_U32_PERF. @uapi TCA_U32_PCNT */
  pcnt?: U32Counters | undefined
}

/** What a u32 filter has counted. */
export interface U32Counters {
  /** Packets that reached it. @uapi tc_u32_pcnt.rcnt */
  ruleHit: number
  /** Packets that it was the end for. @uapi tc_u32_pcnt.rhit */
  success: number
  /** Packets that passed each of its keys. @uapi tc_u32_pcnt.kcnts */
  keys: number[]
}

/** Options of u32 as dumps give them. */
export interface DumpedU32Options extends DumpedU32Selector, DumpedPolicedVerdict, VerboseOffloadOptions {
  divisor?: number
  ht?: string
  link?: string
  indev?: string
  pcnt?: U32Counters
}

const HIGHEST_NODE = 0xfff
const HIGHEST_TABLE = 0x7ff0_0000

/** What a hash table takes besides its size. */
const ALONGSIDE: Readonly<Record<string, true>> = { divisor: true, unknown: true, ...VERBOSE_OFFLOAD_FIELDS }

function toWire(options: U32Options, ctx: EncodeContext): U32Attrs {
  if (options.divisor !== undefined) return tableToWire(options, ctx)
  const { path } = ctx
  const { selector, mark } = toSelector(options, hasVerdict(options), path)
  const wire: U32Attrs = toVerdict(options, ctx)
  if (selector !== undefined) wire.sel = encodeSelector(selector)
  if (mark !== undefined) wire.mark = mark
  const hash = toBucket(options, path)
  if (hash !== undefined) wire.hash = hash
  if (options.link !== undefined) wire.link = toTable(options.link, `${path}.link`)
  if (options.indev !== undefined) wire.indev = checkInterfaceName(options.indev, `${path}.indev`)
  wire.flags = toOffload(options, path)
  return wire
}

function tableToWire(options: U32Options, { path }: EncodeContext): U32Attrs {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(ALONGSIDE, name)) continue
    const expected = 'nothing besides divisor, which makes a hash table'
    throw new OptionError({ path: `${path}.${name}`, expected, received: value })
  }
  return { divisor: checkDivisor(options.divisor, `${path}.divisor`), flags: toOffload(options, path) }
}

function fromWire(wire: U32Attrs, ctx: DecodeContext): DumpedU32Options {
  const options: DumpedU32Options = {}
  fromVerdict(wire, options, ctx)
  if (wire.divisor !== undefined) options.divisor = wire.divisor
  if (wire.sel !== undefined) {
    Object.assign(options, fromSelector(decodeSelector(wire.sel), wire.mark, hasVerdict(options)))
  }
  if (wire.hash !== undefined) options.ht = formatU32Handle(wire.hash)
  if (wire.link !== undefined) options.link = formatU32Handle(wire.link)
  if (wire.indev !== undefined) options.indev = wire.indev
  if (wire.pcnt !== undefined) options.pcnt = readCounters(wire.pcnt)
  fromOffload(wire.flags, options)
  return options
}

const COUNTER_SIZE = 8

function readCounters(bytes: Uint8Array): U32Counters {
  const r = new Reader(bytes)
  const { rcnt, rhit } = decodeTcU32Pcnt(r, 0, bytes.length)
  const count = Math.max(0, Math.floor((bytes.length - TC_U32_PCNT_SIZE) / COUNTER_SIZE))
  const keys = Array.from({ length: count }, (_, place) =>
    counter(r.u64(TC_U32_PCNT_SIZE + place * COUNTER_SIZE, bytes.length)),
  )
  return { ruleHit: counter(rcnt), success: counter(rhit), keys }
}

/** The handle with the node that `order` tells. Tables beyond those of users are refused. */
function handleWith(handle: number, { order, divisor }: U32Options, path: string): number {
  if (divisor !== undefined && handle > HIGHEST_TABLE) {
    const expected = "a table from '1:' to '7ff:': the others are the kernel's own"
    throw new OptionError({ path: 'handle', expected, received: formatU32Handle(handle) })
  }
  if (order === undefined) return handle
  const node = checkInteger(order, `${path}.order`, 1, HIGHEST_NODE)
  const given = handle & HIGHEST_NODE
  if (given === 0 || given === node) return (handle | node) >>> 0
  throw new OptionError({ path: `${path}.order`, expected: 'the node of the handle', received: order })
}

export const u32 = defineFilter({
  kind: 'u32',
  options: attributes({
    names: u32AttrsNames,
    encode: encodeU32Attrs,
    decode: decodeU32Attrs,
    fields: {
      ...SELECTOR_FIELDS,
      ...POLICED_VERDICT_FIELDS,
      ...VERBOSE_OFFLOAD_FIELDS,
      ...TABLE_FIELDS,
      order: true,
      indev: true,
      pcnt: true,
    },
    toWire,
    fromWire,
    devices: verdictDevices,
  }),
  handle: { parse: (value, path) => parseU32Handle(value as U32Handle, path), format: formatU32Handle },
  isTable: isTableHandle,
  handlesSpanPriorities: true,
  echoesOld: true,
  root: rootTable,
  handleWith,
  ignoredByChange,
})
