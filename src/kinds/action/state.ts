// What all actions have in common: the five members that the kernel's macro tc_gen puts at the
// front of every parameter struct (linux/pkt_cls.h), and their times (struct tcf_t).

import type { TcfT } from '../../generated/tc/common.ts'
import type { ActionState, ActionTimes } from '../descriptor.ts'

/** The members of tc_gen. */
export interface Generic {
  index: number
  capab: number
  action: number
  refcnt: number
  bindcnt: number
}

/** tc_gen as a request holds it. */
export function toGeneric(index: number, action: number): Generic {
  return { index, capab: 0, action, refcnt: 0, bindcnt: 0 }
}

// Beyond TC_ACT_VALUE_MAX and without an opcode.
const NO_CONTROL = 0x0fff_ffff

/**
 * tc_gen of a request that only means the action `index`. The kernel looks at the rest where there is none, and then
 * refuses to make one of a control that does not exist.
 */
export function toBinding(index: number): Generic {
  return toGeneric(index, NO_CONTROL)
}

/** What tc_gen and tcf_t tell about an action. */
export function fromGeneric(parms: Generic, times: TcfT | undefined): ActionState {
  const state: ActionState = { index: parms.index, references: parms.refcnt, bindings: parms.bindcnt }
  if (times !== undefined) state.times = toTimes(times)
  return state
}

// The kernel counts in hundredths of a second (USER_HZ), whatever its own clock.
const MILLISECONDS = 10

function toTimes(times: TcfT): ActionTimes {
  return {
    installed: Number(times.install) * MILLISECONDS,
    lastUsed: Number(times.lastuse) * MILLISECONDS,
    firstUsed: Number(times.firstuse) * MILLISECONDS,
    expires: Number(times.expires) * MILLISECONDS,
  }
}
