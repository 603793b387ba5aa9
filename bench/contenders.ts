// The two that netsched is measured against: `tc` as users call it, and the C program floor.c.

import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Samples } from './numbers.ts'

const LARGE = 1 << 30
const execute = promisify(execFile)

/** Starts `tc` and gives what it printed. */
export async function tc(...args: string[]): Promise<string> {
  return (await execute('tc', args, { maxBuffer: LARGE })).stdout
}

/** Carries out many lines in one process of `tc`. */
export function tcBatch(lines: readonly string[]): void {
  execFileSync('tc', ['-batch', '-'], { input: `${lines.join('\n')}\n`, maxBuffer: LARGE })
}

/** Runs a task of floor.c and gives the microseconds of each round. */
export type Floor = (...args: (string | number)[]) => Samples

/** Builds floor.c; `undefined`, with a word, where there is no compiler. `done` removes it again. */
export function buildFloor(source: string): { floor: Floor; done: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'netsched-bench-'))
  const done = () => rmSync(folder, { recursive: true })
  const program = join(folder, 'floor')
  const built = spawnSync('gcc', ['-O2', '-o', program, source], { encoding: 'utf8' })
  if (built.status !== 0) {
    done()
    console.error(`bench: no floor, as gcc does not build it: ${built.error?.message ?? built.stderr}`)
    return undefined
  }
  const floor: Floor = (...args) =>
    execFileSync(program, args.map(String), { encoding: 'utf8' }).trim().split('\n').map(Number)
  return { floor, done }
}
