// netem's options on their way to the kernel: defaults, units, and what makes no sense together.

import type { NetemAttrs, TcNetemCorr, TcNetemQopt, TcNetemRate } from '../../generated/tc/netem.ts'
import { type Fraction, fractionToU32 } from '../../units/fraction.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { scanDouble } from '../../units/number_text.ts'
import type { Clock } from '../../units/psched.ts'
import { rateToBytes } from '../../units/rate.ts'
import { type Duration, timeToNanoseconds } from '../../units/time.ts'
import type { Int64 } from '../../wire/attribute.ts'
import { OptionError } from '../../wire/errors.ts'
import type { EncodeContext } from '../context.ts'
import { lossGemodelToWire, lossStateToWire } from './netem-loss.ts'
import type { NetemQdiscOptions } from './netem-options.ts'
import { slotToWire } from './netem-slot.ts'
import { distributionBytes } from './netem-tables.ts'

/** The struct and the attributes behind it. */
export interface NetemWire {
  qopt: TcNetemQopt
  attrs: NetemAttrs
}

const DEFAULT_LIMIT = 1000
const MAX_U32 = 0xffff_ffff
const MAX_S32 = 0x7fff_ffff
const MIN_S32 = -0x8000_0000
const MAX_U64 = 0xffff_ffff_ffff_ffffn

/** What the kernel gets for the options. */
export function netemToWire(options: NetemQdiscOptions, { path, clock }: EncodeContext): NetemWire {
  const delay = delayOf(options.delay, `${path}.delay`, clock)
  const jitter = delayOf(options.jitter, `${path}.jitter`, clock)
  const loss = shareOf(options.loss, `${path}.loss`) ?? 0
  const duplicate = shareOf(options.duplicate, `${path}.duplicate`) ?? 0
  const attrs: NetemAttrs = {
    ...correlations(options, { delay: Number(jitter.nanoseconds), loss, duplicate }, path),
    ...distribution(options, jitter, path),
    ...corruption(options, path),
    ...lossModel(options, loss, path),
    ...rateLimit(options, path),
  }
  if (delay.nanoseconds64 !== undefined) attrs.latency64 = delay.nanoseconds64
  if (jitter.nanoseconds64 !== undefined) attrs.jitter64 = jitter.nanoseconds64
  if (options.slot !== undefined) Object.assign(attrs, slotToWire(options.slot, `${path}.slot`))
  if (options.seed !== undefined) attrs.prngSeed = seedOf(options.seed, `${path}.seed`)
  const limit = checkInteger(options.limit ?? DEFAULT_LIMIT, `${path}.limit`, 0, MAX_U32)
  const { rate, slot } = attrs
  const slots = slot !== undefined && (slot.maxDelay > 0 || slot.distJitter > 0)
  const waits = delay.nanoseconds > 0 || jitter.nanoseconds > 0 || (rate?.rate ?? 0) > 0 || slots
  const { gap, reorder } = reordering(options, waits, path)
  if (reorder !== undefined) attrs.reorder = reorder
  return { qopt: { latency: delay.ticks, limit, loss, gap, duplicate, jitter: jitter.ticks }, attrs }
}

/** A delay as the kernel takes it. */
interface WireDelay {
  nanoseconds: Int64
  ticks: number
  /** Set where the ticks do not tell it all. */
  nanoseconds64?: Int64
}

// tc reads these as microseconds where they have no unit, other than the times of slots.
function delayOf(value: Duration | undefined, path: string, clock: Clock): WireDelay {
  const bare = typeof value === 'string' && scanDouble(value)?.rest === ''
  const nanoseconds = timeToNanoseconds(bare ? `${value}us` : (value ?? 0), path)
  const ticksPerNanosecond = clock.ticksPerMicrosecond / 1e3
  const ticks = Math.min(MAX_U32, Math.trunc(Number(nanoseconds) * ticksPerNanosecond))
  const told = (ticks * 1e3) / clock.ticksPerMicrosecond
  return told === Number(nanoseconds)
    ? { nanoseconds, ticks }
    : { nanoseconds, ticks, nanoseconds64: nanoseconds }
}

function shareOf(value: Fraction | undefined, path: string): number | undefined {
  return value === undefined ? undefined : fractionToU32(value, path)
}

/** Refuses what the kernel would take and not use. */
function useless(path: string, expected: string, received: unknown): never {
  throw new OptionError({ path, expected, received })
}

// They share an attribute: those that are absent are 0.
function correlations(
  options: NetemQdiscOptions,
  of: { delay: number; loss: number; duplicate: number },
  path: string,
): { corr?: TcNetemCorr } {
  const { delayCorrelation, lossCorrelation, duplicateCorrelation } = options
  if ((delayCorrelation ?? lossCorrelation ?? duplicateCorrelation) === undefined) return {}
  return {
    corr: {
      delayCorr: correlation(delayCorrelation, of.delay, `${path}.delayCorrelation`, 'jitter'),
      lossCorr: correlation(lossCorrelation, of.loss, `${path}.lossCorrelation`, 'loss'),
      dupCorr: correlation(duplicateCorrelation, of.duplicate, `${path}.duplicateCorrelation`, 'duplicate'),
    },
  }
}

function correlation(value: Fraction | undefined, of: number, path: string, name: string): number {
  const scaled = shareOf(value, path) ?? 0
  return scaled > 0 && of === 0 ? useless(path, `${name} above 0 with it`, value) : scaled
}

