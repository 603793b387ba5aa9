// `npm test`: the tests that need no kernel, then the live ones in namespaces of their own. The last line says
// how many passed, failed and were skipped.
//
// usage: node test/run.mjs [--tsv] [--project NAME]... [vitest's arguments]
//
// What cannot be tested here is skipped and told. In CI (environment variable CI), and for the live tests as a
// whole anywhere, NETSCHED_ALLOW_SKIP has to list it, or the run fails.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countLine, isSkipAllowed, list, table, total, tsvLines, untested } from './summary.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const entry = join(root, 'test/live/support/namespace.mjs')
// tc, ip and modprobe are not on the PATH of every ordinary user
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
const PROJECTS = ['unit', 'headers', 'live']

const ADVICE = `\
  An ordinary user needs user namespaces:
    sysctl -w kernel.unprivileged_userns_clone=1              (Debian's older kernels)
    sysctl -w kernel.apparmor_restrict_unprivileged_userns=0  (Ubuntu 24.04 and later)
    sysctl user.max_user_namespaces                           (has to be above 0)
  In a container: allow unshare(2) in its seccomp profile, or give it CAP_SYS_ADMIN and CAP_NET_ADMIN.
  To accept that the live tests do not run: NETSCHED_ALLOW_SKIP=live`

function parse(args) {
  const parsed = { tsv: false, projects: [], rest: [] }
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--tsv') parsed.tsv = true
    else if (args[i] === '--project') parsed.projects.push(args[++i])
    else if (args[i].startsWith('--project=')) parsed.projects.push(args[i].slice('--project='.length))
    else parsed.rest.push(args[i])
  }
  if (parsed.projects.length === 0) parsed.projects = PROJECTS
  return parsed
}

/**
 * Runs vitest and returns its report. `wrapper` is the command that it runs under. A run that leaves no report
 * counts as one failure.
 */
function runVitest(projects, rest, wrapper, folder) {
  const report = join(folder, `${projects.join('-')}.json`)
  const options = projects.flatMap((name) => ['--project', name])
  // a filter may leave nothing of one project
  if (rest.length > 0) options.push('--passWithNoTests')
  const [program, ...args] = [...wrapper, process.execPath, vitest, 'run', ...options, ...rest]
  const done = spawnSync(program, args, {
    cwd: root,
    env: { ...environment, NETSCHED_REPORT: report },
    stdio: 'inherit',
  })
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8'))
    // vitest may object to what no test shows
    return done.status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch {
    return { passed: 0, failed: done.status === 0 ? 0 : 1, skipped: 0, lacking: [] }
  }
}

/** The first `unshare` that works here, with what the others said. */
function findNamespaces() {
  const plain = ['unshare', '--net', '--mount']
  const user = ['unshare', '--user', '--map-root-user', '--net', '--mount']
  // Root as such may do more than the root of a user namespace: shared action tables, bpf, modules.
  const candidates = process.getuid() === 0 ? [plain, user] : [user]
  const reasons = []
  for (const candidate of candidates) {
    const [program, ...args] = candidate
    const done = spawnSync(program, [...args, 'true'], { encoding: 'utf8', env: environment })
    if (done.status === 0) return { wrapper: [...candidate, process.execPath, entry] }
    reasons.push(`${candidate.join(' ')}: ${done.error?.message ?? done.stderr.trim()}`)
  }
  return { reasons }
}

/** How many live tests there are, without running one: all of them are skipped. */
function countLiveTests() {
  const args = [vitest, 'list', '--project', 'live', '--json']
  const done = spawnSync(process.execPath, args, { cwd: root, env: environment, encoding: 'utf8' })
  try {
    return JSON.parse(done.stdout.slice(done.stdout.indexOf('['))).length
  } catch {
    return 0
  }
}

function skipLive(reasons) {
  const skipped = countLiveTests()
  const allowed = isSkipAllowed('live')
  console.error(`\nSKIPPED: all ${skipped} live tests. No network namespace can be made here:`)
  console.error(`${reasons.map((reason) => `  ${reason}`).join('\n')}\n${ADVICE}`)
  return { passed: 0, failed: allowed ? 0 : 1, skipped, lacking: [] }
}

/** Tells which kernel headers are not there to compare with; in CI that has to be allowed. */
function tellHeaders() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'netsched-headers')
  const missing = ['6.1/include', '7.3/include', '7.3/source'].filter(
    (name) => !existsSync(join(cache, name)),
  )
  if (missing.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const refused = process.env.CI && !isSkipAllowed('headers')
  console.error(
    `\nSKIPPED: comparisons with ${missing.join(', ')} of the kernel${refused ? ' (a failure in CI)' : ''}`,
  )
  console.error('  To have them: test/headers/fetch.sh --source')
  return { passed: 0, failed: refused ? 1 : 0, skipped: 0 }
}

/** Tells, for each need, how many tests it kept from running; in CI it has to be allowed. */
function tellLacking(report) {
  const counts = new Map()
  for (const { missing } of report.lacking) {
    for (const need of missing) counts.set(need, (counts.get(need) ?? 0) + 1)
  }
  for (const [need, count] of counts) {
    const refused = process.env.CI && !isSkipAllowed(need)
    console.error(`SKIPPED: ${count} live tests, for want of ${need}${refused ? ' (a failure in CI)' : ''}`)
    if (refused) report.failed += 1
  }
}

function tellMatrix(report, tsv) {
  const lines = tsvLines('host', report.rows)
  console.log(tsv ? lines.join('\n') : `\nKernel ${report.release}\n${table(lines)}`)
  const missing = untested(report.rows)
  if (missing.length === 0) return
  report.failed += missing.length
  console.error(`\nFAILED: no live test proves what this kernel has: ${list(missing)}`)
}

function runLive(rest, tsv, folder) {
  const { wrapper, reasons } = findNamespaces()
  if (wrapper === undefined) return skipLive(reasons)
  const report = runVitest(['live'], rest, wrapper, folder)
  if (report.rows === undefined) return report
  tellLacking(report)
  // a part of the tests cannot prove all kinds
  if (rest.length === 0) tellMatrix(report, tsv)
  return report
}

function main() {
  const { tsv, projects, rest } = parse(process.argv.slice(2))
  const folder = mkdtempSync(join(tmpdir(), 'netsched-test-'))
  const reports = []
  try {
    const offline = projects.filter((name) => name !== 'live')
    if (offline.length > 0) reports.push(runVitest(offline, rest, [], folder))
    if (projects.includes('headers') && rest.length === 0) reports.push(tellHeaders())
    if (projects.includes('live')) reports.push(runLive(rest, tsv, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const sum = total(reports)
  console.log(`\n${countLine(sum)}`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}

main()
