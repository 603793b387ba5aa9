// The text of a match, as tc-u32(8) has it behind the word `match`, as keys: `ip dst 10.0.0.1/32`,
// `tcp dst 80 0xffff`, `u16 0x800 0xffff at -2`. Positions are tc's own (iproute2 tc/f_u32.c).

import type { TcU32Key } from '../../generated/tc/u32.ts'
import { type IpFamily, parseIpPrefix, parseMac } from '../../units/address.ts'
import { scanUnsigned, wholeUnsigned } from '../../units/number_text.ts'
import { OptionError } from '../../wire/errors.ts'
import { BARE_FIELDS, type Field, HEADER_FIELDS } from './u32-fields.ts'
import { ALL_BITS } from './u32-selector.ts'

/** A comparison of the packet mark, which is no key. */
export interface MarkMatch {
  value: number
  mask: number
}

/** What the text of one match says: keys, or the mark. */
export type ParsedMatch = { keys: TcU32Key[]; mark?: never } | { mark: MarkMatch; keys?: never }

const ANY = ['any', 'all', 'default']
const MAX_U32 = 0xffff_ffff
const WORD = 4

/** Where a field was told to be: `at 20`, `at nexthdr+4`. */
interface Place {
  offset: number
  offmask: number
}

/** The words of one match, and what to say where they make no sense. */
class MatchText {
  readonly words: string[]
  private readonly text: string
  private readonly path: string

  constructor(text: string, path: string) {
    this.text = text
    this.path = path
    this.words = text.trim().split(/\s+/)
  }

  refuse(expected: string): never {
    throw new OptionError({ path: this.path, expected, received: this.text })
  }

  next(expected: string): string {
    return this.words.shift() ?? this.refuse(expected)
  }

  end(): void {
    if (this.words.length > 0) this.refuse(`a match that ends before ${JSON.stringify(this.words[0])}`)
  }

  /** An unsigned number: the value in C's bases, the mask always hexadecimal. */
  unsigned(what: 'value' | 'mask', bits: number): number {
    const expected = `a ${what} of ${bits} bits${what === 'mask' ? ', hexadecimal' : ''}`
    const found = wholeUnsigned(this.next(expected), what === 'mask' ? 16 : 0)
    return found !== undefined && found < 2 ** bits ? found : this.refuse(expected)
  }
}

/**
 * The keys of a text.
 * @throws OptionError for what tc-u32(8) does not know, and for values wider than their field
 */
export function parseMatch(text: string, path: string): ParsedMatch {
  const match = new MatchText(text, path)
  const first = match.next('a selector such as ip, tcp or u32')
  if (first === 'mark') return { mark: parseMark(match) }
  const field = fieldOf(match, first)
  const keys = keysOf(match, field)
  match.end()
  return { keys }
}

function parseMark(match: MatchText): MarkMatch {
  const value = match.unsigned('value', 32)
  const mask = match.unsigned('mask', 32)
  match.end()
  if ((value & mask) >>> 0 !== value) match.refuse('a mark without bits outside its mask')
  return { value, mask }
}

function fieldOf(match: MatchText, first: string): Field {
  const bare = Object.hasOwn(BARE_FIELDS, first) ? BARE_FIELDS[first] : undefined
  if (bare !== undefined) return bare
  const header = Object.hasOwn(HEADER_FIELDS, first) ? HEADER_FIELDS[first] : undefined
  if (header === undefined)
    return match.refuse(
      `one of ${[...Object.keys(HEADER_FIELDS), ...Object.keys(BARE_FIELDS), 'mark'].join(', ')}`,
    )
  const names = `${first} and one of ${Object.keys(header).join(', ')}`
  const name = match.next(names)
  const field = Object.hasOwn(header, name) ? header[name] : undefined
  return field ?? match.refuse(names)
}

function keysOf(match: MatchText, field: Field): TcU32Key[] {
  if (field.form === 'bits') return [{ mask: field.mask, val: field.value, off: field.at, offmask: 0 }]
  if (field.form === 'class') return [classKey(match, field.at)]
  if (field.form === 'number') return [numberKey(match, field)]
  if (field.form === 'mac') return macKeys(match, field.at)
  return addressKeys(match, field.family, field.at)
}

// The traffic class of IPv6: behind the four bits of the version.
function classKey(match: MatchText, at: number): TcU32Key {
  const value = match.unsigned('value', 8)
  const mask = match.unsigned('mask', 8)
  const lift = 2 ** 20
  return { mask: mask * lift, val: (value & mask) * lift, off: at, offmask: 0 }
}

