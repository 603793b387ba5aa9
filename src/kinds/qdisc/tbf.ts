// tbf: a token bucket that lets packets out no faster than a rate. It has one class, `:1`, with a
// bfifo in it, whose place another qdisc can take. See tc-tbf(8).

import {
  decodeTbfAttrs,
  encodeTbfAttrs,
  type TbfAttrs,
  type TcTbfQopt,
  tbfAttrsNames,
} from '../../generated/tc/tbf.ts'
import type { Clock } from '../../units/psched.ts'
import { bytesToRate, type Rate, rateToBytes } from '../../units/rate.ts'
import { type Size, sizeAndCell, sizeToBytes } from '../../units/size.ts'
import { type Duration, timeToMicroseconds } from '../../units/time.ts'
import { OptionError } from '../../wire/errors.ts'
import { attributes } from '../codecs.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineQdisc } from '../descriptor.ts'
import type { DumpedWith } from '../dumped.ts'
import { required } from '../fields.ts'
import { LinkRate, type LinkRateSpec, type SizeInTime } from '../link-rate.ts'
import {
  burstToBytes,
  checkBurst,
  fromRatespec,
  isWholeBurst,
  type LinkLayerOptions,
  MAX_RATE,
  timedBurst,
  toBurst,
  toRate64,
  toRatespec,
  wireRate,
} from '../ratespec.ts'

/** Options of tbf. Exactly one of `limit` and `latency` is needed. */
export interface TbfOptions extends LinkLayerOptions {
  /** How fast packets may leave. @unit bit/s @uapi tc_tbf_qopt.rate, TCA_TBF_RATE64, pkt_sched.h */
  rate: Rate
  /**
   * Bytes that may leave at once; longer packets are dropped. The kernel tells it as time alone, from which
   * dumps compute it again: see `inexact`. A cell size (`'10kb/8'`) is taken, as tc does, and has no effect.
   * @uapi TCA_TBF_BURST, tc_tbf_qopt.buffer
   */
  burst: Size
  /** Bytes that may wait. @uapi tc_tbf_qopt.limit */
  limit?: Size | undefined
  /** Instead of `limit`: how long a packet may wait, which is a limit of rate x latency + burst. In only. */
  latency?: Duration | undefined
  /** How fast a full bucket may empty. Above `rate`; needs `mtu`. @unit bit/s @uapi tc_tbf_qopt.peakrate, TCA_TBF_PRATE64 */
  peakrate?: Rate | undefined
  /** Bytes that may leave at once at `peakrate`, "minburst" in tc. @uapi TCA_TBF_PBURST, tc_tbf_qopt.mtu */
  mtu?: Size | undefined
  /**
   * Out only: which of the sizes several sizes take the same time for, so that the one told need not be
   * the one that was set. From 125 Mbit/s on a tick of 64 ns is more than a byte; on ATM a cell is. Absent
   * where all are exact.
   */
  inexact?: ('burst' | 'mtu')[] | undefined
}

/** Options of tbf as dumps give them. */
export type DumpedTbfOptions = Omit<DumpedWith<TbfOptions, 'limit' | keyof LinkLayerOptions>, 'latency'>

const MAX_U32 = 0xffff_ffff
const MICROSECONDS = 1e6
/** What stands in place of a peak rate where there is none. */
const NO_RATE: TcTbfQopt['peakrate'] = {
  cellLog: 0,
  linklayer: 0,
  overhead: 0,
  cellAlign: 0,
  mpu: 0,
  rate: 0,
}

/** The bucket of `rate` or of `peakrate`. */
interface Bucket {
  /** Bytes a second. */
  rate: number
  /** The rate where 32 bits do not hold it. */
  rate64: number | undefined
  spec: TcTbfQopt['rate']
  size: number
  ticks: number
  /** `size` where it can be told in bytes. */
  bytes: number | undefined
}

/** Names of a bucket's options. */
interface BucketNames {
  rate: 'rate' | 'peakrate'
  size: 'burst' | 'mtu'
}

const BURST: BucketNames = { rate: 'rate', size: 'burst' }
const PEAK: BucketNames = { rate: 'peakrate', size: 'mtu' }

function toWire(options: TbfOptions, ctx: EncodeContext): TbfAttrs {
  const bucket = toBucket(BURST, options, ctx)
  const peak = toPeak(options, bucket.rate, ctx)
  const parms = {
    rate: bucket.spec,
    peakrate: peak?.spec ?? NO_RATE,
    limit: toLimit(options, bucket, peak, ctx.path),
    buffer: bucket.ticks,
    mtu: peak?.ticks ?? 0,
  }
  return {
    parms,
    rate64: bucket.rate64,
    prate64: peak?.rate64,
    burst: bucket.bytes,
    pburst: peak?.bytes,
  }
}

function toBucket(names: BucketNames, options: TbfOptions, ctx: EncodeContext): Bucket {
  const { path, clock } = ctx
  const rate = toRate(options, names.rate, path)
  const { size, cellLog } = toSize(options, names.size, path)
  const mtu = options.mtu === undefined ? 0 : toSize(options, 'mtu', path).size
  const spec = toRatespec(rate, options, mtu, path)
  if (cellLog !== undefined) spec.cellLog = cellLog
  const ticks = toBurst(clock, rate, size)
  const bytes = isWholeBurst(size) ? size : undefined
  if (bytes === undefined) checkTimed(clock, { rate, spec, size }, `${path}.${names.size}`)
  return { rate, rate64: toRate64(rate), spec, size, ticks, bytes }
}

