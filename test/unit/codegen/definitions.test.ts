// Constants, enums and flags of a spec.

import { describe, expect, it } from 'vitest'
import { filesOf, load } from './support.ts'

describe('definitions', () => {
  it('names a const by its upper-case name and keeps large values exact', async () => {
    const { constants } = await constantsOf(`
definitions:
  - { name: tc-h-root, type: const, value: 0xffffffff }
  - { name: max-rate, type: const, value: 18446744073709551615 }
  - { name: unspec, type: const, value: -1, name-prefix: tc-act- }
`)
    expect(constants).toEqual({
      TC_H_ROOT: 4294967295,
      MAX_RATE: 18446744073709551615n,
      TC_ACT_UNSPEC: -1,
    })
  })

  it('counts the entries of an enum from value-start, and on from explicit values', async () => {
    const { constants } = await constantsOf(`
definitions:
  - name: mode
    type: enum
    name-prefix: tca-mode-
    value-start: 5
    entries: [first, { name: second-one, doc: The second. }, { name: third, value: 20 }, fourth]
`)
    expect(constants).toEqual({
      TCA_MODE_FIRST: 5,
      TCA_MODE_SECOND_ONE: 6,
      TCA_MODE_THIRD: 20,
      TCA_MODE_FOURTH: 21,
    })
  })

  it('takes the values of flags as bit numbers', async () => {
    const { constants } = await constantsOf(`
definitions:
  - name: flag
    type: flags
    name-prefix: x-
    entries: [a, b, { name: high, value: 31 }, { name: wide, value: 32 }, { name: top, value: 63 }]
`)
    expect(constants).toEqual({ X_A: 1, X_B: 2, X_HIGH: 2 ** 31, X_WIDE: 2 ** 32, X_TOP: 1n << 63n })
  })

  it('prefixes entries with family and name where the spec gives no prefix', async () => {
    const { constants } = await constantsOf(`
definitions:
  - { name: mode, type: enum, enum-name: , entries: [on] }
`)
    expect(constants).toEqual({ TEST_MODE_ON: 0 })
  })

  it('renders the maximum of an enum and the mask of flags on demand', async () => {
    const { constants } = await constantsOf(`
definitions:
  - name: e
    type: enum
    name-prefix: e-
    render-max: true
    entries: [{ name: a, value: 7 }, { name: b, value: 3 }]
  - { name: f, type: flags, name-prefix: f-, render-max: true, entries: [a, b, c] }
`)
    expect(constants).toEqual({ E_A: 7, E_B: 3, E_MAX: 7, F_A: 1, F_B: 2, F_C: 4, F_MASK: 7 })
  })

  it('emits a constant that two definitions share once', async () => {
    const { constants } = await constantsOf(`
definitions:
  - { name: x-a, type: const, value: 1 }
  - { name: e, type: enum, name-prefix: x-, value-start: 1, entries: [a] }
`)
    expect(constants).toEqual({ X_A: 1 })
  })

  it('writes documentation, header and hexadecimal values as the spec does', () => {
    const text = filesOf(`
definitions:
  - { name: mask, type: const, value: 0xff00, header: linux/x.h, doc: "The  bits,\\n that count." }
  - name: f
    type: flags
    name-prefix: f-
    header: linux/x.h
    doc: Some flags.
    entries: [{ name: a, doc: Is set. }]
`).get('constants.ts')
    expect(text).toContain('/** The bits, that count (linux/x.h). */\nexport const MASK = 0xff00')
    expect(text).toContain('// Flags f (linux/x.h): Some flags.')
    expect(text).toContain('/** Is set. */\nexport const F_A = 0x1')
  })
})

async function constantsOf(sections: string): Promise<{ constants: Record<string, unknown> }> {
  const generated = await load(sections)
  const { TEST_MESSAGES: _, ...constants } = generated.constants()
  return { constants }
}
