// htb: hierarchical token buckets. Classes share a link: each is sure of its rate, and borrows
// from its parent up to its ceiling. See tc-htb(8).

import { TC_HTB_PROTOVER } from '../../generated/tc/constants.ts'
import {
  decodeHtbAttrs,
  decodeTcHtbXstats,
  encodeHtbAttrs,
  type HtbAttrs,
  htbAttrsNames,
} from '../../generated/tc/htb.ts'
import { type Handle, parseMinor } from '../../units/handle.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import type { Clock } from '../../units/psched.ts'
import { type Rate, rateToBytes } from '../../units/rate.ts'
import { type Size, sizeToBytes } from '../../units/size.ts'
import { OptionError } from '../../wire/errors.ts'
import { attributes } from '../codecs.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineQdisc } from '../descriptor.ts'
import type { DumpedWith } from '../dumped.ts'
import { required } from '../fields.ts'
import {
  burstToBytes,
  checkBurst,
  fromBurst,
  fromRate,
  fromRatespec,
  type LinkLayerOptions,
  MAX_RATE,
  toBurst,
  toRate64,
  toRatespec,
  wireRate,
} from '../ratespec.ts'

/** Options of an htb qdisc. */
export interface HtbQdiscOptions {
  /**
   * Class of packets that no filter classifies, as minor (`0x30`, `'30'`) or id (`'1:30'`); 0 sends
   * them past all classes. @default 0 @uapi tc_htb_glob.defcls, pkt_sched.h
   */
  default?: Handle | undefined
  /** A class's quantum is its rate in byte/s divided by this. @default 10 @uapi tc_htb_glob.rate2quantum */
  r2q?: number | undefined
  /** Packets that may wait past all classes. @default txqueuelen of the device @uapi TCA_HTB_DIRECT_QLEN */
  directQlen?: number | undefined
  /** Leave the work to the device. Kernel 5.14. @default false @uapi TCA_HTB_OFFLOAD */
  offload?: boolean | undefined
  /** Packets that went past all classes. Out only. @uapi tc_htb_glob.direct_pkts */
  directPackets?: number | undefined
}

/** Options of an htb qdisc as dumps give them. */
export type DumpedHtbQdiscOptions = DumpedWith<HtbQdiscOptions, 'default' | 'r2q' | 'directPackets'>

/** Options of an htb class. */
export interface HtbClassOptions extends LinkLayerOptions {
  /** What the class is sure of. @unit bit/s @uapi tc_htb_opt.rate, TCA_HTB_RATE64 */
  rate: Rate
  /** What it gets at most, by borrowing. @unit bit/s @default rate @uapi tc_htb_opt.ceil, TCA_HTB_CEIL64 */
  ceil?: Rate | undefined
  /**
   * Bytes that may leave at once at `rate`. The kernel keeps them as time, so that a dump may tell a
   * few less. @default 1600 plus what `rate` sends in a tick of the clock @uapi tc_htb_opt.buffer
   */
  burst?: Size | undefined
  /** Bytes that may leave at once at `ceil`. @default as of burst @uapi tc_htb_opt.cbuffer */
  cburst?: Size | undefined
  /** Who borrows first: 0 before 7. @default 0 @uapi tc_htb_opt.prio */
  prio?: number | undefined
  /** Bytes sent in one turn when borrowing. @default rate / r2q @uapi tc_htb_opt.quantum */
  quantum?: Size | undefined
  /** Bytes of the largest packet, for the default bursts. @default 1600 */
  mtu?: Size | undefined
  /** Leave the work to the device. Out only: it follows the qdisc. */
  offload?: boolean | undefined
  /** Height above the leaves. Out only. @uapi tc_htb_opt.level */
  level?: number | undefined
}

/** Options of an htb class as dumps give them. */
export type DumpedHtbClassOptions = Omit<
  DumpedWith<
    HtbClassOptions,
    'ceil' | 'burst' | 'cburst' | 'prio' | 'quantum' | 'level' | keyof LinkLayerOptions
  >,
  'mtu'
>

/** What an htb class has counted of its own. */
export interface HtbXstats {
  /** Packets sent within the class's own rate. */
  lends: number
  /** Packets sent with a parent's rate. */
  borrows: number
  /** Packets too large for the tables; the kernel keeps it at 0. */
  giants: number
  /** Time saved up at `rate`; below 0 the class has to wait. @unit ms */
  tokens: number
  /** Time saved up at `ceil`. @unit ms */
  ctokens: number
}

const DEFAULT_R2Q = 10
const DEFAULT_MTU = 1600
const HIGHEST_PRIO = 7
const MAX_U32 = 0xffff_ffff
/** Ticks a second of the clock by which tc sizes a default burst. */
const TC_HZ = 1e9

