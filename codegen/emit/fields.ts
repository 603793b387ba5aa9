// Which attributes of a set become fields of its interface.

import type { Attribute, AttributeSet } from '../spec/model.ts'

/** Attributes that become fields. */
export function fieldsOf(set: AttributeSet): Attribute[] {
  return set.attributes.filter(({ type }) => type.kind !== 'pad' && type.kind !== 'unused')
}
