// The hash tables of u32: how large one is, which table a filter is in and which it leads to.

import { checkInteger } from '../../units/integer.ts'
import { parseU32Handle, type U32Handle } from '../../units/u32handle.ts'
import { OptionError } from '../../wire/errors.ts'
import { checkFields } from '../fields.ts'
import { KeyList } from './u32-match.ts'
import { addMatch } from './u32-options.ts'
import type { U32Key } from './u32-selector.ts'

/** Hash tables: one to make, or those that a filter is in and leads to. */
export interface U32TableOptions {
  /** Makes a hash table of so many buckets: a power of two, 1 to 256. Nothing else goes with it. @uapi TCA_U32_DIVISOR */
  divisor?: number | undefined
  /**
   * Table, and bucket, that the filter is in: `'1:'`, `'1:5'`. It takes the priority of the table. A handle with a
   * table has to name the same one. @default the table that the kernel makes for each priority, also `'fff:'`
   * @uapi TCA_U32_HASH
   */
  ht?: U32Handle | undefined
  /** Finds the bucket of the table in `ht` by contents of a packet. In only. */
  sample?: U32Sample | undefined
  /** Table where a match goes on. @uapi TCA_U32_LINK */
  link?: U32Handle | undefined
}

/** Contents of a packet, to find the bucket where the kernel will look for it. In only. */
export interface U32Sample {
  /** The bits that the `hashkey` above reads: one key, or text such as `'u32 0x0800 0xff00 at 12'`. */
  match: string | U32Key
  /** Size of the table. @default 256 */
  divisor?: number | undefined
}

/** Names of {@link U32TableOptions}, for the list of the kind's options. */
export const TABLE_FIELDS = { divisor: true, ht: true, sample: true, link: true } as const

const SAMPLE_FIELDS = { match: true, divisor: true } as const
const MOST_BUCKETS = 256
const TABLE = 0xfff0_0000
const NODE = 0xfff
/** TC_U32_ROOT: the table that the kernel made for the priority. */
const ROOT = TABLE
/** The first of the numbers that the kernel gives to such tables. */
const FIRST_OWN = 0x8000_0000
const BUCKET_SHIFT = 12
/** Bits of a handle besides the table. */
const INSIDE = 0xf_ffff

/** Whether a handle is that of a table. */
export function isTableHandle(handle: number): boolean {
  return (handle & INSIDE) === 0
}

/** The table of a priority's own, as u32 tells it on request, and whether it has a filter. */
export const rootTable = {
  handle: ROOT,
  owns: (root: number, handle: number): boolean | undefined =>
    handle < FIRST_OWN ? undefined : ((root ^ handle) & TABLE) === 0,
}

/** The number of buckets of a table. */
export function checkDivisor(divisor: unknown, path: string): number {
  const count = checkInteger(divisor, path, 1, MOST_BUCKETS)
  if ((count & (count - 1)) === 0) return count
  const expected = `a power of two from 1 to ${MOST_BUCKETS}`
  throw new OptionError({ path, expected, received: divisor })
}

/** The handle of a table. */
export function toTable(link: U32Handle, path: string): number {
  const handle = parseU32Handle(link, path)
  if (isTableHandle(handle)) return handle
  throw new OptionError({
    path,
    expected: "a hash table such as '1:', without bucket and node",
    received: link,
  })
}

/** The table and bucket of a filter; `undefined` for the table that the kernel made for the priority. */
export function toBucket({ ht, sample }: U32TableOptions, path: string): number | undefined {
  if (sample !== undefined) {
    if (ht === undefined) {
      const expected = 'the table that the sample is for'
      throw new OptionError({ path: `${path}.ht`, expected, received: ht })
    }
    return (toTable(ht, `${path}.ht`) | (bucketOf(sample, `${path}.sample`) << BUCKET_SHIFT)) >>> 0
  }
  if (ht === undefined) return undefined
  const handle = parseU32Handle(ht, `${path}.ht`)
  if ((handle & NODE) === 0) return handle
  const expected = "a hash table with its bucket, such as '1:' or '1:5', without node"
  throw new OptionError({ path: `${path}.ht`, expected, received: ht })
}

// As the kernel does it (u32_hash_fold): the masked bits, shifted down to the lowest bit of the mask.
function bucketOf(sample: U32Sample, path: string): number {
  checkFields(sample, SAMPLE_FIELDS, path)
  const divisor =
    sample.divisor === undefined ? MOST_BUCKETS : checkDivisor(sample.divisor, `${path}.divisor`)
  const list = new KeyList()
  const mark = addMatch(list, sample.match, `${path}.match`)
  const [key, second] = list.keys
  if (key === undefined || second !== undefined || mark !== undefined) {
    throw new OptionError({ path: `${path}.match`, expected: 'exactly one key', received: sample.match })
  }
  const lowest = key.mask === 0 ? 0 : 31 - Math.clz32(key.mask & -key.mask)
  return ((key.val & key.mask) >>> lowest) & (divisor - 1)
}

/** Whether two buckets are the same, where fff: stands for the table of the priority, whatever its number. */
export function isSameBucket(existing: number, wanted: number): boolean {
  if (existing === wanted) return true
  const isOwn = (wanted & TABLE) >>> 0 === ROOT && existing >>> 0 >= FIRST_OWN
  return isOwn && (existing & INSIDE) === (wanted & INSIDE)
}
