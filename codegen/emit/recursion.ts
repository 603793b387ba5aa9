// Sets whose nests lead back to themselves. Bytes could nest them deeper than the call stack reaches,
// so their decoders count how deep they are.

import type { AttributeSet, AttributeType } from '../spec/model.ts'

const known = new WeakMap<AttributeSet, boolean>()

/** Whether a set can be found within itself. Sub-messages do not count: their bytes are decoded later. */
export function nestsItself(set: AttributeSet): boolean {
  const answer = known.get(set) ?? leadsTo(set, set, new Set())
  known.set(set, answer)
  return answer
}

function leadsTo(from: AttributeSet, target: AttributeSet, seen: Set<AttributeSet>): boolean {
  for (const { type } of from.attributes) {
    const below = nestedSet(type)
    if (below === target) return true
    if (below === undefined || seen.has(below)) continue
    seen.add(below)
    if (leadsTo(below, target, seen)) return true
  }
  return false
}

/** The set in an attribute, or in the elements of its list. */
export function nestedSet(type: AttributeType): AttributeSet | undefined {
  if (type.kind === 'list') return nestedSet(type.element)
  return type.kind === 'nest' ? type.set : undefined
}
