// The layout of structs against what the C compiler measured.

import { describe, expect, it } from 'vitest'
import { checkMeasured, type Measured } from '../../../codegen/measured.ts'
import { parseSpec } from '../../../codegen/spec/parse.ts'
import { spec } from './support.ts'

const SPEC = spec(`
definitions:
  - name: tc-thing
    type: struct
    c-name: tc_thing_t
    members:
      - { name: first, type: u8 }
      - { name: pad, type: pad, len: 3 }
      - { name: second, type: u32, c-name: Second }
      - { name: bits, type: u8, c-name: '' }
`)

const GOOD: Measured = {
  'struct tc_thing_t': { size: 9, members: { first: [0, 1], Second: [4, 4] } },
}

function check(measured: Measured): () => void {
  const sources = [{ spec: parseSpec('test.yaml', SPEC), folder: '' }]
  return () => checkMeasured(sources, measured)
}

describe('measured structs', () => {
  it('lets pass what is as measured', () => {
    expect(check(GOOD)).not.toThrow()
  })

  it.each<[string, Measured, string]>([
    [
      'was never measured',
      {},
      'test.yaml:5: struct tc_thing_t was never measured: run codegen/main.ts --measure INCLUDE',
    ],
    [
      'has another size',
      { 'struct tc_thing_t': { size: 12, members: { first: [0, 1], Second: [4, 4] } } },
      'test.yaml:5: struct tc_thing_t has 9 B, in C 12 B',
    ],
    [
      'has a member at another offset',
      { 'struct tc_thing_t': { size: 9, members: { first: [0, 1], Second: [1, 4] } } },
      'test.yaml:11: Second is at 4 with 4 B, in C at 1 with 4 B',
    ],
    [
      'has a member of another size',
      { 'struct tc_thing_t': { size: 9, members: { first: [0, 2], Second: [4, 4] } } },
      'test.yaml:9: first is at 0 with 1 B, in C at 0 with 2 B',
    ],
    [
      'has a member that was never measured',
      { 'struct tc_thing_t': { size: 9, members: { first: [0, 1] } } },
      'test.yaml:11: Second of struct tc_thing_t was never measured',
    ],
  ])('refuses a struct that %s', (_what, measured, fault) => {
    expect(check(measured)).toThrow(fault)
  })
})
