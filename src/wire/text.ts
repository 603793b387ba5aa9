// Text of netlink strings. The same few words (kinds, device names) come in every message of a
// dump, so short ones are remembered instead of decoded anew.

const SLOTS = 512
const LONGEST = 16

const words: string[] = new Array<string>(SLOTS).fill('')
// A byte order mark is a character like others here: it must survive the way back.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** The bytes from `at` to `stop` as UTF-8 text. */
export function internText(bytes: Uint8Array, at: number, stop: number): string {
  const length = stop - at
  if (length <= 0) return ''
  if (length > LONGEST) return decoder.decode(bytes.subarray(at, stop))
  let hash = length
  for (let i = at; i < stop; i++) hash = (hash * 31 + (bytes[i] ?? 0)) | 0
  const slot = hash & (SLOTS - 1)
  const known = words[slot] ?? ''
  if (matches(known, bytes, at, length)) return known
  const word = decoder.decode(bytes.subarray(at, stop))
  words[slot] = word
  return word
}

// A remembered word with characters above 127 never matches, as its length in bytes is another
// or its codes are: such words are decoded every time.
function matches(word: string, bytes: Uint8Array, at: number, length: number): boolean {
  if (word.length !== length) return false
  for (let i = 0; i < length; i++) {
    const code = word.charCodeAt(i)
    if (code > 0x7f || code !== bytes[at + i]) return false
  }
  return true
}

/** How many bytes `text` has as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}
