// The selector of u32 (TCA_U32_SEL, linux/pkt_cls.h): struct tc_u32_sel and, behind it, as many of
// struct tc_u32_key as it says. The spec format has no word for that, so it is read and written here.

import {
  decodeTcU32Key,
  decodeTcU32Sel,
  encodeTcU32Key,
  encodeTcU32Sel,
  TC_U32_KEY_SIZE,
  TC_U32_SEL_SIZE,
  type TcU32Key,
  type TcU32Sel,
} from '../../generated/tc/u32.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import { readerOver } from '../../wire/reader.ts'
import { Writer } from '../../wire/writer.ts'
import { checkFields, required } from '../fields.ts'

/** One comparison: 32 bits of the packet, read as a big-endian number. A filter matches if all its keys do. */
export interface U32Key {
  /** What the bits have to be. @uapi tc_u32_key.val, pkt_cls.h */
  value: number
  /** Bits that count. @uapi tc_u32_key.mask */
  mask: number
  /**
   * Where they are, from the start of the network header; before it below 0.
   * @unit bytes, -2147483648 to 2147483647 @uapi tc_u32_key.off
   */
  offset: number
  /** Count from the next header instead, which the table above has found by its `offset`. @default false */
  nexthdr?: boolean | undefined
  /** Bits of that header's place to add, where not all of them (`nexthdr`) or none. @uapi tc_u32_key.offmask */
  offmask?: number | undefined
}

/** Selector and keys. */
export interface U32Selector {
  sel: Omit<TcU32Sel, 'nkeys'>
  keys: TcU32Key[]
}

/** As many keys as the count before them, one byte, can say. */
export const MOST_KEYS = 255

const MAX_U32 = 0xffff_ffff
const MIN_S32 = -0x8000_0000
const MAX_S32 = 0x7fff_ffff
/** tc_u32_key.offmask for all bits. */
export const ALL_BITS = -1

const KEY_FIELDS = { value: true, mask: true, offset: true, nexthdr: true, offmask: true } as const

/** Selectors are written here, one after the other: to make a writer takes longer than to use it. */
const scratch = new Writer(256)

/** The bytes of a selector. */
export function encodeSelector({ sel, keys }: U32Selector): Uint8Array {
  scratch.rewind()
  encodeTcU32Sel(scratch, scratch.reserve(TC_U32_SEL_SIZE), { ...sel, nkeys: keys.length })
  for (const key of keys) encodeTcU32Key(scratch, scratch.reserve(TC_U32_KEY_SIZE), key)
  return scratch.written().slice()
}

/** Reads a selector. Keys that it counts but does not hold are not there. */
export function decodeSelector(bytes: Uint8Array): U32Selector {
  const r = readerOver(bytes)
  const sel = decodeTcU32Sel(r, 0, bytes.length)
  const keys: TcU32Key[] = []
  for (let at = TC_U32_SEL_SIZE; keys.length < sel.nkeys && at + TC_U32_KEY_SIZE <= bytes.length; ) {
    keys.push(decodeTcU32Key(r, at, bytes.length))
    at += TC_U32_KEY_SIZE
  }
  return { sel, keys }
}

/** A key as the kernel takes it. */
export function toKey(key: U32Key, path: string): TcU32Key {
  checkFields(key, KEY_FIELDS, path)
  const number = (name: 'value' | 'mask' | 'offset', min: number, max: number) => {
    const value = required(key[name], `${path}.${name}`, `a whole number from ${min} to ${max}`)
    return checkInteger(value, `${path}.${name}`, min, max)
  }
  return {
    mask: number('mask', 0, MAX_U32),
    val: number('value', 0, MAX_U32),
    off: number('offset', MIN_S32, MAX_S32),
    offmask: toOffmask(key, path),
  }
}

function toOffmask({ nexthdr, offmask }: U32Key, path: string): number {
  const all = nexthdr !== undefined && checkFlag(nexthdr, `${path}.nexthdr`)
  if (offmask === undefined) return all ? ALL_BITS : 0
  if (all) {
    const expected = 'either nexthdr or offmask'
    throw new OptionError({ path: `${path}.offmask`, expected, received: offmask })
  }
  return checkInteger(offmask, `${path}.offmask`, MIN_S32, MAX_S32)
}

/** A key as dumps give it. */
export function fromKey({ mask, val, off, offmask }: TcU32Key): U32Key {
  const key: U32Key = { value: val, mask, offset: off }
  if (offmask === ALL_BITS) key.nexthdr = true
  else if (offmask !== 0) key.offmask = offmask
  return key
}
