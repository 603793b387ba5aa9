// What u32 compares, and where it goes on: the options that make up the selector, and the mark.

import {
  TC_U32_EAT,
  TC_U32_OFFSET,
  TC_U32_TERMINAL,
  TC_U32_VAROFFSET,
  type TcU32Key,
  type TcU32Mark,
  type TcU32Sel,
} from '../../generated/tc/u32.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import { checkFields, required } from '../fields.ts'
import { KeyList, type MarkMatch, parseMatch } from './u32-match.ts'
import { fromKey, MOST_KEYS, toKey, type U32Key, type U32Selector } from './u32-selector.ts'

/** Which packets match, and where the search goes on. The kernel never changes these of a filter that is there. */
export interface U32SelectorOptions {
  /**
   * What is compared: keys, or text as tc-u32(8) has it behind the word `match`, such as `'ip dst 10.0.0.1/32'`,
   * `'tcp dst 80 0xffff'`, `'u32 0x800 0xff00 at 12'`, `'mark 0x1 0xff'` (masks are hexadecimal, values only
   * with `0x`). All have to match; an empty list matches every packet. `ip sport` and its like take a header
   * without options for granted; `tcp`, `udp` and `icmp` need a table above that has found the next header by
   * its `offset`. @uapi TCA_U32_SEL, pkt_cls.h
   */
  match?: readonly (string | U32Key)[] | undefined
  /**
   * The packet mark to match. Kernels built without CONFIG_CLS_U32_MARK ignore it: what `add` gives back has none
   * then. @uapi TCA_U32_MARK
   */
  mark?: U32Mark | undefined
  /** What decides on the bucket of the table in `link`. @uapi tc_u32_sel.hmask, hoff */
  hashkey?: U32Hashkey | undefined
  /** Where the next header is, for the filters of the table in `link`. @uapi tc_u32_sel.flags, off, offoff, offmask */
  offset?: U32Offset | undefined
  /**
   * Whether a match ends the search. @default true with a class, actions or a policer, else false
   * @uapi TC_U32_TERMINAL
   */
  terminal?: boolean | undefined
}

/** A comparison of the packet mark. */
export interface U32Mark {
  /** What the bits have to be. @uapi tc_u32_mark.val */
  value: number
  /** Bits that count. @uapi tc_u32_mark.mask */
  mask: number
  /** Packets that matched. Out only. @uapi tc_u32_mark.success */
  success?: number | undefined
}

/** The part of the packet that decides on the bucket: shifted right until the lowest bit of the mask is bit 0. */
export interface U32Hashkey {
  /** Bits that count. @uapi tc_u32_sel.hmask */
  mask: number
  /** Where the 32 bits are. @unit bytes, -32768 to 32767 @default 0 @uapi tc_u32_sel.hoff */
  at?: number | undefined
}

/** How far the next header is: a fixed number of bytes, one read from the packet, or both, rounded up to four. */
export interface U32Offset {
  /** Bytes in any case, 0 to 65535. @default 0 @uapi tc_u32_sel.off */
  plus?: number | undefined
  /** Where the 16 bits are that tell bytes. @unit bytes, -32768 to 32767 @default 0 @uapi tc_u32_sel.offoff */
  at?: number | undefined
  /** Which of these bits count. Needed where anything is read from the packet. @uapi tc_u32_sel.offmask */
  mask?: number | undefined
  /** By how much they are shifted right, 0 to 15. @default 0 @uapi tc_u32_sel.offshift */
  shift?: number | undefined
  /** All offsets of the table in `link` count from there. @default false: those with nexthdr do @uapi TC_U32_EAT */
  eat?: boolean | undefined
}

/** {@link U32SelectorOptions} as dumps give them. */
export interface DumpedU32Selector {
  match?: U32Key[]
  mark?: U32Mark & { success: number }
  hashkey?: U32Hashkey & { at: number }
  offset?: U32Offset
  terminal?: boolean
}

/** Names of {@link U32SelectorOptions}, for the list of the kind's options. */
export const SELECTOR_FIELDS = {
  match: true,
  mark: true,
  hashkey: true,
  offset: true,
  terminal: true,
} as const

const MARK_FIELDS = { value: true, mask: true, success: true } as const
const HASHKEY_FIELDS = { mask: true, at: true } as const
const OFFSET_FIELDS = { plus: true, at: true, mask: true, shift: true, eat: true } as const

const MAX_U32 = 0xffff_ffff
const MAX_U16 = 0xffff
const MIN_S16 = -0x8000
const MAX_S16 = 0x7fff
const MOST_SHIFT = 15

/**
 * The selector and the mark; neither where nothing is compared, as when only a verdict changes.
 * `ends` says whether there is a class, an action or a policer.
 */
export function toSelector(
  options: U32SelectorOptions,
  ends: boolean,
  path: string,
): { selector?: U32Selector; mark?: TcU32Mark } {
  const { match, keys, mark } = toMatch(options, path)
  const terminal = options.terminal === undefined ? ends : checkFlag(options.terminal, `${path}.terminal`)
  const sel = {
    ...toOffset(options.offset, `${path}.offset`),
    ...toHashkey(options.hashkey, `${path}.hashkey`),
  }
  if (match) {
    if (terminal) sel.flags |= TC_U32_TERMINAL
    return mark === undefined ? { selector: { sel, keys } } : { selector: { sel, keys }, mark }
  }
  for (const name of ['hashkey', 'offset', 'terminal'] as const) {
    if (options[name] === undefined) continue
    const expected = `a match besides ${name}; an empty list matches every packet`
    throw new OptionError({ path: `${path}.match`, expected, received: undefined })
  }
  return {}
}

