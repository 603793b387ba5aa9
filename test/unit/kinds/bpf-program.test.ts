// Classic BPF programs: the text of tc and of tcpdump as struct sock_filter (linux/filter.h), in the machine's order.

import { endianness } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BpfProgramOptions,
  type DumpedBpfProgram,
  fromProgram,
  toProgram,
} from '../../../src/kinds/bpf-program.ts'
import type { EncodeContext } from '../../../src/kinds/context.ts'
import { OptionError } from '../../../src/wire/errors.ts'

/** As much of a context as programs ask for; it tells which program was opened. */
const context = (opened: unknown[] = []): EncodeContext =>
  ({
    path: 'options',
    openPinned: (path: string) => opened.push(path),
    openProgram: (id: number) => opened.push(id),
  }) as unknown as EncodeContext

const TEXT = '4,48 0 0 9,21 0 1 6,6 0 0 4294967295,6 0 0 0'
/** What tc sends for it on a little-endian machine. */
const BYTES = '3000000009000000150000010600000006000000ffffffff0600000000000000'

describe('a classic program', () => {
  it.skipIf(endianness() === 'BE')('is what tc sends for the same text', () => {
    const { ops, opsLen } = toProgram({ bytecode: TEXT }, context())
    expect(Buffer.from(ops ?? []).toString('hex')).toBe(BYTES)
    expect(opsLen).toBe(4)
  })

  it.each([
    `${TEXT},`,
    TEXT.replaceAll(',', '\n'),
    `${TEXT.replaceAll(',', '\n')}\n`,
    TEXT.replaceAll(',', ', '),
  ])('may be written as %j', (text) => {
    expect(toProgram({ bytecode: text }, context())).toEqual(toProgram({ bytecode: TEXT }, context()))
  })

  it('comes back as it was given', () => {
    const instruction = fc.record({
      code: fc.nat(0xffff),
      jt: fc.nat(0xff),
      jf: fc.nat(0xff),
      k: fc.nat(0xffff_ffff),
    })
    fc.assert(
      fc.property(fc.array(instruction, { minLength: 1, maxLength: 50 }), (bytecode) => {
        const options: DumpedBpfProgram = {}
        fromProgram(toProgram({ bytecode }, context()), options)
        expect(options).toEqual({ bytecode })
      }),
    )
  })

  it.each<[string, BpfProgramOptions['bytecode']]>([
    ['nothing', ''],
    ['a count alone', '0'],
    ['too many', '1,6 0 0 0,6 0 0 0'],
    ['hexadecimal', '1,0x6 0 0 0'],
    ['three numbers', '1,6 0 0'],
    ['an operand beyond 32 bits', '1,6 0 0 4294967296'],
    ['more than the kernel takes', Array.from({ length: 4097 }, () => ({ code: 6, jt: 0, jf: 0, k: 0 }))],
  ])('is not %s', (_, bytecode) => {
    expect(() => toProgram({ bytecode }, context())).toThrow(OptionError)
  })
})

describe('a loaded program', () => {
  it('is opened by its pin before its id, and gets the name that tc gives it', () => {
    const opened: unknown[] = []
    const wire = toProgram({ pinned: '/sys/fs/bpf/mine', id: 7 }, context(opened))
    expect(opened).toEqual(['/sys/fs/bpf/mine'])
    expect(wire.name).toBe('mine:[*fsobj]')
  })

  it('that was listed is opened by its id', () => {
    const opened: unknown[] = []
    const wire = toProgram({ id: 7, tag: '0011223344556677', name: 'mine' }, context(opened))
    expect(opened).toEqual([7])
    expect(wire.name).toBe('mine')
  })
})
