// Runs the generator on small specs, loads what it makes, and compares bytes. Bytes are written by
// hand for a little-endian machine.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Files } from '../../../codegen/emit/family.ts'
import { runtimeAt } from '../../../codegen/emit/runtime.ts'
import { ROOT } from '../../../codegen/families.ts'
import { generate } from '../../../codegen/output.ts'
import { parseSpec } from '../../../codegen/spec/parse.ts'
import { Reader } from '../../../src/wire/reader.ts'
import { Writer } from '../../../src/wire/writer.ts'

const RUNTIME = runtimeAt(() => join(ROOT, 'src/'))

/** What the generated index.ts exports. Its types are known only when the test runs. */
export class Generated {
  private readonly exports: Readonly<Record<string, unknown>>

  constructor(exports: Readonly<Record<string, unknown>>) {
    this.exports = exports
  }

  /** An exported value as it is. */
  value(name: string): unknown {
    return this.exports[name]
  }

  /** The names of all constants. */
  constants(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.exports).filter(([name]) => /^[A-Z0-9_]+$/.test(name)))
  }

  /** The bytes that the encoder of a set, such as `HtbAttrs`, makes of `value`. */
  encode(type: string, value: unknown): string {
    const w = new Writer(8)
    this.call(`encode${type}`, w, value)
    return hexOf(w.written())
  }

  /** The bytes that the encoder of a struct makes of `value`. */
  encodeStruct(type: string, size: number, value: unknown): string {
    const w = new Writer(8)
    this.call(`encode${type}`, w, w.reserve(size), value)
    return hexOf(w.written().subarray(0, size))
  }

  /** What the decoder of a set or a struct finds in the bytes. */
  decode(type: string, hex: string): unknown {
    const bytes = bytesOf(hex)
    return this.call(`decode${type}`, new Reader(bytes), 0, bytes.length)
  }

  call(name: string, ...args: unknown[]): unknown {
    const value = this.exports[name]
    if (typeof value !== 'function') throw new Error(`${name} is not generated as a function`)
    return value(...args)
  }
}

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Puts a whole spec around the given sections. */
export function spec(sections: string): string {
  const has = (name: string): boolean => sections.includes(`${name}:`)
  return [
    'name: test',
    'protocol: netlink-raw',
    'doc: A spec for a test.',
    sections.trim(),
    has('attribute-sets') ? '' : 'attribute-sets: []',
    has('operations') ? '' : 'operations: { list: [] }',
  ].join('\n')
}

/** The text of the files that the generator makes of the sections of a spec. */
export function filesOf(sections: string): Files {
  return generate([{ spec: parseSpec('test.yaml', spec(sections)), folder: '' }], RUNTIME)
}

/** Generates code from the sections of a spec and loads it. */
export async function load(sections: string): Promise<Generated> {
  const folder = mkdtempSync(join(tmpdir(), 'netsched-test-'))
  folders.push(folder)
  for (const [name, text] of filesOf(sections)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return new Generated(await import(join(folder, 'index.ts')))
}

/** The message of the fault that the generator finds in a spec. */
export function faultOf(text: string): string {
  try {
    generate([{ spec: parseSpec('test.yaml', text), folder: '' }], RUNTIME)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'no fault'
}

export function hexOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('hex')
  return text.replace(/.{8}(?=.)/g, '$& ')
}

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
}
