// From the results of the live tests to one state for each kind. Pure, so that it can be proven by itself.

import type { Family, KindName } from './kinds.ts'
import type { Presence } from './probe.ts'

/**
 * - `passed`: the kernel has the kind, and every test that proves it passed, at least one;
 * - `failed`: one of them failed;
 * - `absent`: the kernel does not have it;
 * - `skipped`: the kernel has it, but this machine lacks what its tests need;
 * - `untested`: the kernel has it, and no test proves it: the run fails.
 */
export type State = 'passed' | 'failed' | 'absent' | 'skipped' | 'untested'

export interface Outcome {
  readonly test: string
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly proves: readonly KindName[]
  /** Needs that were not met. */
  readonly missing: readonly string[]
}

export interface MatrixRow {
  readonly family: Family
  readonly kind: string
  readonly state: State
  /** For `skipped`: what was missing. */
  readonly missing: readonly string[]
}

function stateOf(presence: Presence, proofs: readonly Outcome[]): State {
  if (proofs.some(({ result }) => result === 'failed')) return 'failed'
  if (presence === 'absent') return 'absent'
  if (proofs.some(({ result }) => result === 'passed')) return 'passed'
  return proofs.some(({ missing }) => missing.length > 0) ? 'skipped' : 'untested'
}

/** One row for each kind of `kinds`, in their order. */
export function matrixOf(
  kinds: Readonly<Partial<Record<KindName, Presence>>>,
  outcomes: readonly Outcome[],
): MatrixRow[] {
  return Object.entries(kinds).map(([name, presence]) => {
    const [family, kind] = name.split(':') as [Family, string]
    const proofs = outcomes.filter(({ proves }) => proves.some((proven) => proven === name))
    const state = stateOf(presence ?? 'unknown', proofs)
    const missing = new Set(state === 'skipped' ? proofs.flatMap((proof) => proof.missing) : [])
    return { family, kind, state, missing: [...missing] }
  })
}
