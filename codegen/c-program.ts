// C programs that tell what the kernel's headers say: the values of constants, and sizes and offsets
// of structs. Faults that the compiler finds are told at the spec's own lines.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './spec/error.ts'

/** Something to print: a key and an expression of C, from a place in a spec. */
export interface Question {
  readonly key: string
  readonly expression: string
  readonly place: Place
}

/** What the C compiler does not take, in its own words. */
export class CompilerError extends Error {
  override readonly name = 'CompilerError'
}

/** Headers that others need before them, because they do not include what they use. */
const FIRST = ['stddef.h', 'stdio.h', 'sys/socket.h', 'linux/types.h', 'linux/if.h']

/** The text of a program that prints "key value" for each question. */
export function cProgram(headers: readonly string[], questions: readonly Question[]): string {
  const includes = [...new Set([...FIRST, ...headers])].map((header) => `#include <${header}>`)
  return `${[
    '/* Prints what the headers say, one "name value" a line. */',
    ...includes,
    '#define SAY(key, x) \\',
    '  ((x) < 0 ? printf("%s %lld\\n", key, (long long)(x)) \\',
    '           : printf("%s %llu\\n", key, (unsigned long long)(x)))',
    'int main(void)',
    '{',
    ...questions.flatMap(({ key, expression, place }) => [
      `#line ${place.line} "${place.file}"`,
      `  SAY("${key}", ${expression});`,
    ]),
    '  return 0;',
    '}',
  ].join('\n')}\n`
}

/** Compiles the program against the headers below `include`, runs it and reads what it prints. */
export function runC(program: string, include: string): Map<string, bigint> {
  if (!existsSync(join(include, 'linux'))) throw new CompilerError(`no headers below ${include}`)
  const scratch = mkdtempSync(join(tmpdir(), 'netsched-headers-'))
  try {
    const source = join(scratch, 'program.c')
    const binary = join(scratch, 'program')
    writeFileSync(source, program)
    const system = [include, join(include, `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)]
    const quiet = ['-w', '-fno-diagnostics-show-caret', '-ftrack-macro-expansion=0']
    const options = [...quiet, ...system.flatMap((folder) => ['-isystem', folder])]
    const compiler = spawnSync('gcc', [...options, '-o', binary, source], { encoding: 'utf8' })
    if (compiler.status !== 0) throw new CompilerError(compiler.error?.message ?? errorsIn(compiler.stderr))
    return answers(execFileSync(binary, { encoding: 'utf8', maxBuffer: 1 << 26 }))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What the compiler objects to, once each. */
function errorsIn(output: string): string {
  const errors = output.split('\n').filter((line) => line.includes('error: '))
  return [...new Set(errors.map((line) => line.replace(/:\d+: error: /, ': ')))].join('\n')
}

function answers(output: string): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const line of output.split('\n')) {
    const space = line.lastIndexOf(' ')
    if (space > 0) found.set(line.slice(0, space), BigInt(line.slice(space + 1)))
  }
  return found
}
