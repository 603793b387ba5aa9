// From specs to the text of all generated files, formatted.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { emitFamily, type Files } from './emit/family.ts'
import { emitLayouts, type LaidOut } from './emit/layouts.ts'
import type { Runtime } from './emit/runtime.ts'
import { MARK } from './emit/tables.ts'
import type { Spec } from './spec/model.ts'

/** A spec and the folder of its files below the output folder: '' or `tc/`. */
export interface Source {
  readonly spec: Spec
  readonly folder: string
}

/** All files that `sources` make, by their path below the output folder. */
export function generate(sources: readonly Source[], runtime: Runtime): Files {
  const files: Files = new Map()
  const families: LaidOut[] = []
  for (const { spec, folder } of sources) {
    const { files: own, linker } = emitFamily(spec, runtime)
    for (const [name, text] of own) files.set(folder + name, text)
    families.push({ spec, linker, folder })
  }
  files.set('layouts.ts', emitLayouts(families, runtime))
  return files
}

/** The same files as Biome formats them, with sorted imports. */
export function format(files: Files, root: string): Files {
  const scratch = mkdtempSync(join(tmpdir(), 'netsched-codegen-'))
  try {
    write(files, scratch)
    writeFileSync(join(scratch, 'biome.json'), formatterSettings(root))
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
    const options = ['check', '--write', '--linter-enabled=false', '--max-diagnostics=20', '--log-level=warn']
    execFileSync(process.execPath, [biome, ...options, '.'], { cwd: scratch, stdio: 'pipe' })
    return new Map([...files.keys()].map((name) => [name, readFileSync(join(scratch, name), 'utf8')]))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What of `files` is not in `folder` as it should be, and what is there but should not. */
export function drift(files: Files, folder: string): string[] {
  const found: string[] = []
  for (const [name, text] of files) {
    const there = readOrNothing(join(folder, name))
    if (there === undefined) found.push(`${name}: missing`)
    else if (there !== text) found.push(`${name}: differs`)
  }
  return [...found, ...stale(files, folder).map((name) => `${name}: no longer generated`)].sort()
}

/** Writes `files` and removes those that an earlier run left there. */
export function update(files: Files, folder: string): void {
  for (const name of stale(files, folder)) rmSync(join(folder, name))
  write(files, folder)
}

function write(files: Files, folder: string): void {
  for (const [name, text] of files) {
    const path = join(folder, name)
    if (readOrNothing(path) === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

function stale(files: Files, folder: string): string[] {
  return generatedIn(folder).filter((name) => !files.has(name))
}

/** The generated files below `folder`, known by their first line. */
function generatedIn(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
  return entries
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readOrNothing(join(folder, name))?.startsWith(`// ${MARK}`))
    .map((name) => name.split(sep).join('/'))
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The formatter's part of the project's own settings, without what depends on the folder. */
function formatterSettings(root: string): string {
  const { formatter, javascript } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  return JSON.stringify({ root: true, formatter, javascript })
}