function toMatch(options: U32SelectorOptions, path: string) {
  const list = new KeyList()
  const { match } = options
  let mark = options.mark === undefined ? undefined : toMark(options.mark, `${path}.mark`)
  if (match === undefined) return { match: mark !== undefined, keys: list.keys, mark }
  if (!Array.isArray(match)) {
    throw new OptionError({ path: `${path}.match`, expected: 'a list of matches', received: match })
  }
  match.forEach((item: string | U32Key, place) => {
    const marked = addMatch(list, item, `${path}.match[${place}]`)
    if (marked === undefined) return
    if (mark !== undefined) {
      throw new OptionError({ path: `${path}.match[${place}]`, expected: 'one mark only', received: item })
    }
    mark = { val: marked.value, mask: marked.mask, success: 0 }
  })
  if (list.keys.length > MOST_KEYS) {
    const expected = `at most ${MOST_KEYS} keys`
    throw new OptionError({ path: `${path}.match`, expected, received: list.keys.length })
  }
  return { match: true, keys: list.keys, mark }
}

/** Adds the keys of one match to a list; gives the mark where the match is about that. */
export function addMatch(list: KeyList, item: string | U32Key, path: string): MarkMatch | undefined {
  if (typeof item !== 'string') {
    list.add(toKey(item, path))
    return undefined
  }
  const { keys, mark } = parseMatch(item, path)
  for (const key of keys ?? []) {
    if (list.pack(key)) continue
    const expected = 'a match that does not contradict those before'
    throw new OptionError({ path, expected, received: item })
  }
  return mark
}

function toMark(mark: U32Mark, path: string): TcU32Mark {
  checkFields(mark, MARK_FIELDS, path)
  return {
    val: checkInteger(mark.value, `${path}.value`, 0, MAX_U32),
    mask: checkInteger(mark.mask, `${path}.mask`, 0, MAX_U32),
    success: 0,
  }
}

function toHashkey(hashkey: U32Hashkey | undefined, path: string): Pick<TcU32Sel, 'hmask' | 'hoff'> {
  if (hashkey === undefined) return { hmask: 0, hoff: 0 }
  checkFields(hashkey, HASHKEY_FIELDS, path)
  return {
    hmask: checkInteger(hashkey.mask, `${path}.mask`, 0, MAX_U32),
    hoff: checkInteger(hashkey.at ?? 0, `${path}.at`, MIN_S16, MAX_S16),
  }
}

function toOffset(
  offset: U32Offset | undefined,
  path: string,
): Pick<TcU32Sel, 'flags' | 'off' | 'offoff' | 'offmask' | 'offshift'> {
  const wire = { flags: 0, off: 0, offoff: 0, offmask: 0, offshift: 0 }
  if (offset === undefined) return wire
  checkFields(offset, OFFSET_FIELDS, path)
  const { plus, at, mask, shift, eat } = offset
  if (plus !== undefined) {
    wire.flags |= TC_U32_OFFSET
    wire.off = checkInteger(plus, `${path}.plus`, 0, MAX_U16)
  }
  if (at !== undefined || mask !== undefined || shift !== undefined) {
    wire.flags |= TC_U32_VAROFFSET
    wire.offmask = checkInteger(
      required(mask, `${path}.mask`, 'a mask: without one nothing is read'),
      `${path}.mask`,
      0,
      MAX_U16,
    )
    wire.offoff = checkInteger(at ?? 0, `${path}.at`, MIN_S16, MAX_S16)
    wire.offshift = checkInteger(shift ?? 0, `${path}.shift`, 0, MOST_SHIFT)
  }
  if (eat !== undefined && checkFlag(eat, `${path}.eat`)) wire.flags |= TC_U32_EAT
  return wire
}

/** What a dump tells of the selector and the mark. */
export function fromSelector(
  { sel, keys }: U32Selector,
  mark: TcU32Mark | undefined,
  ends: boolean,
): DumpedU32Selector {
  const options: DumpedU32Selector = { match: keys.map((key: TcU32Key) => fromKey(key)) }
  if (mark !== undefined) options.mark = { value: mark.val, mask: mark.mask, success: mark.success }
  if (sel.hmask !== 0 || sel.hoff !== 0) options.hashkey = { mask: sel.hmask, at: sel.hoff }
  const offset = fromOffset(sel)
  if (offset !== undefined) options.offset = offset
  const terminal = (sel.flags & TC_U32_TERMINAL) !== 0
  if (terminal !== ends) options.terminal = terminal
  return options
}

function fromOffset({ flags, off, offoff, offmask, offshift }: U32Selector['sel']): U32Offset | undefined {
  const offset: U32Offset = {}
  if (flags & TC_U32_OFFSET) offset.plus = off
  if (flags & TC_U32_VAROFFSET) Object.assign(offset, { at: offoff, mask: offmask, shift: offshift })
  if (flags & TC_U32_EAT) offset.eat = true
  return flags & (TC_U32_OFFSET | TC_U32_VAROFFSET | TC_U32_EAT) ? offset : undefined
}
