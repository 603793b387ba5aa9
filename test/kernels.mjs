// `npm run test:kernels`: the live tests on other real kernels, in the lab (test/kernels/lab), and the matrix of
// kinds and kernels that comes of it, which is kept in test/kernels/matrix.tsv.
//
// usage: node test/kernels.mjs [--tsv] [KERNEL]... [-- vitest's arguments]
//
// KERNEL is one of 5.10 6.1 6.12 7.3 host; all of them unless given. Needs root. A kernel that cannot be had is
// told and left out; in CI (environment variable CI) NETSCHED_ALLOW_SKIP has to list it, as `kernel:5.10`.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countLine, isSkipAllowed, list, table, total, tsvLines, untested } from './summary.mjs'

const KERNELS = ['host', '5.10', '6.1', '6.12', '7.3']
const AT_ONCE = 2
const TIMEOUT_SECONDS = 1800
const KERNEL_COMPLAINED = 123
/** A line in which a kernel says that it found a fault in itself. */
const FAULT =
  /WARNING: |BUG: |Oops: |Kernel panic|general protection fault|INFO: task .* blocked|unregister_netdevice: waiting/
/** 6.12 takes the copy of a u32 selector with its keys for an overflow, whoever changes the filter. */
const KNOWN_FAULT = /WARNING: .*\bu32_change\b/

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lab = join(root, 'test/kernels/lab')
const matrixFile = join(root, 'test/kernels/matrix.tsv')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

const isRoot = process.getuid() === 0

/** The folder of the lab's kernels, found as the lab's own lib/common.sh finds it. */
function kernelCache() {
  const cache = process.env.XDG_CACHE_HOME || join(process.env.HOME ?? homedir(), '.cache')
  return process.env.LAB_CACHE || join(cache, 'netsched-kernels')
}

const isReady = (kernel) => kernel === 'host' || existsSync(join(kernelCache(), kernel, 'release'))

/** Leaves the kernels that are missing still missing if it fails: they are skipped, then. */
function fetchMissing(kernels) {
  if (kernels.every(isReady)) return
  console.error(`fetching ${kernels.filter((kernel) => !isReady(kernel)).join(', ')}`)
  spawnSync(join(lab, 'fetch'), { stdio: ['ignore', 2, 2] })
}

/** Runs a program and collects what it prints, so that kernels side by side do not mix their lines. */
function collect(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ status: 125, output: String(error) }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** Whether all that the kernel complained of is known, and no fault of the tests. */
function isKnownComplaint(output) {
  const said = output.split("the guest's kernel said:").at(-1) ?? ''
  const faults = said.split('\n').filter((line) => FAULT.test(line))
  return faults.length > 0 && faults.every((line) => KNOWN_FAULT.test(line))
}

function reportOf(file, status, output) {
  const lost = { passed: 0, failed: 1, skipped: 0, lacking: [], rows: [] }
  if (!existsSync(file)) return { ...lost, problem: `the tests left no report (status ${status})` }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.rows === undefined) return { ...lost, problem: 'the tests did not probe the kernel' }
  if (status === 0 || report.failed > 0) return report
  if (status === KERNEL_COMPLAINED && isKnownComplaint(output)) return report
  const problem = status === KERNEL_COMPLAINED ? 'the kernel complained' : `exit status ${status}`
  return { ...report, failed: report.failed + 1, problem }
}

