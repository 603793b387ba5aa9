// netem's slots (struct tc_netem_slot): packets wait, and leave together when the next slot comes.

import type { TcNetemSlot } from '../../generated/tc/netem.ts'
import { checkInteger } from '../../units/integer.ts'
import { type Size, sizeToBytes } from '../../units/size.ts'
import { type Duration, nanosecondsToMs, timeToNanoseconds } from '../../units/time.ts'
import { OptionError } from '../../wire/errors.ts'
import type { Dumped } from '../dumped.ts'
import { checkFields } from '../fields.ts'
import { distributionBytes, type NetemDistribution } from './netem-tables.ts'

/**
 * When slots come: either evenly scattered between `minDelay` and `maxDelay`, or by a distribution around `delay`
 * with `jitter`. Text without a unit is nanoseconds here. `{ minDelay: 0 }` turns slots off.
 * @uapi struct tc_netem_slot, pkt_sched.h
 */
export interface NetemSlot {
  /** Shortest time between slots. @unit ms */
  minDelay?: Duration | undefined
  /** Longest time between slots. @unit ms @default minDelay */
  maxDelay?: Duration | undefined
  /** Mean time between slots, instead of the two above. @unit ms */
  delay?: Duration | undefined
  /** How far they scatter around `delay`: above 0, at most 2147.483647. @unit ms */
  jitter?: Duration | undefined
  /** How they scatter. The kernel never tells it. @default uniform @uapi TCA_NETEM_SLOT_DIST */
  distribution?: NetemDistribution | undefined
  /** Most packets in a slot; 0 for no limit. @default 0 */
  packets?: number | undefined
  /** Most bytes in a slot; 0 for no limit. @default 0 */
  bytes?: Size | undefined
}

/** {@link NetemSlot} as dumps give it: without the distribution, which the kernel does not tell. */
export type DumpedNetemSlot = Omit<Dumped<NetemSlot>, 'distribution'>

/** Slots as the kernel takes them, with the table they scatter by. */
export interface WireSlot {
  slot: TcNetemSlot
  slotDist?: Uint8Array
}

const MAX_S32 = 0x7fff_ffff
const FIELDS = {
  minDelay: true,
  maxDelay: true,
  delay: true,
  jitter: true,
  distribution: true,
  packets: true,
  bytes: true,
} as const

/** The attributes of slots. */
export function slotToWire(slot: NetemSlot, path: string): WireSlot {
  checkFields(slot, FIELDS, path)
  const { minDelay, delay, jitter, distribution, packets, bytes } = slot
  const limits = {
    maxPackets: checkInteger(packets ?? 0, `${path}.packets`, 0, MAX_S32),
    maxBytes: bytes === undefined ? 0 : sizeToBytes(bytes, `${path}.bytes`, { max: MAX_S32 }),
  }
  if (minDelay !== undefined) {
    exclude(slot, ['delay', 'jitter', 'distribution'], 'nothing beside minDelay', path)
    return { slot: { ...limits, ...between(minDelay, slot, path), distDelay: 0, distJitter: 0 } }
  }
  exclude(slot, ['maxDelay'], 'a minDelay before it', path)
  if (delay === undefined) {
    throw new OptionError({
      path: `${path}.minDelay`,
      expected: 'minDelay, or delay and jitter',
      received: delay,
    })
  }
  const distDelay = timeToNanoseconds(delay, `${path}.delay`)
  const distJitter = jitterOf(jitter, `${path}.jitter`)
  return {
    slot: { ...limits, minDelay: 0, maxDelay: 0, distDelay, distJitter },
    // Without a table the kernel would take minDelay and maxDelay, 0, instead.
    slotDist: distributionBytes(distribution ?? 'uniform', `${path}.distribution`),
  }
}

function between(
  shortest: Duration,
  slot: NetemSlot,
  path: string,
): Pick<TcNetemSlot, 'minDelay' | 'maxDelay'> {
  const minDelay = timeToNanoseconds(shortest, `${path}.minDelay`)
  const maxDelay =
    slot.maxDelay === undefined ? minDelay : timeToNanoseconds(slot.maxDelay, `${path}.maxDelay`)
  if (maxDelay < minDelay) {
    throw new OptionError({
      path: `${path}.maxDelay`,
      expected: 'at least minDelay',
      received: slot.maxDelay,
    })
  }
  if (maxDelay === 0) exclude(slot, ['packets', 'bytes'], 'slots, by a delay above 0', path)
  return { minDelay, maxDelay }
}

// The kernel has slots only where the jitter is above 0, and cuts it to 31 bits.
function jitterOf(jitter: Duration | undefined, path: string): number {
  const nanoseconds = jitter === undefined ? 0 : timeToNanoseconds(jitter, path)
  if (nanoseconds > 0 && nanoseconds <= MAX_S32) return Number(nanoseconds)
  throw new OptionError({ path, expected: 'a jitter above 0 and up to 2147.483647 ms', received: jitter })
}

function exclude(slot: NetemSlot, names: readonly (keyof NetemSlot)[], expected: string, path: string): void {
  for (const name of names) {
    const received = slot[name]
    if (received !== undefined && received !== 0)
      throw new OptionError({ path: `${path}.${name}`, expected, received })
  }
}

/** Slots as dumps give them. */
export function slotFromWire(slot: TcNetemSlot): DumpedNetemSlot {
  const options: DumpedNetemSlot =
    slot.distJitter === 0
      ? { minDelay: nanosecondsToMs(slot.minDelay), maxDelay: nanosecondsToMs(slot.maxDelay) }
      : { delay: nanosecondsToMs(slot.distDelay), jitter: nanosecondsToMs(slot.distJitter) }
  if (slot.maxPackets !== 0) options.packets = slot.maxPackets
  if (slot.maxBytes !== 0) options.bytes = slot.maxBytes
  return options
}
