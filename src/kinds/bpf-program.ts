// BPF programs as options name them: one that the kernel has loaded, by descriptor, pin or id, or a
// classic one as its instructions. See tc-bpf(8).

import { checkInteger } from '../units/integer.ts'
import { OptionError } from '../wire/errors.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import type { EncodeContext } from './context.ts'
import { checkFields, required } from './fields.ts'

/** One instruction of a classic program: struct sock_filter, linux/filter.h. */
export interface BpfInstruction {
  /** What it does. @unit BPF_* codes, 0 to 65535 */
  code: number
  /** Instructions to skip where the comparison is true, 0 to 255. */
  jt: number
  /** Instructions to skip where it is false, 0 to 255. */
  jf: number
  /** Its operand, 0 to 4294967295. */
  k: number
}

/** A BPF program: exactly one of `fd`, `pinned` and `bytecode`; or of a dump, `id`. */
export interface BpfProgramOptions {
  /** Descriptor of a loaded eBPF program, open in this process. In only. */
  fd?: number | undefined
  /** Path of a loaded eBPF program in a bpf file system. In only. */
  pinned?: string | undefined
  /**
   * Classic program: instructions, or text as tc takes it: how many, then `code jt jf k` of each, as in
   * `'2,48 0 0 9,6 0 0 1'`. Also the lines of `tcpdump -ddd`.
   */
  bytecode?: string | readonly BpfInstruction[] | undefined
  /**
   * Number of the loaded eBPF program. As input it says the program where neither `fd` nor `pinned` does, which needs
   * CAP_SYS_ADMIN, and the program to be loaded still.
   */
  id?: number | undefined
  /**
   * Name of the eBPF program for people, at most 256 bytes. @default of a pinned program, as tc: the name of the
   * pin, then `:[*fsobj]`
   */
  name?: string | undefined
  /** Hash of the eBPF program, 16 hexadecimal digits. Out only. */
  tag?: string | undefined
}

/** {@link BpfProgramOptions} as dumps give them. */
export interface DumpedBpfProgram {
  bytecode?: BpfInstruction[]
  id?: number
  name?: string
  tag?: string
}

/** The attributes of a program, as generated sets name them. */
export interface BpfProgramAttrs {
  fd?: number | undefined
  name?: string | undefined
  opsLen?: number | undefined
  ops?: Uint8Array | undefined
  id?: number | undefined
  tag?: Uint8Array | undefined
}

/** Names of {@link BpfProgramOptions}, for the list of a kind's options. */
export const BPF_PROGRAM_FIELDS = {
  fd: true,
  pinned: true,
  bytecode: true,
  id: true,
  name: true,
  tag: true,
} as const

const INSTRUCTION_FIELDS = { code: true, jt: true, jf: true, k: true } as const
/** sizeof(struct sock_filter). */
const INSTRUCTION_SIZE = 8
/** BPF_MAXINSNS. */
const MOST_INSTRUCTIONS = 4096
const MAX_S32 = 0x7fff_ffff
const MAX_U32 = 0xffff_ffff
const MAX_U16 = 0xffff
const MAX_U8 = 0xff
const SOURCES = ['fd', 'pinned', 'bytecode'] as const

/** A program as attributes. */
export function toProgram(options: BpfProgramOptions, ctx: EncodeContext): BpfProgramAttrs {
  const { path } = ctx
  const given = SOURCES.filter((source) => options[source] !== undefined)
  if (given.length > 1) {
    const expected = `only one of ${SOURCES.join(', ')}`
    throw new OptionError({ path: `${path}.${given[1]}`, expected, received: options[given[1] ?? 'fd'] })
  }
  if (options.bytecode !== undefined) return toClassic(options, path)
  const fd = openProgram(options, ctx)
  const name = options.name ?? nameOf(options.pinned)
  return { fd, ...(name !== undefined && { name }) }
}

