// netem's loss models with states (TCA_NETEM_LOSS): the four-state one and the one of Gilbert and Elliot.

import type { NetemLossAttrs } from '../../generated/tc/netem.ts'
import { type Fraction, fractionToU32, u32ToFraction } from '../../units/fraction.ts'
import { OptionError } from '../../wire/errors.ts'
import { checkFields, required } from '../fields.ts'

/**
 * Losses from a chain of four states: 1 packets arrive, 2 packets arrive within a burst, 3 packets are lost in a
 * burst, 4 a single packet is lost. Each number is how likely the chain goes from one state to another.
 * @uapi struct tc_netem_gimodel, pkt_sched.h
 */
export interface NetemLossState<F = Fraction> {
  /** From arriving to a burst of losses. */
  p13: F
  /** From a burst of losses to arriving. @default 1 - p13 */
  p31?: F | undefined
  /** From a burst of losses to arriving within it. @default 0 */
  p32?: F | undefined
  /** From arriving within a burst to losses again. @default 1 */
  p23?: F | undefined
  /** From arriving to a single loss. @default 0 */
  p14?: F | undefined
}

/**
 * Losses from a chain of two states, good and bad (Gilbert, Elliot). All four are told the way tc-netem(8) takes
 * them: the last two are shares of packets LOST. The kernel keeps the first of those as its complement,
 * `h` = 1 - `lossInBad`.
 * @uapi struct tc_netem_gemodel, pkt_sched.h
 */
export interface NetemLossGemodel<F = Fraction> {
  /** How likely good turns bad. */
  p: F
  /** How likely bad turns good. @default 1 - p */
  r?: F | undefined
  /** Share of packets lost while bad; tc's `1-h`. @default 1 */
  lossInBad?: F | undefined
  /** Share of packets lost while good; tc's `1-k`. @default 0 */
  lossInGood?: F | undefined
}

/** {@link NetemLossState} as dumps give it. */
export type DumpedNetemLossState = Required<NetemLossState<number>>
/** {@link NetemLossGemodel} as dumps give it. */
export type DumpedNetemLossGemodel = Required<NetemLossGemodel<number>>

const WHOLE = 0xffff_ffff
const STATE_FIELDS = { p13: true, p31: true, p32: true, p23: true, p14: true } as const
const GEMODEL_FIELDS = { p: true, r: true, lossInBad: true, lossInGood: true } as const

/** The attribute of a four-state model. */
export function lossStateToWire(model: NetemLossState, path: string): NetemLossAttrs {
  checkFields(model, STATE_FIELDS, path)
  const share = sharesOf(path)
  const p13 = share(required(model.p13, `${path}.p13`, 'a probability'), 'p13', 0)
  const p31 = share(model.p31, 'p31', WHOLE - p13)
  const p32 = share(model.p32, 'p32', 0)
  const p14 = share(model.p14, 'p14', 0)
  return {
    gi: {
      p13: beside(p13, p14, `${path}.p13`, 'p14', model.p13),
      p31: beside(p31, p32, `${path}.p31`, 'p32', model.p31),
      p32,
      p14,
      p23: share(model.p23, 'p23', WHOLE),
    },
  }
}

// The kernel adds up the two ways out of a state in 32 bits: beyond everything it would start at 0 again. Two halves
// are rounded up and miss by one.
function beside(share: number, other: number, path: string, name: string, received: unknown): number {
  if (share + other <= WHOLE) return share
  if (share + other === WHOLE + 1) return share - 1
  throw new OptionError({ path, expected: `at most 1 together with ${name}`, received })
}

/** The attribute of a Gilbert-Elliot model. */
export function lossGemodelToWire(model: NetemLossGemodel, path: string): NetemLossAttrs {
  checkFields(model, GEMODEL_FIELDS, path)
  const share = sharesOf(path)
  const p = share(required(model.p, `${path}.p`, 'a probability'), 'p', 0)
  return {
    ge: {
      p,
      r: share(model.r, 'r', WHOLE - p),
      h: WHOLE - share(model.lossInBad, 'lossInBad', WHOLE),
      k1: share(model.lossInGood, 'lossInGood', 0),
    },
  }
}

function sharesOf(path: string) {
  return (value: Fraction | undefined, name: string, otherwise: number): number =>
    value === undefined ? otherwise : fractionToU32(value, `${path}.${name}`)
}

/** The models as dumps give them; the kernel has one of them, or none. */
export function lossFromWire({ gi, ge }: NetemLossAttrs): {
  lossState?: DumpedNetemLossState
  lossGemodel?: DumpedNetemLossGemodel
} {
  if (gi !== undefined) {
    return {
      lossState: {
        p13: u32ToFraction(gi.p13),
        p31: u32ToFraction(gi.p31),
        p32: u32ToFraction(gi.p32),
        p23: u32ToFraction(gi.p23),
        p14: u32ToFraction(gi.p14),
      },
    }
  }
  if (ge === undefined) return {}
  return {
    lossGemodel: {
      p: u32ToFraction(ge.p),
      r: u32ToFraction(ge.r),
      lossInBad: u32ToFraction(WHOLE - ge.h),
      lossInGood: u32ToFraction(ge.k1),
    },
  }
}
