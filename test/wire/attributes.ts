// Takes a request apart for comparing and for showing: its header, and each attribute that holds a value, by its
// path in UAPI names. Reads bytes by itself, so that it can judge what the SDK's reader and writer do.

import { selectTcNames, TC_MESSAGES } from '../../src/generated/tc/index.ts'
import type { AttrNames } from '../../src/wire/names.ts'

/** An attribute without attributes of its own, or the struct in front of attributes. */
export interface Leaf {
  /** `TCA_OPTIONS.TCA_HTB_PARMS`; children of lists by their number. */
  readonly path: string
  /** The payload without padding, in hexadecimal. */
  readonly hex: string
}

/** An attribute as it lies in the message. */
export interface Node {
  readonly name: string
  readonly path: string
  /** Where its header starts; where its payload stops. */
  readonly at: number
  readonly stop: number
  /** Bytes of a struct between its header and its children. */
  readonly head: number
  /** Undefined where it holds no attributes. */
  readonly children: readonly Node[] | undefined
}

interface Level {
  names: AttrNames | undefined
  /** Set where the level is a list: what each child holds. */
  list?: AttrNames
}

const HEADER = 16
const TYPE_MASK = 0x3fff
const align = (length: number): number => (length + 3) & ~3

/** The members of the headers that say what a request does. */
export interface Header {
  nlmsg_type: number
  nlmsg_flags: number
  tcm_ifindex?: number
  tcm_handle?: number
  tcm_parent?: number
  tcm_info?: number
}

/** Reads the headers of a request. */
export function headerOf(message: Buffer): Header {
  const header = { nlmsg_type: message.readUInt16LE(4), nlmsg_flags: message.readUInt16LE(6) }
  if (familySize(message) !== 20) return header
  return {
    ...header,
    tcm_ifindex: message.readInt32LE(HEADER + 4),
    tcm_handle: message.readUInt32LE(HEADER + 8),
    tcm_parent: message.readUInt32LE(HEADER + 12),
    tcm_info: message.readUInt32LE(HEADER + 16),
  }
}

function familySize(message: Buffer): number {
  return TC_MESSAGES[message.readUInt16LE(4)]?.headerSize ?? 0
}

/** Where the attributes of a request start. */
export function attributesAt(message: Buffer): number {
  return HEADER + familySize(message)
}

/** The attributes of a request. */
export function nodesOf(message: Buffer): Node[] {
  const names = TC_MESSAGES[message.readUInt16LE(4)]?.names
  return read(message, attributesAt(message), message.readUInt32LE(0), '', { names })
}

function read(bytes: Buffer, at: number, end: number, parent: string, level: Level): Node[] {
  const nodes: Node[] = []
  while (at < end) {
    const length = bytes.readUInt16LE(at)
    if (length < 4 || at + length > end)
      throw new Error(`attribute of ${length} bytes at ${at}, the end is ${end}`)
    const type = bytes.readUInt16LE(at + 2) & TYPE_MASK
    const name = level.names?.names[type] ?? String(type)
    const path = parent === '' ? name : `${parent}.${name}`
    const stop = at + length
    const below = levelBelow(bytes, nodes, level, type)
    const head = below?.head ?? 0
    const children =
      below && stop - at - 4 >= head ? read(bytes, at + 4 + align(head), stop, path, below.level) : undefined
    nodes.push({ name, path, at, stop, head, children })
    at = align(stop)
  }
  return nodes
}

function levelBelow(
  bytes: Buffer,
  before: readonly Node[],
  level: Level,
  type: number,
): { level: Level; head: number } | undefined {
  if (level.list !== undefined) return { level: { names: level.list }, head: 0 }
  const nested = level.names?.nested?.[type]
  if (nested !== undefined) return { level: { names: nested() }, head: 0 }
  const list = level.names?.lists?.[type]
  if (list !== undefined) return { level: { names: undefined, list: list() }, head: 0 }
  const selected = level.names?.selected?.[type]
  if (selected === undefined) return undefined
  const selector = before.find(({ name }) => name === level.names?.names[selected.selector])
  const text =
    selector === undefined
      ? ''
      : bytes.toString('latin1', selector.at + 4, selector.stop).replace(/\0.*$/s, '')
  const form = selectTcNames(selected.message, text)
  return form && { level: { names: form.names }, head: form.skip }
}

/** The values of a request. */
export function leavesOf(message: Buffer): Leaf[] {
  return nodesOf(message).flatMap((node) => leaves(message, node))
}

function leaves(message: Buffer, { path, at, stop, head, children }: Node): Leaf[] {
  if (children === undefined) return [{ path, hex: message.toString('hex', at + 4, stop) }]
  const struct = head === 0 ? [] : [{ path, hex: message.toString('hex', at + 4, at + 4 + head) }]
  // A nest says something by being there, too.
  if (children.length === 0 && head === 0) return [{ path, hex: '' }]
  return [...struct, ...children.flatMap((child) => leaves(message, child))]
}

/** Where two requests differ: by path, what each of them has there. Order counts among attributes of one path only. */
export function differences(
  expected: readonly Leaf[],
  actual: readonly Leaf[],
): Map<string, { expected: string[]; actual: string[] }> {
  const at = (list: readonly Leaf[], path: string): string[] =>
    list.filter((leaf) => leaf.path === path).map(({ hex }) => hex)
  const found = new Map<string, { expected: string[]; actual: string[] }>()
  for (const path of new Set([...expected, ...actual].map((leaf) => leaf.path))) {
    const pair = { expected: at(expected, path), actual: at(actual, path) }
    if (pair.expected.join() !== pair.actual.join()) found.set(path, pair)
  }
  return found
}