function distribution(
  options: NetemQdiscOptions,
  jitter: WireDelay,
  path: string,
): { delayDist?: Uint8Array } {
  if (jitter.nanoseconds > MAX_S32) {
    useless(`${path}.jitter`, 'at most 2147.483647 ms, more than which the kernel cuts', options.jitter)
  }
  if (options.distribution === undefined) return {}
  const delayDist = distributionBytes(options.distribution, `${path}.distribution`)
  if (jitter.nanoseconds > 0) return { delayDist }
  return useless(`${path}.distribution`, 'jitter above 0 with it', options.distribution)
}

function corruption(
  { corrupt, corruptCorrelation }: NetemQdiscOptions,
  path: string,
): Pick<NetemAttrs, 'corrupt'> {
  const probability = shareOf(corrupt, `${path}.corrupt`)
  if (probability === undefined && corruptCorrelation === undefined) return {}
  const of = probability ?? 0
  return {
    corrupt: {
      probability: of,
      correlation: correlation(corruptCorrelation, of, `${path}.corruptCorrelation`, 'corrupt'),
    },
  }
}

function lossModel(options: NetemQdiscOptions, loss: number, path: string): Pick<NetemAttrs, 'loss' | 'ecn'> {
  const { lossState, lossGemodel, ecn } = options
  const attrs: Pick<NetemAttrs, 'loss' | 'ecn'> = {}
  if (lossState !== undefined) attrs.loss = lossStateToWire(lossState, `${path}.lossState`)
  if (lossGemodel !== undefined) {
    if (lossState !== undefined) useless(`${path}.lossGemodel`, 'one model of loss', lossGemodel)
    attrs.loss = lossGemodelToWire(lossGemodel, `${path}.lossGemodel`)
  }
  if (attrs.loss !== undefined && loss > 0) useless(`${path}.loss`, 'one model of loss', options.loss)
  if (ecn === undefined) return attrs
  attrs.ecn = checkFlag(ecn, `${path}.ecn`) ? 1 : 0
  if (ecn && loss === 0 && attrs.loss === undefined) useless(`${path}.ecn`, 'loss with it', ecn)
  return attrs
}

function reordering(
  options: NetemQdiscOptions,
  waits: boolean,
  path: string,
): { gap: number; reorder?: NetemAttrs['reorder'] } {
  const share = shareOf(options.reorder, `${path}.reorder`)
  const wanted = options.gap === undefined ? undefined : checkInteger(options.gap, `${path}.gap`, 0, MAX_U32)
  if (share === undefined && !wanted) {
    correlation(options.reorderCorrelation, 0, `${path}.reorderCorrelation`, 'reorder')
    return { gap: 0 }
  }
  const probability = share ?? MAX_U32
  if (probability > 0 && wanted === 0) useless(`${path}.gap`, '1 or more with reorder', options.gap)
  if (probability > 0 && !waits) {
    const name = share === undefined ? 'gap' : 'reorder'
    useless(`${path}.${name}`, 'delay, jitter, rate or slot with it', options[name])
  }
  const of = correlation(options.reorderCorrelation, probability, `${path}.reorderCorrelation`, 'reorder')
  return { gap: wanted ?? (probability > 0 ? 1 : 0), reorder: { probability, correlation: of } }
}

function rateLimit(options: NetemQdiscOptions, path: string): Pick<NetemAttrs, 'rate' | 'rate64'> {
  const given = options.rate
  const rate = given === undefined ? 0 : rateToBytes(given, `${path}.rate`)
  if (rate === 0 && given !== undefined && Number.parseFloat(String(given)) !== 0) {
    useless(`${path}.rate`, '0, or at least 8 bit/s', given)
  }
  const limit = cells(options, rate, path)
  if (given === undefined) return {}
  return { rate: limit, ...(rate > MAX_U32 && { rate64: rate }) }
}

function cells(options: NetemQdiscOptions, rate: number, path: string): TcNetemRate {
  const { packetOverhead = 0, cellSize = 0, cellOverhead = 0 } = options
  const limit: TcNetemRate = {
    rate: Math.min(rate, MAX_U32),
    packetOverhead: checkInteger(packetOverhead, `${path}.packetOverhead`, MIN_S32, MAX_S32),
    cellSize: checkInteger(cellSize, `${path}.cellSize`, 0, MAX_U32),
    cellOverhead: checkInteger(cellOverhead, `${path}.cellOverhead`, MIN_S32, MAX_S32),
  }
  if (rate === 0 && packetOverhead !== 0)
    useless(`${path}.packetOverhead`, 'rate above 0 with it', packetOverhead)
  if (rate === 0 && cellSize !== 0) useless(`${path}.cellSize`, 'rate above 0 with it', cellSize)
  if (cellSize === 0 && cellOverhead !== 0) useless(`${path}.cellOverhead`, 'cellSize with it', cellOverhead)
  // The kernel would wrap around to cells of almost 2^32 bytes.
  if (cellSize + cellOverhead < 0) useless(`${path}.cellOverhead`, `at least -${cellSize}`, cellOverhead)
  return limit
}

function seedOf(seed: unknown, path: string): Int64 {
  const whole = typeof seed === 'bigint' || (typeof seed === 'number' && Number.isSafeInteger(seed))
  if (whole && seed >= 0 && seed <= MAX_U64) return seed
  throw new OptionError({
    path,
    expected: 'a whole number of 64 bits; above 2^53 - 1 a bigint',
    received: seed,
  })
}