function openProgram({ fd, pinned, id }: BpfProgramOptions, ctx: EncodeContext): number {
  if (fd !== undefined) return checkInteger(fd, `${ctx.path}.fd`, 0, MAX_S32)
  if (pinned !== undefined) return ctx.openPinned(pinned, `${ctx.path}.pinned`)
  const expected = `a program: ${SOURCES.join(', ')}, or the id of a loaded one`
  const number = checkInteger(required(id, `${ctx.path}.pinned`, expected), `${ctx.path}.id`, 1, MAX_U32)
  return ctx.openProgram(number)
}

function nameOf(pinned: string | undefined): string | undefined {
  return pinned === undefined ? undefined : `${pinned.slice(pinned.lastIndexOf('/') + 1)}:[*fsobj]`
}

function toClassic({ bytecode = [], name }: BpfProgramOptions, path: string): BpfProgramAttrs {
  if (name !== undefined) {
    const expected = 'no name: the kernel keeps none of a classic program'
    throw new OptionError({ path: `${path}.name`, expected, received: name })
  }
  const where = `${path}.bytecode`
  const program = typeof bytecode === 'string' ? parseBytecode(bytecode, where) : bytecode
  if (!Array.isArray(program) || program.length === 0 || program.length > MOST_INSTRUCTIONS) {
    const expected = `1 to ${MOST_INSTRUCTIONS} instructions`
    throw new OptionError({ path: where, expected, received: bytecode })
  }
  const ops = new Uint8Array(program.length * INSTRUCTION_SIZE)
  const view = new DataView(ops.buffer)
  program.forEach((instruction: BpfInstruction, place) => {
    writeInstruction(view, place * INSTRUCTION_SIZE, instruction, `${where}[${place}]`)
  })
  return { opsLen: program.length, ops }
}

function writeInstruction(view: DataView, at: number, instruction: BpfInstruction, path: string): void {
  checkFields(instruction, INSTRUCTION_FIELDS, path)
  const { code, jt, jf, k } = instruction
  view.setUint16(at, checkInteger(code, `${path}.code`, 0, MAX_U16), LITTLE_ENDIAN)
  view.setUint8(at + 2, checkInteger(jt, `${path}.jt`, 0, MAX_U8))
  view.setUint8(at + 3, checkInteger(jf, `${path}.jf`, 0, MAX_U8))
  view.setUint32(at + 4, checkInteger(k, `${path}.k`, 0, MAX_U32), LITTLE_ENDIAN)
}

// Decimal numbers only: what tc reads of others is not what they say.
function parseBytecode(text: string, path: string): BpfInstruction[] {
  const [count = '', ...lines] = text.replace(/[,\s]+$/, '').split(/\s*[,\n]\s*/)
  const program = lines.map((line) => {
    const [, code, jt, jf, k] = /^(\d+) +(\d+) +(\d+) +(\d+)$/.exec(line) ?? []
    return { code: Number(code), jt: Number(jt), jf: Number(jf), k: Number(k) }
  })
  const isWhole = program.every(({ code }) => !Number.isNaN(code))
  if (isWhole && /^\s*\d+$/.test(count) && Number(count) === program.length) return program
  const expected = "the number of instructions, then 'code jt jf k' of each, in decimal, with commas between"
  throw new OptionError({ path, expected, received: text })
}

/** Sets what a dump tells of a program. */
export function fromProgram(wire: BpfProgramAttrs, options: DumpedBpfProgram): void {
  if (wire.ops !== undefined) options.bytecode = readInstructions(wire.ops)
  if (wire.name !== undefined) options.name = wire.name
  if (wire.id !== undefined) options.id = wire.id
  if (wire.tag !== undefined) options.tag = Buffer.from(wire.tag).toString('hex')
}

function readInstructions(ops: Uint8Array): BpfInstruction[] {
  const view = new DataView(ops.buffer, ops.byteOffset, ops.byteLength)
  return Array.from({ length: Math.floor(ops.length / INSTRUCTION_SIZE) }, (_, place) => {
    const at = place * INSTRUCTION_SIZE
    return {
      code: view.getUint16(at, LITTLE_ENDIAN),
      jt: view.getUint8(at + 2),
      jf: view.getUint8(at + 3),
      k: view.getUint32(at + 4, LITTLE_ENDIAN),
    }
  })
}