// The kernel refuses 0 without saying why.
function toRate(options: TbfOptions, name: BucketNames['rate'], path: string): number {
  const received = required(options[name], `${path}.${name}`, 'a rate')
  const rate = rateToBytes(received, `${path}.${name}`, { max: MAX_RATE })
  if (rate > 0) return rate
  throw new OptionError({ path: `${path}.${name}`, expected: 'a rate of at least 8 bit/s', received })
}

// The kernel refuses 0 without saying why.
function toSize(
  options: TbfOptions,
  name: BucketNames['size'],
  path: string,
): { size: number; cellLog?: number } {
  const at = `${path}.${name}`
  const received = required(options[name], at, 'a size in bytes, no less than that of the longest packet')
  const found =
    typeof received === 'string' ? sizeAndCell(received, at) : { size: burstToBytes(received, at) }
  if (found.size > 0) return found
  throw new OptionError({ path: at, expected: 'a size of at least 1 byte', received })
}

// Of a size that is told as time the kernel takes the overhead off again, and refuses it where nothing is left.
function checkTimed(
  clock: Clock,
  { rate, spec, size }: Omit<Bucket, 'rate64' | 'ticks' | 'bytes'>,
  path: string,
): void {
  checkBurst(clock, rate, size, path)
  const link = new LinkRate({ ...fromRatespec(spec), rate })
  if (link.longestPacket(toBurst(clock, rate, size)) > 0) return
  throw new OptionError({ path, expected: `more than overhead, which is ${spec.overhead}`, received: size })
}

function toPeak(options: TbfOptions, rate: number, ctx: EncodeContext): Bucket | undefined {
  const { peakrate, mtu } = options
  if (peakrate !== undefined) {
    const peak = toBucket(PEAK, options, ctx)
    if (peak.rate > rate) return peak
    const expected = `a rate above ${bytesToRate(rate)} bit/s, which is rate`
    throw new OptionError({ path: `${ctx.path}.peakrate`, expected, received: peakrate })
  }
  if (mtu === undefined) return undefined
  throw new OptionError({ path: `${ctx.path}.mtu`, expected: 'nothing, or peakrate as well', received: mtu })
}

function toLimit(options: TbfOptions, bucket: Bucket, peak: Bucket | undefined, path: string): number {
  const { limit, latency } = options
  if (latency === undefined) {
    const received = required(limit, `${path}.limit`, 'a limit in bytes, or latency')
    const bytes = sizeToBytes(received, `${path}.limit`)
    if (bytes > 0) return bytes
    // The kernel takes 0, and then drops every packet.
    throw new OptionError({ path: `${path}.limit`, expected: 'at least 1 byte', received })
  }
  if (limit === undefined) return limitFor(latency, peak === undefined ? [bucket] : [bucket, peak], path)
  throw new OptionError({ path: `${path}.latency`, expected: 'either limit or latency', received: latency })
}

// What goes out within the latency besides what goes out at once; the less of both buckets.
function limitFor(latency: Duration, buckets: readonly Bucket[], path: string): number {
  const microseconds = timeToMicroseconds(latency, `${path}.latency`)
  const limits = buckets.map(({ rate, size }) => (rate * microseconds) / MICROSECONDS + size)
  const limit = Math.trunc(Math.min(...limits))
  if (limit <= MAX_U32) return limit
  const expected = `a latency in which at most ${MAX_U32} bytes have to wait, not ${limit}`
  throw new OptionError({ path: `${path}.latency`, expected, received: latency })
}

function fromWire({ parms, rate64, prate64 }: TbfAttrs, { clock }: DecodeContext): DumpedTbfOptions {
  const link = fromRatespec(parms?.rate)
  const rate = wireRate(parms?.rate, rate64)
  const burst = fromTicks(clock, { rate, ...link }, parms?.buffer ?? 0)
  const inexact: ('burst' | 'mtu')[] = burst.exact ? [] : ['burst']
  const options: DumpedTbfOptions = {
    rate: bytesToRate(rate),
    burst: burst.size,
    limit: parms?.limit ?? 0,
    ...link,
  }
  const peakrate = wireRate(parms?.peakrate, prate64)
  if (peakrate > 0) {
    const mtu = fromTicks(clock, { ...fromRatespec(parms?.peakrate), rate: peakrate }, parms?.mtu ?? 0)
    options.peakrate = bytesToRate(peakrate)
    options.mtu = mtu.size
    if (!mtu.exact) inexact.push('mtu')
  }
  if (inexact.length > 0) options.inexact = inexact
  return options
}

// Whole bytes where they take exactly that time: then they are what was set. Programs that set a time
// get the time again.
function fromTicks(clock: Clock, spec: LinkRateSpec, ticks: number): SizeInTime {
  if (spec.rate === 0) return { size: 0, exact: true }
  const whole = new LinkRate(spec).sizeOf(ticks)
  return whole ?? { size: timedBurst(clock, spec.rate, ticks), exact: true }
}

export const tbf = defineQdisc({
  kind: 'tbf',
  options: attributes({
    names: tbfAttrsNames,
    encode: encodeTbfAttrs,
    decode: decodeTbfAttrs,
    fields: {
      rate: true,
      burst: true,
      limit: true,
      latency: true,
      peakrate: true,
      mtu: true,
      overhead: true,
      mpu: true,
      linklayer: true,
      inexact: true,
    },
    toWire,
    fromWire,
  }),
})
