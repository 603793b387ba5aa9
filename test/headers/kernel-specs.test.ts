// The kernel's own netlink specs of 7.3, unmodified: the generator reads them, what it makes is correct
// TypeScript, and its codecs are inverse to themselves.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { runtimeAt } from '../../codegen/emit/runtime.ts'
import { ROOT } from '../../codegen/families.ts'
import { generate } from '../../codegen/output.ts'
import type { Spec } from '../../codegen/spec/model.ts'
import { parseSpec } from '../../codegen/spec/parse.ts'
import { setValues } from '../unit/generated/arbitraries.ts'
import { Codecs } from '../unit/generated/codecs.ts'
import { sourceOf } from './cache.ts'

const NAMES = ['tc', 'rt-link', 'rt-addr', 'rt-route', 'rt-neigh', 'rt-rule']
const { source, missing } = sourceOf('7.3')
const reason = missing && `${missing} (${NAMES.length} specs are not tried)`
if (reason !== undefined) console.warn(`skipped: ${reason}`)
const folder = mkdtempSync(join(tmpdir(), 'netsched-kernel-specs-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the kernel's specs", () => {
  it.for(NAMES)('%s: is read, and its codecs decode what they encode', async (name, context) => {
    context.skip(reason !== undefined, reason)
    const spec = emit(name)
    const generated = new Codecs(await import(join(folder, name, 'index.ts')))
    expect(spec.sets.length).toBeGreaterThan(0)
    for (const set of spec.sets) {
      const codec = generated.set(set)
      const same = fc.property(setValues(set), (value) => {
        expect(codec.decode(codec.encode(value))).toEqual(value)
      })
      fc.assert(same, { numRuns: 20 })
    }
  })

  it('become code that passes the compiler with the settings of this project', (context) => {
    context.skip(reason !== undefined, reason)
    for (const name of NAMES) emit(name)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), settings())
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const run = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(run.stdout).toBe('')
    expect(run.status).toBe(0)
  })
})

/** Reads a spec of the kernel and writes its code. */
function emit(name: string): Spec {
  const file = join(source, `Documentation/netlink/specs/${name}.yaml`)
  const spec = parseSpec(`${name}.yaml`, readFileSync(file, 'utf8'))
  const runtime = runtimeAt(() => `${relative(join(folder, name), join(ROOT, 'src'))}/`)
  for (const [path, text] of generate([{ spec, folder: '' }], runtime)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return spec
}

function settings(): string {
  return JSON.stringify({
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
    include: ['**/*.ts', join(ROOT, 'src/wire/*.d.ts')],
  })
}
