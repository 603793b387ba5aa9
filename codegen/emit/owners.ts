// Which file each part of a family goes to: one file a kind, so that a newcomer finds what belongs
// to htb in htb.ts. The rule knows no kinds:
//
// 1. Every format of a sub-message names a file. Where the format's attribute set without "-attrs"
//    ends with the format's value, the file has the set's name (htb-attrs: htb.ts, act-mirred-attrs:
//    act_mirred.ts), else the value's.
// 2. What the formats of one file and nothing else reach goes to that file. Reaching stops at sub-messages.
// 3. What several reach goes to the file whose name its own name starts with ("tc-" aside), provided
//    that nothing elsewhere but in kinds' files needs it: tc-red-qopt is in red.ts, though choke uses it.
//    The header of an operation's messages is needed everywhere.
// 4. The rest, and all that messages reach without a sub-message, goes to common.ts; but constants,
//    enums and flags to constants.ts.

import { snake } from '../spec/identifiers.ts'
import type {
  Attribute,
  AttributeSet,
  AttributeType,
  Const,
  Enumeration,
  Format,
  Spec,
  Struct,
} from '../spec/model.ts'

export type Item = AttributeSet | Struct | Const | Enumeration

/** The file of every item, by its name without `.ts`. */
export type Owners = ReadonlyMap<Item, string>

export const COMMON = 'common'
export const CONSTANTS = 'constants'

export function ownersOf(spec: Spec): Owners {
  const items: Item[] = [...spec.definitions, ...spec.sets]
  const reach = reachOf(spec)
  const files = new Set([...reach.values()].flatMap((reached) => [...reached]))
  files.delete(COMMON)
  const owners = new Map<Item, string>()
  const headers = new Set<Item | undefined>(spec.operations.map((operation) => operation.header))
  for (const item of items) {
    if (headers.has(item)) {
      owners.set(item, COMMON)
      continue
    }
    const [first, second] = reach.get(item) ?? []
    if (first === undefined || first === COMMON) owners.set(item, fallback(item))
    else if (second === undefined) owners.set(item, first)
    else owners.set(item, homeOf(item, files, spec) ?? fallback(item))
  }
  while (settle(items, owners, reach)) {
    // Each round may take what the next round's items needed.
  }
  return owners
}

/** The files whose formats reach each item; first of all the common one, for what messages reach. */
function reachOf(spec: Spec): Map<Item, Set<string>> {
  const reach = new Map<Item, Set<string>>()
  const visit = (item: Item, file: string): void => {
    const files = reach.get(item) ?? new Set()
    if (files.has(file)) return
    reach.set(item, files.add(file))
    for (const below of itemsBelow(item)) visit(below, file)
  }
  for (const { header, set } of spec.operations) {
    if (header !== undefined) visit(header, COMMON)
    if (set !== undefined) visit(set, COMMON)
  }
  for (const message of spec.subMessages) {
    for (const format of message.formats) {
      const file = fileOf(format)
      if (format.header !== undefined) visit(format.header, file)
      if (format.set !== undefined) visit(format.set, file)
    }
  }
  return reach
}

/** Rule 1. */
function fileOf(format: Format): string {
  const value = format.value.replace(/\W/g, '_')
  const set = snake(format.set?.name.replace(/-attrs$/, '') ?? '')
  return set === value || set.endsWith(`_${value}`) ? set : value
}

/** Rule 3: the longest file name that the item's name starts with. */
function homeOf(item: Item, files: ReadonlySet<string>, spec: Spec): string | undefined {
  const name = snake(item.name)
  const family = `${snake(spec.name)}_`
  const words = name.startsWith(family) ? name.slice(family.length) : name
  let home: string | undefined
  for (const file of files) {
    const fits = words === file || words.startsWith(`${file}_`)
    if (fits && file.length > (home?.length ?? 0)) home = file
  }
  return home
}

function fallback(item: Item): string {
  return item.kind === 'set' || item.kind === 'struct' ? COMMON : CONSTANTS
}

/** Takes shared items out of kinds' files where shared items of other files need them. */
function settle(items: readonly Item[], owners: Map<Item, string>, reach: Map<Item, Set<string>>): boolean {
  let moved = false
  for (const item of items) {
    if (reach.get(item)?.size === 1) continue
    for (const below of itemsBelow(item)) {
      const home = owners.get(below)
      if (home === owners.get(item) || home === fallback(below)) continue
      owners.set(below, fallback(below))
      moved = true
    }
  }
  return moved
}

/** What an item refers to. */
export function itemsBelow(item: Item): Item[] {
  if (item.kind === 'struct') return item.members.flatMap(itemsOfMember)
  if (item.kind !== 'set') return []
  const below = item.attributes.flatMap((attribute) => itemsOfAttribute(attribute))
  return item.subsetOf === undefined ? below : [item.subsetOf, ...below]
}

function itemsOfMember(member: Struct['members'][number]): Item[] {
  const items: Item[] = member.enumeration ? [member.enumeration] : []
  return member.type.kind === 'struct' ? [...items, member.type.struct] : items
}

function itemsOfAttribute(attribute: Attribute): Item[] {
  const items = itemsOfType(attribute.type)
  return attribute.enumeration ? [...items, attribute.enumeration] : items
}

function itemsOfType(type: AttributeType): Item[] {
  switch (type.kind) {
    case 'nest':
      return [type.set]
    case 'struct':
      return [type.struct]
    case 'bytes':
      return [...type.holds]
    case 'list':
      return itemsOfType(type.element)
    default:
      return []
  }
}
