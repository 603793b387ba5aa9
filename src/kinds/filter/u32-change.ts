// What the kernel ignores of a change to a u32 filter: it takes verdict, link and device, and leaves
// the match as it was.

import { TC_U32_TERMINAL, type TcU32Key } from '../../generated/tc/u32.ts'
import { parseU32Handle } from '../../units/u32handle.ts'
import { toSelector, type U32SelectorOptions } from './u32-options.ts'
import { isSameBucket, toBucket, type U32TableOptions } from './u32-table.ts'
import { hasVerdict, type PolicedVerdictOptions } from './verdict.ts'

type Comparable = U32SelectorOptions & U32TableOptions & PolicedVerdictOptions
type Selected = ReturnType<typeof toSelector>

/** The first option that asks for something else than what the filter has, and that the kernel would ignore. */
export function ignoredByChange(existing: Comparable, wanted: Comparable): string | undefined {
  // A table takes no change at all, and the kernel says so.
  if (wanted.divisor !== undefined || existing.divisor !== undefined) return undefined
  const bucket = toBucket(wanted, 'options')
  if (bucket !== undefined && existing.ht !== undefined) {
    const isSame = isSameBucket(parseU32Handle(existing.ht, 'ht'), bucket)
    if (!isSame) return wanted.sample === undefined ? 'ht' : 'sample'
  }
  const before = toSelector(existing, hasVerdict(existing), 'options')
  const after = toSelector(wanted, hasVerdict(wanted), 'options')
  if (after.selector !== undefined) return differing(before, after)
  // What was no end stays none, whatever class or actions it gets.
  const wasEnd = existing.terminal ?? hasVerdict(existing)
  return hasVerdict(wanted) && !wasEnd ? 'terminal' : undefined
}

function differing({ selector: a, mark: was }: Selected, { selector: b, mark: is }: Selected) {
  if (a === undefined || b === undefined) return undefined
  const isSameMatch =
    a.keys.length === b.keys.length && a.keys.every((key, place) => isSame(key, b.keys[place]))
  if (!isSameMatch) return 'match'
  if (was?.val !== is?.val || was?.mask !== is?.mask) return 'mark'
  if (a.sel.hmask !== b.sel.hmask || a.sel.hoff !== b.sel.hoff) return 'hashkey'
  if (((a.sel.flags ^ b.sel.flags) & TC_U32_TERMINAL) !== 0) return 'terminal'
  const isSameOffset = OFFSET_MEMBERS.every((member) => a.sel[member] === b.sel[member])
  return isSameOffset ? undefined : 'offset'
}

const OFFSET_MEMBERS = ['flags', 'off', 'offoff', 'offmask', 'offshift'] as const

function isSame(a: TcU32Key, b: TcU32Key | undefined): boolean {
  return a.val === b?.val && a.mask === b.mask && a.off === b.off && a.offmask === b.offmask
}