const qdiscOptions = attributes({
  names: htbAttrsNames,
  encode: encodeHtbAttrs,
  decode: decodeHtbAttrs,
  fields: { default: true, r2q: true, directQlen: true, offload: true, directPackets: true },
  toWire: (options: HtbQdiscOptions, { path }): HtbAttrs => {
    const wire: HtbAttrs = {
      init: {
        // The kernel takes this version and no other.
        version: TC_HTB_PROTOVER,
        rate2quantum: checkInteger(options.r2q ?? DEFAULT_R2Q, `${path}.r2q`, 1, MAX_U32),
        defcls: parseMinor(options.default ?? 0, `${path}.default`),
        debug: 0,
        directPkts: 0,
      },
    }
    if (options.directQlen !== undefined) {
      wire.directQlen = checkInteger(options.directQlen, `${path}.directQlen`, 0, MAX_U32)
    }
    if (options.offload !== undefined && checkFlag(options.offload, `${path}.offload`)) wire.offload = true
    return wire
  },
  fromWire: (wire): DumpedHtbQdiscOptions => {
    const options: DumpedHtbQdiscOptions = {
      default: wire.init?.defcls ?? 0,
      r2q: wire.init?.rate2quantum ?? 0,
      directPackets: wire.init?.directPkts ?? 0,
    }
    if (wire.directQlen !== undefined) options.directQlen = wire.directQlen
    if (wire.offload) options.offload = true
    return options
  },
})

function classToWire(options: HtbClassOptions, { path, clock }: EncodeContext): HtbAttrs {
  const rate = positiveRate(required(options.rate, `${path}.rate`, 'a rate'), `${path}.rate`)
  const ceil = options.ceil === undefined ? rate : positiveRate(options.ceil, `${path}.ceil`)
  const mtu = options.mtu === undefined ? DEFAULT_MTU : sizeToBytes(options.mtu, `${path}.mtu`)
  const burst = burstOr(options.burst, `${path}.burst`, { rate, mtu, clock })
  const cburst = burstOr(options.cburst, `${path}.cburst`, { rate: ceil, mtu, clock })
  const wire: HtbAttrs = {
    parms: {
      rate: toRatespec(rate, options, mtu, path),
      ceil: toRatespec(ceil, options, mtu, path),
      buffer: toBurst(clock, rate, burst),
      cbuffer: toBurst(clock, ceil, cburst),
      quantum: sizeOr(options.quantum, `${path}.quantum`, 0),
      level: 0,
      prio: checkInteger(options.prio ?? 0, `${path}.prio`, 0, HIGHEST_PRIO),
    },
  }
  const rate64 = toRate64(rate)
  if (rate64 !== undefined) wire.rate64 = rate64
  const ceil64 = toRate64(ceil)
  if (ceil64 !== undefined) wire.ceil64 = ceil64
  return wire
}

function classFromWire(wire: HtbAttrs, { clock }: DecodeContext): DumpedHtbClassOptions {
  const { parms, rate64, ceil64 } = wire
  const { overhead, mpu, linklayer } = fromRatespec(parms?.rate)
  const options: DumpedHtbClassOptions = {
    rate: fromRate(parms?.rate, rate64),
    ceil: fromRate(parms?.ceil, ceil64),
    burst: fromBurst(clock, wireRate(parms?.rate, rate64), parms?.buffer ?? 0),
    cburst: fromBurst(clock, wireRate(parms?.ceil, ceil64), parms?.cbuffer ?? 0),
    prio: parms?.prio ?? 0,
    quantum: parms?.quantum ?? 0,
    level: parms?.level ?? 0,
    overhead,
    mpu,
    linklayer,
  }
  if (wire.offload) options.offload = true
  return options
}

// The kernel refuses 0 without saying why.
function positiveRate(rate: Rate, path: string): number {
  const bytes = rateToBytes(rate, path, { max: MAX_RATE })
  if (bytes > 0) return bytes
  throw new OptionError({ path, expected: 'a rate of at least 8 bit/s', received: rate })
}

function burstOr(
  burst: Size | undefined,
  path: string,
  { rate, mtu, clock }: { rate: number; mtu: number; clock: Clock },
): number {
  if (burst === undefined) return Math.trunc(rate / TC_HZ) + mtu
  return checkBurst(clock, rate, burstToBytes(burst, path), path)
}

function sizeOr(size: Size | undefined, path: string, otherwise: number): number {
  return size === undefined ? otherwise : sizeToBytes(size, path)
}

export const htb = defineQdisc({
  kind: 'htb',
  options: qdiscOptions,
  classOptions: attributes({
    names: htbAttrsNames,
    encode: encodeHtbAttrs,
    decode: decodeHtbAttrs,
    fields: {
      rate: true,
      ceil: true,
      burst: true,
      cburst: true,
      prio: true,
      quantum: true,
      mtu: true,
      overhead: true,
      mpu: true,
      linklayer: true,
      offload: true,
      level: true,
    },
    toWire: classToWire,
    fromWire: classFromWire,
  }),
  classXstats: (r, at, end, { clock }): HtbXstats => {
    const wire = decodeTcHtbXstats(r, at, end)
    return { ...wire, tokens: clock.ticksToMs(wire.tokens), ctokens: clock.ticksToMs(wire.ctokens) }
  },
})