/** Runs the live tests on one kernel. In the lab only the PATH survives, so the rest goes by `env`. */
async function testKernel(kernel, rest) {
  const folder = mkdtempSync(join(tmpdir(), `netsched-kernel-${kernel}-`))
  const file = join(folder, 'report.json')
  const started = Date.now()
  try {
    const filters = rest.length > 0 ? ['--passWithNoTests', ...rest] : []
    const { status, output } = await collect(join(lab, 'run'), [
      ...[kernel, '--timeout', String(TIMEOUT_SECONDS), '--writable', folder, '--'],
      ...['env', `NETSCHED_REPORT=${file}`, 'NO_COLOR=1'],
      ...[process.execPath, vitest, 'run', '--project', 'live', ...filters],
    ])
    const seconds = Math.round((Date.now() - started) / 1000)
    return { kernel, output, seconds, ...reportOf(file, status, output) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function skipKernel(kernel, reason) {
  const refused = process.env.CI && !isSkipAllowed(`kernel:${kernel}`)
  console.error(`SKIPPED: kernel ${kernel}: ${reason}${refused ? ' (a failure in CI)' : ''}`)
  return { kernel, passed: 0, failed: refused ? 1 : 0, skipped: 1, lacking: [], rows: [] }
}

/** Adds to a result's failures what the matrix says, and prints all of it. */
function conclude(result, complete) {
  const missing = complete ? untested(result.rows) : []
  // The lab has every tool and root's powers: a need that is not met there keeps tests from running at all.
  const lacking = [...new Set(result.lacking.flatMap((entry) => entry.missing))].filter(
    (need) => result.kernel !== 'host' && !isSkipAllowed(need),
  )
  result.failed += missing.length + lacking.length
  const verdict = `${countLine(result)} in ${result.seconds} s`
  console.error(`\n=== kernel ${result.kernel} (${result.release ?? 'unknown'}): ${verdict}`)
  if (result.failed > 0) console.error(result.output)
  if (result.problem) console.error(`FAILED: ${result.problem}`)
  if (missing.length > 0) console.error(`FAILED: no live test proves what it has: ${list(missing)}`)
  if (lacking.length > 0) console.error(`FAILED: tests skipped for want of ${lacking.join(', ')}`)
  return result
}

async function testAll(kernels, rest) {
  const queue = [...kernels]
  const results = []
  const worker = async () => {
    for (let kernel = queue.shift(); kernel !== undefined; kernel = queue.shift()) {
      results.push(conclude(await testKernel(kernel, rest), rest.length === 0))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

/** The lines of this run, and of the last one those of the kernels that this one did not try. */
function mergeMatrix(results) {
  const fresh = results.flatMap(({ kernel, rows }) => tsvLines(kernel, rows))
  const tried = new Set(results.filter(({ rows }) => rows.length > 0).map(({ kernel }) => kernel))
  const before = existsSync(matrixFile) ? readFileSync(matrixFile, 'utf8').split('\n').filter(Boolean) : []
  const kept = before.filter((line) => !tried.has(line.split('\t')[2]))
  const order = (line) => KERNELS.indexOf(line.split('\t')[2])
  return [...fresh, ...kept].sort((a, b) => order(a) - order(b))
}

function parse(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const own = args.slice(0, end)
  const named = own.filter((arg) => arg !== '--tsv')
  const wrong = named.filter((arg) => !KERNELS.includes(arg))
  if (wrong.length > 0) throw new Error(`no such kernel: ${wrong.join(' ')}; there are ${KERNELS.join(' ')}`)
  return {
    tsv: own.includes('--tsv'),
    kernels: named.length > 0 ? named : KERNELS,
    rest: args.slice(end + 1),
  }
}

async function main() {
  const { tsv, kernels, rest } = parse(process.argv.slice(2))
  if (isRoot) fetchMissing(kernels)
  const usable = isRoot ? kernels.filter(isReady) : []
  const reason = isRoot ? 'it could not be fetched' : 'only root can boot the lab'
  const skipped = kernels
    .filter((kernel) => !usable.includes(kernel))
    .map((kernel) => skipKernel(kernel, reason))
  // the slowest first, so that none of them is left alone at the end
  const slowestFirst = KERNELS.filter((kernel) => usable.includes(kernel)).reverse()
  const results = await testAll(slowestFirst, rest)
  const lines = mergeMatrix(results)
  if (rest.length === 0 && results.length > 0) writeFileSync(matrixFile, `${lines.join('\n')}\n`)
  console.log(tsv ? lines.join('\n') : `\n${table(lines)}`)
  const sum = total([...results, ...skipped])
  console.log(`\n${countLine(sum)}`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}

await main()
