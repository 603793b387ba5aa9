// netem: emulates a network that delays, loses, doubles, corrupts and reorders packets. See tc-netem(8).
// Its options are a struct with attributes behind it.

import {
  decodeNetemAttrs,
  decodeTcNetemQopt,
  decodeTcNetemXstats,
  encodeNetemAttrs,
  encodeTcNetemQopt,
  type NetemAttrs,
  netemAttrsNames,
  TC_NETEM_QOPT_SIZE,
  type TcNetemQopt,
} from '../../generated/tc/netem.ts'
import { u32ToFraction } from '../../units/fraction.ts'
import { bytesToRate } from '../../units/rate.ts'
import { nanosecondsToMs } from '../../units/time.ts'
import { align4 } from '../../wire/attribute.ts'
import type { DecodeContext } from '../context.ts'
import { type Codec, defineQdisc, type WithUnknown } from '../descriptor.ts'
import { checkFields, type Fields } from '../fields.ts'
import { counter } from '../stats.ts'
import { netemToWire } from './netem-encode.ts'
import { lossFromWire } from './netem-loss.ts'
import type { DumpedNetemQdiscOptions, NetemQdiscOptions } from './netem-options.ts'
import { slotFromWire } from './netem-slot.ts'

/** What netem has counted of its own. Kernel 7.2. */
export interface NetemXstats {
  /** Packets delayed. */
  delayed: number
  /** Packets lost on purpose. */
  dropped: number
  /** Packets in which a bit was flipped. */
  corrupted: number
  /** Packets sent twice. */
  duplicated: number
  /** Packets that overtook others. */
  reordered: number
  /** Packets marked (ECN CE) instead of lost. */
  ecnMarked: number
  /** Packets that there was no memory for. */
  allocationErrors: number
}

const MAX_U32 = 0xffff_ffff

const fields: Fields<NetemQdiscOptions> = {
  limit: true,
  delay: true,
  jitter: true,
  delayCorrelation: true,
  distribution: true,
  loss: true,
  lossCorrelation: true,
  lossState: true,
  lossGemodel: true,
  ecn: true,
  duplicate: true,
  duplicateCorrelation: true,
  corrupt: true,
  corruptCorrelation: true,
  reorder: true,
  reorderCorrelation: true,
  gap: true,
  rate: true,
  packetOverhead: true,
  cellSize: true,
  cellOverhead: true,
  slot: true,
  seed: true,
  saturated: true,
}

function fromWire(qopt: TcNetemQopt, attrs: NetemAttrs, { clock }: DecodeContext): DumpedNetemQdiscOptions {
  const options: DumpedNetemQdiscOptions = { limit: qopt.limit }
  const { latency64, jitter64 } = attrs
  const delay = latency64 === undefined ? clock.ticksToMs(qopt.latency) : nanosecondsToMs(latency64)
  const jitter = jitter64 === undefined ? clock.ticksToMs(qopt.jitter) : nanosecondsToMs(jitter64)
  if (delay !== 0) options.delay = delay
  if (jitter !== 0) options.jitter = jitter
  if (jitter !== 0 && attrs.corr?.delayCorr) options.delayCorrelation = u32ToFraction(attrs.corr.delayCorr)
  const delayCut = latency64 === undefined && qopt.latency === MAX_U32
  if (delayCut || (jitter64 === undefined && qopt.jitter === MAX_U32)) options.saturated = true
  addLoss(options, qopt, attrs)
  if (qopt.duplicate !== 0) {
    options.duplicate = u32ToFraction(qopt.duplicate)
    if (attrs.corr?.dupCorr) options.duplicateCorrelation = u32ToFraction(attrs.corr.dupCorr)
  }
  const { corrupt } = attrs
  if (corrupt?.probability) {
    options.corrupt = u32ToFraction(corrupt.probability)
    if (corrupt.correlation !== 0) options.corruptCorrelation = u32ToFraction(corrupt.correlation)
  }
  addRate(options, attrs)
  if (attrs.slot !== undefined) options.slot = slotFromWire(attrs.slot)
  addReordering(options, qopt.gap, attrs)
  if (attrs.prngSeed !== undefined) options.seed = BigInt(attrs.prngSeed)
  return options
}

function addLoss(options: DumpedNetemQdiscOptions, { loss }: TcNetemQopt, attrs: NetemAttrs): void {
  if (attrs.loss !== undefined) Object.assign(options, lossFromWire(attrs.loss))
  else if (loss !== 0) {
    options.loss = u32ToFraction(loss)
    if (attrs.corr?.lossCorr) options.lossCorrelation = u32ToFraction(attrs.corr.lossCorr)
  } else return
  if (attrs.ecn) options.ecn = true
}

function addRate(options: DumpedNetemQdiscOptions, { rate, rate64 }: NetemAttrs): void {
  const bytes = rate64 ?? rate?.rate ?? 0
  if (rate === undefined || Number(bytes) === 0) return
  options.rate = bytesToRate(bytes)
  if (rate.packetOverhead !== 0) options.packetOverhead = rate.packetOverhead
  if (rate.cellSize === 0) return
  options.cellSize = rate.cellSize
  if (rate.cellOverhead !== 0) options.cellOverhead = rate.cellOverhead
}

// Without a gap, and without anything that packets wait for, nothing is reordered.
function addReordering(options: DumpedNetemQdiscOptions, gap: number, { reorder }: NetemAttrs): void {
  const waits = options.delay ?? options.jitter ?? options.rate ?? options.slot
  if (gap === 0 || reorder === undefined || waits === undefined) return
  options.gap = gap
  options.reorder = u32ToFraction(reorder.probability)
  if (reorder.probability !== 0 && reorder.correlation !== 0) {
    options.reorderCorrelation = u32ToFraction(reorder.correlation)
  }
}

const netemOptions: Codec<NetemQdiscOptions & WithUnknown, DumpedNetemQdiscOptions & WithUnknown> = {
  names: { names: netemAttrsNames, skip: TC_NETEM_QOPT_SIZE },
  write(w, type, options, ctx) {
    checkFields(options, fields, ctx.path)
    const { qopt, attrs } = netemToWire(options, ctx)
    if (options.unknown !== undefined) attrs.unknown = options.unknown
    const at = w.nest(type)
    encodeTcNetemQopt(w, w.reserve(TC_NETEM_QOPT_SIZE), qopt)
    encodeNetemAttrs(w, attrs)
    w.end(at)
  },
  read(r, at, end, ctx) {
    const qopt = decodeTcNetemQopt(r, at, end)
    const attrs = decodeNetemAttrs(r, Math.min(end, at + align4(TC_NETEM_QOPT_SIZE)), end)
    const options: DumpedNetemQdiscOptions & WithUnknown = fromWire(qopt, attrs, ctx)
    if (attrs.unknown !== undefined) options.unknown = attrs.unknown
    return options
  },
}

export const netem = defineQdisc({
  kind: 'netem',
  options: netemOptions,
  xstats: (r, at, end): NetemXstats => {
    const wire = decodeTcNetemXstats(r, at, end)
    return {
      delayed: counter(wire.delayed),
      dropped: counter(wire.dropped),
      corrupted: counter(wire.corrupted),
      duplicated: counter(wire.duplicated),
      reordered: counter(wire.reordered),
      ecnMarked: counter(wire.ecnMarked),
      allocationErrors: counter(wire.allocationErrors),
    }
  },
})
