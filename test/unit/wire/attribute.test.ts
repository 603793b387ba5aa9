import { describe, expect, it } from 'vitest'
import { align4 } from '../../../src/wire/attribute.ts'

describe('align4', () => {
  it.each([
    [0, 0],
    [1, 4],
    [3, 4],
    [4, 4],
    [5, 8],
    [65535, 65536],
  ])('rounds %i up to %i', (length, aligned) => {
    expect(align4(length)).toBe(aligned)
  })
})
