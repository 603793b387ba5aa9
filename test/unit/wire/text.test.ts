import { describe, expect, it } from 'vitest'
import { byteLength, internText } from '../../../src/wire/text.ts'

function intern(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return internText(bytes, 0, bytes.length)
}

describe('internText', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'fq_codel'],
    ['the longest word that is remembered', 'x'.repeat(16)],
    ['a longer text', 'x'.repeat(17)],
    ['characters of two bytes', 'é'],
    ['characters of four bytes', '🚦'],
    ['a byte order mark', '\ufeffeth0'],
    ['a NUL', 'a\0b'],
  ])('reads %s, also the second time', (_what, text) => {
    expect(intern(text)).toBe(text)
    expect(intern(text)).toBe(text)
  })

  it('tells words apart that share a place in its memory', () => {
    // More words than places: some must share one.
    const words = Array.from({ length: 2000 }, (_, i) => `eth${i}`)
    expect(words.map(intern)).toEqual(words)
    expect(words.map(intern)).toEqual(words)
  })

  it('reads a part of a buffer', () => {
    const bytes = new TextEncoder().encode('abcdef')
    expect(internText(bytes, 2, 4)).toBe('cd')
    expect(internText(bytes, 4, 2)).toBe('')
  })

  it('replaces what is no UTF-8, and takes no other word for it', () => {
    const bad = new Uint8Array([0xff])
    expect(internText(bad, 0, 1)).toBe('\ufffd')
    expect(internText(bad, 0, 1)).toBe('\ufffd')
    expect(intern('\ufffd')).toBe('\ufffd')
  })
})

describe('byteLength', () => {
  it('counts bytes, not characters', () => {
    expect(byteLength('abc')).toBe(3)
    expect(byteLength('é🚦')).toBe(6)
    expect(byteLength('')).toBe(0)
  })
})
