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
