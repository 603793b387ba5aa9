// red: random early detection. Drops or marks packets the likelier the longer the queue is on average.
// See tc-red(8).

import {
  decodeRedAttrs,
  decodeTcRedXstats,
  encodeRedAttrs,
  type RedAttrs,
  redAttrsNames,
  TC_RED_ADAPTATIVE,
  TC_RED_ECN,
  TC_RED_HARDDROP,
  TC_RED_NODROP,
} from '../../generated/tc/red.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import type { Clock } from '../../units/psched.ts'
import { type Rate, rateToBytes } from '../../units/rate.ts'
import { type Size, sizeToBytes } from '../../units/size.ts'
import type { Bitfield32 } from '../../wire/attribute.ts'
import { OptionError } from '../../wire/errors.ts'
import { attributes } from '../codecs.ts'
import type { EncodeContext } from '../context.ts'
import { defineQdisc } from '../descriptor.ts'
import type { DumpedWith } from '../dumped.ts'
import { checkFields, required } from '../fields.ts'
import {
  fromRedMaxP,
  type IdleDamping,
  type RedProbability,
  redIdleDamping,
  redIdleDampingOf,
  redMaxP,
  redPlog,
  redWlog,
} from '../red-tables.ts'

/**
 * Options of red. How fast the average follows the queue is told by `avpkt`, with `burst` and `bandwidth`; dumps
 * have `ewma` and `scellLog` instead, which the kernel keeps of them.
 */
export interface RedQdiscOptions {
  /** Longest queue; 0 for none of its own, where another qdisc is to hang below. @unit bytes @uapi tc_red_qopt.limit, pkt_sched.h */
  limit: Size
  /** Average queue where dropping or marking starts. @unit bytes @default max / 3 @uapi tc_red_qopt.qth_min */
  min?: Size | undefined
  /**
   * Average queue from where on all packets are dropped or marked.
   * @unit bytes @default 3 * min, or without it limit / 4 @uapi tc_red_qopt.qth_max
   */
  max?: Size | undefined
  /** How likely a packet is dropped or marked just below `max`. @default 0.02 @uapi TCA_RED_MAX_P */
  probability?: RedProbability | undefined
  /** Size of an average packet. @unit bytes */
  avpkt?: Size | undefined
  /** Packets of a burst that the average takes little notice of. @default (2 * min + max) / (3 * avpkt) */
  burst?: number | undefined
  /** Rate of the link, for the decay of the average while nothing is sent. @unit bit/s @default 10 Mbit/s */
  bandwidth?: Rate | undefined
  /** Mark packets (ECN CE) that allow it instead of dropping them. @default false @uapi TC_RED_ECN */
  ecn?: boolean | undefined
  /** Drop, do not mark, from `max` on. @default false @uapi TC_RED_HARDDROP */
  harddrop?: boolean | undefined
  /** With `ecn`: queue packets that cannot be marked. Kernel 5.7. @default false @uapi TC_RED_NODROP */
  nodrop?: boolean | undefined
  /**
   * Let `probability` follow the traffic, from 0.01 to 0.5. Not together with `nodrop`, which a change to
   * `adaptive` does not take away either. @default false @uapi TC_RED_ADAPTATIVE
   */
  adaptive?: boolean | undefined
  /** Shared blocks of filters that see certain packets. Fixed once the qdisc is made. Kernel 5.9. */
  qevents?: RedQevents | undefined
  /**
   * Negative logarithm of what a new sample weighs in the average, in place of `avpkt`, together with `scellLog`.
   * @default from avpkt, burst and min @uapi tc_red_qopt.Wlog
   */
  ewma?: number | undefined
  /**
   * Logarithm of the scale of time of the decay. The kernel does not tell the decay itself: with this alone it
   * is taken for that of 1000 bytes at 10 Mbit/s, or else may be off by a factor of 1.41.
   * @default from avpkt, bandwidth and ewma @uapi tc_red_qopt.Scell_log, TCA_RED_STAB
   */
  scellLog?: number | undefined
}

/** Numbers of the blocks of filters, 1 and up. */
export interface RedQevents {
  /** Sees packets that are dropped early. @uapi TCA_RED_EARLY_DROP_BLOCK */
  earlyDrop?: number | undefined
  /** Sees packets that are marked. @uapi TCA_RED_MARK_BLOCK */
  mark?: number | undefined
}

/** Options of red as dumps give them. */
export type DumpedRedQdiscOptions = Omit<
  DumpedWith<RedQdiscOptions, 'limit' | 'min' | 'max' | 'probability' | 'ewma' | 'scellLog'>,
  'avpkt' | 'burst' | 'bandwidth'