function numberKey(match: MatchText, { bits, at, nexthdr }: Field & { form: 'number' }): TcU32Key {
  const value = match.unsigned('value', bits)
  const mask = match.unsigned('mask', bits)
  const { offset, offmask } = placeOf(match, at, nexthdr ? ALL_BITS : 0)
  const bytes = bits / 8
  if (offset % bytes !== 0) match.refuse(`an offset that is a multiple of ${bytes}`)
  const word = Math.floor(offset / WORD) * WORD
  const lift = 2 ** (8 * (WORD - bytes - (offset - word)))
  return { mask: mask * lift, val: ((value & mask) >>> 0) * lift, off: word, offmask }
}

function addressKeys(match: MatchText, family: IpFamily, at: number): TcU32Key[] {
  const text = match.next('an address')
  const { offset, offmask } = placeOf(match, at, 0)
  if (offset % WORD !== 0) match.refuse(`an offset that is a multiple of ${WORD}`)
  const any = ANY.includes(text)
  const { address: bytes, mask } = parsePrefix(match, any ? anyOf(family) : text, family)
  const keys = wordsOf(bytes, mask).map((word, place) => ({ ...word, off: offset + place * WORD, offmask }))
  // IPv6 leaves out words that do not count; IPv4 has its one word in any case, as with tc.
  return family === 'ipv4' ? keys : keys.filter((key) => key.mask !== 0)
}

const anyOf = (family: IpFamily): string => (family === 'ipv4' ? '0.0.0.0/0' : '::/0')

function parsePrefix(match: MatchText, text: string, family: IpFamily) {
  try {
    return parseIpPrefix(text, family, '')
  } catch (error) {
    return match.refuse(error instanceof OptionError ? error.expected : 'an address')
  }
}

function wordsOf(bytes: Uint8Array, mask: Uint8Array): { val: number; mask: number }[] {
  return Array.from({ length: bytes.length / WORD }, (_, place) => {
    const bits = wordAt(mask, place * WORD)
    return { val: (wordAt(bytes, place * WORD) & bits) >>> 0, mask: bits }
  })
}

// By hand, as to make a DataView takes longer than all the rest of a match.
function wordAt(bytes: Uint8Array, at: number): number {
  let word = 0
  for (let place = at; place < at + WORD; place++) word = (word << 8) | (bytes[place] ?? 0)
  return word >>> 0
}

// Six bytes over two words, of which either the first or the last one is filled.
function macKeys(match: MatchText, at: number): TcU32Key[] {
  const bytes = parseMacOf(match, match.next('a MAC address'))
  const { offset, offmask } = placeOf(match, at, 0)
  if (offset % 2 !== 0) match.refuse('an offset that is a multiple of 2')
  const start = Math.floor(offset / WORD) * WORD
  const address = new Uint8Array(2 * WORD)
  const mask = new Uint8Array(2 * WORD)
  address.set(bytes, offset - start)
  mask.fill(0xff, offset - start, offset - start + bytes.length)
  return wordsOf(address, mask).map((word, place) => ({ ...word, off: start + place * WORD, offmask }))
}

function parseMacOf(match: MatchText, text: string): Uint8Array {
  try {
    return parseMac(text, '')
  } catch (error) {
    return match.refuse(error instanceof OptionError ? error.expected : 'a MAC address')
  }
}

function placeOf(match: MatchText, at: number, offmask: number): Place {
  if (match.words[0] !== 'at') return { offset: at, offmask }
  match.words.shift()
  const text = match.next('an offset')
  const next = text.startsWith('nexthdr+')
  const found = scanUnsigned(next ? text.slice('nexthdr+'.length) : text, 0)
  if (found === undefined || found.rest !== '' || Math.abs(found.value) > MAX_U32 >>> 1)
    return match.refuse('at and an offset in bytes, such as 20, -4 or nexthdr+2')
  return { offset: found.value, offmask: next ? ALL_BITS : offmask }
}

/** The keys of a filter, in order. */
export class KeyList {
  readonly keys: TcU32Key[] = []
  private readonly packed: TcU32Key[] = []

  /** Adds a key as it is. */
  add(key: TcU32Key): void {
    this.keys.push(key)
  }

  /**
   * Adds a key of a text as tc does: bits of the same place go into one key.
   * @returns false where the key wants another value of bits that are compared already
   */
  pack(key: TcU32Key): boolean {
    const there = this.packed.find(({ off, offmask }) => off === key.off && offmask === key.offmask)
    if (there === undefined) {
      this.packed.push(key)
      this.keys.push(key)
      return true
    }
    if (((key.val ^ there.val) & key.mask & there.mask) !== 0) return false
    there.val = (there.val | key.val) >>> 0
    there.mask = (there.mask | key.mask) >>> 0
    return true
  }
}
