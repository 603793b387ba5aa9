/**
 * `netsched/layouts`: every struct of traffic control, links and addresses as a layout of the npm
 * package [buffer-layout](https://www.npmjs.com/package/buffer-layout), and the blocks that they are
 * built of, for programs that put structs of their own together.
 *
 * ```ts
 * import { struct, tcHtbGlobLayout, u32 } from 'netsched/layouts'
 *
 * const pair = struct<{ id: number; glob: TcHtbGlob }>([u32('id'), tcHtbGlobLayout.replicate('glob')])
 * ```
 *
 * Integers are in the byte order of this machine unless their block's name ends with `be`.
 *
 * @module
 */

export * from './generated/layouts.ts'
export {
  array,
  bytes,
  type Layout,
  pad,
  s8,
  s16,
  s16be,
  s32,
  s32be,
  s64,
  s64be,
  struct,
  text,
  u8,
  u16,
  u16be,
  u32,
  u32be,
  u64,
  u64be,
} from './wire/layout.ts'