>

/** What red has counted of its own, in packets. */
export interface RedXstats {
  /** Dropped early, and from `max` on. */
  early: number
  /** Dropped because the queue was full. */
  pdrop: number
  /** Dropped for other reasons; newer kernels keep it at 0. */
  other: number
  /** Marked (ECN CE). */
  marked: number
}

const DEFAULT_PROBABILITY = 0.02
const DEFAULT_BANDWIDTH = '10mbit'
const MAX_U32 = 0xffff_ffff
const MAX_LOG = 31
const ALL_FLAGS = TC_RED_ECN | TC_RED_HARDDROP | TC_RED_ADAPTATIVE | TC_RED_NODROP

/** Where dropping starts and ends, in bytes. */
interface Thresholds {
  min: number
  max: number
}

function toWire(options: RedQdiscOptions, { path, clock }: EncodeContext): RedAttrs {
  const limit = sizeToBytes(required(options.limit, `${path}.limit`, 'a size in bytes'), `${path}.limit`)
  const thresholds = thresholdsOf(options, limit, path)
  const { wlog, scellLog, stab } = averaging(options, thresholds, path, clock)
  const maxP = redMaxP(options.probability ?? DEFAULT_PROBABILITY, `${path}.probability`)
  const { historic, flags } = flagsOf(options, path)
  const { min, max } = thresholds
  const plog = redPlog(min, max, maxP)
  const wire: RedAttrs = {
    parms: { limit, qthMin: min, qthMax: max, wlog, plog, scellLog, flags: historic },
    stab,
    maxP,
    ...blocks(options.qevents, `${path}.qevents`),
  }
  if (flags !== undefined) wire.flags = flags
  return wire
}

function thresholdsOf(options: RedQdiscOptions, limit: number, path: string): Thresholds {
  const given = options.min === undefined ? 0 : sizeToBytes(options.min, `${path}.min`)
  const otherwise = given > 0 ? given * 3 : Math.trunc(limit / 4)
  const max = options.max === undefined ? otherwise : sizeToBytes(options.max, `${path}.max`)
  return { min: options.min === undefined ? Math.trunc(max / 3) : given, max }
}

// As the kernel does: both have to fit into 31 bits with the fraction that the weight asks for.
function checkThresholds({ min, max }: Thresholds, wlog: number, path: string): void {
  const most = 2 ** (MAX_LOG - wlog) - 1
  if (max > most) {
    const expected = `at most ${most} bytes where ewma is ${wlog}; it is less for shorter bursts`
    throw new OptionError({ path: `${path}.max`, expected, received: max })
  }
  if (min > max)
    throw new OptionError({ path: `${path}.min`, expected: `at most max, ${max}`, received: min })
}

function averaging(
  options: RedQdiscOptions,
  thresholds: Thresholds,
  path: string,
  clock: Clock,
): IdleDamping & { wlog: number } {
  const { avpkt, burst, bandwidth, ewma, scellLog } = options
  if (avpkt === undefined) return fromDump(options, thresholds, path, clock)
  for (const [name, received] of Object.entries({ ewma, scellLog })) {
    const expected = 'nothing beside avpkt, from which it is worked out'
    if (received !== undefined) throw new OptionError({ path: `${path}.${name}`, expected, received })
  }
  const size = sizeToBytes(avpkt, `${path}.avpkt`)
  if (size === 0)
    throw new OptionError({ path: `${path}.avpkt`, expected: 'a size above 0', received: avpkt })
  const { min, max } = thresholds
  const usual = Math.trunc((2 * min + max) / (3 * size))
  const packets = checkInteger(burst ?? usual, `${path}.burst`, 0, MAX_U32)
  const wlog = redWlog(min, packets, size, `${path}.burst`)
  checkThresholds(thresholds, wlog, path)
  const rate = rateToBytes(bandwidth ?? DEFAULT_BANDWIDTH, `${path}.bandwidth`)
  if (rate === 0) {
    throw new OptionError({
      path: `${path}.bandwidth`,
      expected: 'a rate of at least 8 bit/s',
      received: bandwidth,
    })
  }
  return { wlog, ...redIdleDamping(clock, wlog, size, rate, `${path}.bandwidth`) }
}

