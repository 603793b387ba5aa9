// Names of attributes, for errors: turns the offset of an attribute in a message into a path
// such as TCA_OPTIONS.TCA_HTB_PARMS. Nothing here is on a hot path.

import { align4, NLA_HDRLEN, NLA_TYPE_MASK } from './attribute.ts'
import { LITTLE_ENDIAN } from './order.ts'

/** The names of one attribute set, and which of its attributes hold attributes themselves. */
export interface AttrNames {
  /** The set's name in the spec. */
  readonly set: string
  /** UAPI name by attribute type. */
  readonly names: Readonly<Record<number, string>>
  /** Attributes whose payload is attributes of another set. */
  readonly nested?: Readonly<Record<number, () => AttrNames>>
  /** Attributes whose payload is a list: children numbered by place, each holding such a set. */
  readonly lists?: Readonly<Record<number, () => AttrNames>>
  /** Attributes whose payload depends on the text of a sibling, the selector. */
  readonly selected?: Readonly<Record<number, Selected>>
}

/** Says what decides over the payload of a sub-message. */
export interface Selected {
  /** The sub-message's name in the spec. */
  readonly message: string
  /** Type of the sibling attribute whose text selects. */
  readonly selector: number
}

/** What a sub-message holds: attributes of a set, after a struct of `skip` bytes. */
export interface SelectedNames {
  readonly names: AttrNames
  readonly skip: number
}

/** Tells what the sub-message `message` holds where its selector has the text `value`. */
export type Select = (message: string, value: string) => SelectedNames | undefined

/** A range of attributes and what they are called. */
interface Level {
  at: number
  end: number
  names: AttrNames | undefined
  /** Set where the level is a list of which each child holds this set. */
  list?: AttrNames
}

/**
 * The path of the attribute at byte `target`, or `undefined` where none starts there; with
 * `child`, that of the attribute of type `child` inside it, which need not be there. Attributes
 * without a name show as numbers.
 */
export function attrPath(
  bytes: Uint8Array,
  at: number,
  end: number,
  names: AttrNames,
  target: number,
  select?: Select,
  child?: number,
): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const path: string[] = []
  let level: Level | undefined = { at, end, names }
  while (level !== undefined) {
    const found = attributeAround(view, level, target)
    if (found === undefined) return undefined
    path.push(nameOf(level, found.type))
    const below = levelBelow(view, level, found, select)
    if (target < found.at + NLA_HDRLEN) {
      if (child !== undefined) path.push(below?.names?.names[child] ?? String(child))
      return path.join('.')
    }
    level = below
  }
  return path.join('.')
}

/** The path of an attribute that is known by the types of its nests. */
export function typesPath(
  names: AttrNames,
  types: readonly number[],
  select?: (message: string) => SelectedNames | undefined,
): string {
  const path: string[] = []
  let known: AttrNames | undefined = names
  let list: AttrNames | undefined
  for (const type of types) {
    if (list !== undefined) {
      path.push(String(type))
      known = list
      list = undefined
      continue
    }
    path.push(known?.names[type] ?? String(type))
    list = known?.lists?.[type]?.()
    const selected: Selected | undefined = known?.selected?.[type]
    known = known?.nested?.[type]?.() ?? (selected && select?.(selected.message)?.names)
  }
  return path.join('.')
}

interface Found {
  type: number
  at: number
  stop: number
}

function attributeAround(view: DataView, level: Level, target: number): Found | undefined {
  let at = level.at
  while (at + NLA_HDRLEN <= level.end) {
    const length = view.getUint16(at, LITTLE_ENDIAN)
    if (length < NLA_HDRLEN || at + length > level.end) return undefined
    const type = view.getUint16(at + 2, LITTLE_ENDIAN) & NLA_TYPE_MASK
    if (target >= at && target < at + length) return { type, at, stop: at + length }
    at += align4(length)
  }
  return undefined
}

function nameOf(level: Level, type: number): string {
  return level.names?.names[type] ?? String(type)
}

function levelBelow(view: DataView, level: Level, found: Found, select?: Select): Level | undefined {
  const at = found.at + NLA_HDRLEN
  const end = found.stop
  if (level.list !== undefined) return { at, end, names: level.list }
  const nested = level.names?.nested?.[found.type]
  if (nested !== undefined) return { at, end, names: nested() }
  const list = level.names?.lists?.[found.type]
  if (list !== undefined) return { at, end, names: undefined, list: list() }
  const selected = level.names?.selected?.[found.type]
  if (selected === undefined || select === undefined) return undefined
  const below = select(selected.message, textOf(view, level, selected.selector))
  return below && { at: at + align4(below.skip), end, names: below.names }
}

function textOf(view: DataView, level: Level, type: number): string {
  let at = level.at
  while (at + NLA_HDRLEN <= level.end) {
    const length = view.getUint16(at, LITTLE_ENDIAN)
    if (length < NLA_HDRLEN || at + length > level.end) return ''
    if ((view.getUint16(at + 2, LITTLE_ENDIAN) & NLA_TYPE_MASK) === type) {
      let text = ''
      for (let i = at + NLA_HDRLEN; i < at + length; i++) {
        const code = view.getUint8(i)
        if (code === 0) break
        text += String.fromCharCode(code)
      }
      return text
    }
    at += align4(length)
  }
  return ''
}
