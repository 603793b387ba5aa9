// Checks what would be published: the packed files, publint's rules, and that a project with nothing but the
// package can import it, require it and compile against it. The last line says how many checks passed.
//
// usage: node test/package/check.mjs

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countLine } from '../summary.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const ENTRIES = ['netsched', 'netsched/wire', 'netsched/layouts', 'netsched/testing']
const counts = { passed: 0, failed: 0, skipped: 0 }

function run(cwd, program, ...args) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (done.status === 0) return done.stdout
  throw new Error(`${program} ${args.join(' ')}\n${done.error?.message ?? ''}${done.stdout}${done.stderr}`)
}

/** Runs one check; what it returns is undefined if it failed. */
function check(name, body) {
  try {
    const result = body()
    console.log(`ok      ${name}`)
    counts.passed += 1
    return result ?? true
  } catch (error) {
    console.log(`FAILED  ${name}\n${error.message.replace(/^/gm, '        ')}`)
    counts.failed += 1
    return undefined
  }
}

function require(condition, message) {
  if (!condition) throw new Error(message)
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function checkFiles(files) {
  const wanted = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.js', 'dist/index.d.ts']
  const missing = wanted.filter((file) => !files.includes(file))
  const foreign = files.filter((file) => !wanted.includes(file) && !/^(dist|src)\//.test(file))
  require(missing.length === 0, `missing: ${missing.join(' ')}`)
  require(foreign.length === 0, `not to be published: ${foreign.join(' ')}`)
}

/** Every file that `exports` promises. */
function checkExports(files) {
  const promised = Object.values(manifest.exports).flatMap((entry) => Object.values(Object(entry)))
  const targets = promised.filter((target) => typeof target === 'string' && target.length > 1)
  const missing = targets.filter((target) => !files.includes(target.replace('./', '')))
  require(missing.length === 0, `exports name what is not packed: ${missing.join(' ')}`)
}

/** Source maps and declaration maps have to lead to sources that are in the package. */
function checkMaps(files, installed) {
  for (const file of files.filter((name) => name.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(installed, file), 'utf8'))
    const gone = sources.filter((source) => !existsSync(join(installed, dirname(file), source)))
    require(gone.length === 0, `${file} leads to ${gone.join(' ')}, which is not in the package`)
  }
}

function checkLoading(project, entry) {
  const named = 'if (Object.keys(m).length === 0) throw new Error("it exports nothing")'
  check(`import('${entry}')`, () => {
    run(
      project,
      process.execPath,
      '--input-type=module',
      '-e',
      `const m = await import('${entry}'); ${named}`,
    )
  })
  check(`require('${entry}')`, () => {
    run(project, process.execPath, '-e', `const m = require('${entry}'); ${named}`)
  })
}

function checkTypes(project) {
  copyFileSync(join(here, 'consumer.txt'), join(project, 'consumer.ts'))
  const compilerOptions = {
    ...{ module: 'NodeNext', moduleResolution: 'NodeNext', target: 'ES2022', strict: true, noEmit: true },
    ...{ lib: ['ES2023', 'ESNext.Disposable'], skipLibCheck: false, exactOptionalPropertyTypes: true },
    ...{ typeRoots: [join(root, 'node_modules/@types')], types: ['node'] },
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  run(project, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')
}

function main(folder) {
  const packed = check('npm pack', () => {
    const out = run(root, 'npm', 'pack', '--json', '--silent', '--pack-destination', folder)
    // what `prepare` prints comes first
    return JSON.parse(out.slice(out.search(/^\[$/m)))[0]
  })
  if (packed === undefined) return
  const files = packed.files.map(({ path }) => path)
  check('the packed files', () => checkFiles(files))
  check('the exports', () => checkExports(files))
  check('publint', () => {
    run(root, process.execPath, join(root, 'node_modules/publint/src/cli.js'), '--strict')
  })
  const project = join(folder, 'project')
  const installed = check('npm install of the tarball', () => {
    run(folder, 'mkdir', project)
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
    run(project, 'npm', 'install', '--no-audit', '--no-fund', join(folder, packed.filename))
  })
  if (installed === undefined) return
  check('the source maps', () => checkMaps(files, join(project, 'node_modules/netsched')))
  for (const entry of ENTRIES) checkLoading(project, entry)
  check('types under NodeNext', () => checkTypes(project))
}

const folder = mkdtempSync(join(tmpdir(), 'netsched-package-'))
try {
  main(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${countLine(counts)}`)
process.exitCode = counts.failed === 0 ? 0 : 1