function fromDump(
  options: RedQdiscOptions,
  thresholds: Thresholds,
  path: string,
  clock: Clock,
): IdleDamping & { wlog: number } {
  const { burst, bandwidth, ewma, scellLog } = options
  const expected = 'the size of an average packet, such as 1000; or ewma and scellLog as dumps have them'
  if (ewma === undefined || scellLog === undefined) {
    throw new OptionError({ path: `${path}.avpkt`, expected, received: undefined })
  }
  for (const [name, received] of Object.entries({ burst, bandwidth })) {
    if (received === undefined) continue
    throw new OptionError({
      path: `${path}.${name}`,
      expected: 'avpkt with it, not ewma and scellLog',
      received,
    })
  }
  const wlog = checkInteger(ewma, `${path}.ewma`, 0, MAX_LOG)
  checkThresholds(thresholds, wlog, path)
  const log = checkInteger(scellLog, `${path}.scellLog`, 0, MAX_LOG)
  return { wlog, scellLog: log, stab: redIdleDampingOf(clock, wlog, log) }
}

// The kernel takes the flags in one of two places, not in both. Adaptation runs only by the older one, which has no
// nodrop; the newer one also takes away what is not set.
function flagsOf(options: RedQdiscOptions, path: string): { historic: number; flags?: Bitfield32 } {
  const isSet = (name: 'ecn' | 'harddrop' | 'nodrop' | 'adaptive'): boolean =>
    options[name] !== undefined && checkFlag(options[name], `${path}.${name}`)
  const ecn = isSet('ecn')
  const nodrop = isSet('nodrop')
  const adaptive = isSet('adaptive')
  if (nodrop && !ecn)
    throw new OptionError({ path: `${path}.nodrop`, expected: 'ecn with it', received: true })
  if (nodrop && adaptive) {
    const expected = 'no nodrop with it: the kernel would not adapt'
    throw new OptionError({ path: `${path}.adaptive`, expected, received: true })
  }
  const value =
    (ecn ? TC_RED_ECN : 0) |
    (isSet('harddrop') ? TC_RED_HARDDROP : 0) |
    (nodrop ? TC_RED_NODROP : 0) |
    (adaptive ? TC_RED_ADAPTATIVE : 0)
  return adaptive ? { historic: value } : { historic: 0, flags: { value, selector: ALL_FLAGS } }
}

function blocks(
  qevents: RedQevents | undefined,
  path: string,
): Pick<RedAttrs, 'earlyDropBlock' | 'markBlock'> {
  const wire: Pick<RedAttrs, 'earlyDropBlock' | 'markBlock'> = {}
  if (qevents === undefined) return wire
  checkFields(qevents, { earlyDrop: true, mark: true }, path)
  const { earlyDrop, mark } = qevents
  if (earlyDrop !== undefined) wire.earlyDropBlock = checkInteger(earlyDrop, `${path}.earlyDrop`, 1, MAX_U32)
  if (mark !== undefined) wire.markBlock = checkInteger(mark, `${path}.mark`, 1, MAX_U32)
  return wire
}

function fromWire({ parms, maxP, flags, earlyDropBlock, markBlock }: RedAttrs): DumpedRedQdiscOptions {
  const options: DumpedRedQdiscOptions = {
    limit: parms?.limit ?? 0,
    min: parms?.qthMin ?? 0,
    max: parms?.qthMax ?? 0,
    probability: fromRedMaxP(maxP ?? 0),
    ewma: parms?.wlog ?? 0,
    scellLog: parms?.scellLog ?? 0,
  }
  const value = flags?.value ?? parms?.flags ?? 0
  if (value & TC_RED_ECN) options.ecn = true
  if (value & TC_RED_HARDDROP) options.harddrop = true
  if (value & TC_RED_NODROP) options.nodrop = true
  // Where both were set at once, the kernel does not adapt.
  else if (value & TC_RED_ADAPTATIVE) options.adaptive = true
  if (earlyDropBlock === undefined && markBlock === undefined) return options
  options.qevents = {}
  if (earlyDropBlock !== undefined) options.qevents.earlyDrop = earlyDropBlock
  if (markBlock !== undefined) options.qevents.mark = markBlock
  return options
}

export const red = defineQdisc({
  kind: 'red',
  options: attributes({
    names: redAttrsNames,
    encode: encodeRedAttrs,
    decode: decodeRedAttrs,
    fields: {
      limit: true,
      min: true,
      max: true,
      probability: true,
      avpkt: true,
      burst: true,
      bandwidth: true,
      ecn: true,
      harddrop: true,
      nodrop: true,
      adaptive: true,
      qevents: true,
      ewma: true,
      scellLog: true,
    },
    toWire,
    fromWire,
  }),
  xstats: (r, at, end): RedXstats => decodeTcRedXstats(r, at, end),
})
