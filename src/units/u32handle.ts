// Handles of u32 filters: `table:bucket:node`, hexadecimal, 12, 8 and 12 bits
// (iproute2 tc/f_u32.c, TC_U32_HTID and its neighbours in linux/pkt_cls.h).

import { OptionError } from '../wire/errors.ts'
import { type ScannedNumber, scanUnsigned, wholeUnsigned } from './number_text.ts'

/** A u32 filter's handle: `'800::800'`, `'1:0:5'`, a hash table `'800:'`, `'0x80000800'`, or the u32. */
export type U32Handle = number | string

/** Sizes of the three parts, as one more than their greatest value. */
const TABLES = 0x1000
const BUCKETS = 0x100
const NODES = 0x1000

/**
 * A u32 filter's handle as u32. Parts may be empty: `'800::'` is `'800:'`, and `'1:2'` has no node.
 *
 * @throws OptionError for parts that are too great, and for text of another shape.
 */
export function parseU32Handle(value: U32Handle, path: string): number {
  const handle = typeof value === 'string' ? fromText(value) : value
  if (typeof handle === 'number' && Number.isInteger(handle) && handle >= 0 && handle <= 0xffffffff) {
    return handle + 0
  }
  const expected = "a u32 handle such as '800::800' (hexadecimal table:bucket:node, at most fff:ff:fff)"
  throw new OptionError({ path, expected, received: value })
}

function fromText(text: string): number {
  if (text === 'none') return 0
  if (!text.includes(':')) return text.startsWith('0x') ? (wholeUnsigned(text, 16) ?? Number.NaN) : Number.NaN
  const table = part(text)
  const bucket = part(table.rest.slice(1))
  const node = part(bucket.rest.slice(1))
  const inside = within(table, TABLES) && within(bucket, BUCKETS) && within(node, NODES)
  if (!inside || !separated(table) || !separated(bucket) || node.rest !== '') return Number.NaN
  return table.value * 0x100000 + bucket.value * 0x1000 + node.value
}

function part(text: string): ScannedNumber {
  return scanUnsigned(text, 16) ?? { value: 0, rest: text }
}

function within(found: ScannedNumber, count: number): boolean {
  return found.value >= 0 && found.value < count
}

function separated(found: ScannedNumber): boolean {
  return found.rest === '' || found.rest.startsWith(':')
}

/**
 * A u32 filter's handle as tc prints it: `'800::800'`, `'800:'`, `'none'` for 0. Without a table, which no
 * filter in the kernel is, all three parts are written: tc's own text for those reads back as another handle.
 */
export function formatU32Handle(handle: number): string {
  if (handle === 0) return 'none'
  const table = handle >>> 20
  const bucket = (handle >>> 12) & 0xff
  const node = handle & 0xfff
  if (table === 0) return `0:${bucket.toString(16)}:${node.toString(16)}`
  const middle = bucket === 0 ? '' : bucket.toString(16)
  return `${table.toString(16)}:${middle}${node === 0 ? '' : `:${node.toString(16)}`}`
}
