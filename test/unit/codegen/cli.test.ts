// The generator's command line, as `npm run codegen` and a user with a spec of their own run it.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../../codegen/families.ts'
import { spec } from './support.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netsched-test-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function codegen(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const main = join(ROOT, 'codegen/main.ts')
  const options = { cwd: ROOT, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, ...args], options)
  return { status, stdout, stderr }
}

describe('codegen/main.ts', { timeout: 60_000 }, () => {
  it('writes the code of a spec that the user brings', () => {
    const file = join(folder, 'mine.yaml')
    writeFileSync(file, spec('attribute-sets: [{ name: s, attributes: [{ name: v, type: u8 }] }]'))
    expect(codegen('--spec', file, '--out', join(folder, 'out'))).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['common.ts', 'index.ts', 'layouts.ts'])
  })

  it('tells a fault of the spec by file and line, and nothing else', () => {
    const file = join(folder, 'mine.yaml')
    writeFileSync(file, spec('attribute-sets: [{ name: s, attributes: [{ name: v, type: u9 }] }]'))
    expect(codegen('--spec', file, '--out', join(folder, 'out'))).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file}:4: unknown type 'u9' of attribute 'v'\n`,
    })
  })

  it('finds no drift in the checked-in files', () => {
    expect(codegen('--check')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('prints a C program that asks the headers', () => {
    const { status, stdout } = codegen('--c-program')
    expect(status).toBe(0)
    expect(stdout).toContain('SAY("TCA_HTB_PARMS", TCA_HTB_PARMS);')
    expect(stdout).toContain(
      'SAY("offsetof struct tc_htb_glob.defcls", offsetof(struct tc_htb_glob, defcls));',
    )
  })

  it('shows how it is used where half of an option pair is missing', () => {
    const { status, stderr } = codegen('--spec', 'mine.yaml')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Usage:/)
  })
})
