// What happens to a packet after an action: the control of tc-actions(8), TC_ACT_* of
// linux/pkt_cls.h.

import {
  TC_ACT_OK,
  TC_ACT_PIPE,
  TC_ACT_QUEUED,
  TC_ACT_RECLASSIFY,
  TC_ACT_REPEAT,
  TC_ACT_SHOT,
  TC_ACT_STOLEN,
  TC_ACT_TRAP,
  TC_ACT_UNSPEC,
} from '../../generated/tc/constants.ts'
import { OptionError } from '../../wire/errors.ts'

/** A control without an argument. */
export type SimpleControl = keyof typeof SIMPLE

/**
 * What happens next: a word of tc-actions(8), `{ jump: n }` over the next `n` actions, or
 * `{ goto: chain }`. As text: `'jump 2'`, `'goto chain 5'`.
 */
export type Control =
  | SimpleControl
  | { jump: number }
  | { goto: number }
  | `jump ${number}`
  | `goto chain ${number}`

/** A control as dumps give it. */
export type DumpedControl = SimpleControl | { jump: number } | { goto: number } | { value: number }

const SIMPLE = {
  pass: TC_ACT_OK,
  drop: TC_ACT_SHOT,
  pipe: TC_ACT_PIPE,
  continue: TC_ACT_UNSPEC,
  reclassify: TC_ACT_RECLASSIFY,
  stolen: TC_ACT_STOLEN,
  queued: TC_ACT_QUEUED,
  repeat: TC_ACT_REPEAT,
  trap: TC_ACT_TRAP,
} as const

const NAMES = new Map<number, SimpleControl>(
  Object.entries(SIMPLE).map(([name, value]) => [value, name as SimpleControl]),
)

// __TC_ACT_EXT: the opcode stands in the top four bits, its argument below.
const TC_ACT_JUMP = 0x1000_0000
const TC_ACT_GOTO_CHAIN = 0x2000_0000
const OPCODE_MASK = 0xf000_0000
const ARGUMENT_MASK = 0x0fff_ffff

/** The TC_ACT_* value of a control. */
export function parseControl(control: Control | DumpedControl, path: string): number {
  if (typeof control === 'string') {
    if (Object.hasOwn(SIMPLE, control)) return SIMPLE[control as SimpleControl]
    const [, jump, chain] = /^(?:jump (\d+)|goto chain (\d+))$/.exec(control) ?? []
    if (jump !== undefined) return extended(TC_ACT_JUMP, Number(jump), path, control)
    if (chain !== undefined) return extended(TC_ACT_GOTO_CHAIN, Number(chain), path, control)
  } else if (typeof control === 'object' && control !== null) {
    if ('jump' in control) return extended(TC_ACT_JUMP, control.jump, `${path}.jump`, control.jump)
    if ('goto' in control) return extended(TC_ACT_GOTO_CHAIN, control.goto, `${path}.goto`, control.goto)
    if ('value' in control && Number.isInteger(control.value)) return control.value | 0
  }
  const expected = `${Object.keys(SIMPLE).join(', ')}, { jump: n } or { goto: chain }`
  throw new OptionError({ path, expected, received: control })
}

/** The control of a TC_ACT_* value; `{ value }` for one that has no name. */
export function formatControl(action: number): DumpedControl {
  const name = NAMES.get(action)
  if (name !== undefined) return name
  const opcode = (action & OPCODE_MASK) >>> 0
  if (opcode === TC_ACT_JUMP) return { jump: action & ARGUMENT_MASK }
  if (opcode === TC_ACT_GOTO_CHAIN) return { goto: action & ARGUMENT_MASK }
  return { value: action }
}

function extended(opcode: number, argument: number, path: string, received: unknown): number {
  if (!Number.isInteger(argument) || argument < 0 || argument > ARGUMENT_MASK) {
    throw new OptionError({ path, expected: `an integer from 0 to ${ARGUMENT_MASK}`, received })
  }
  return opcode | argument
}
