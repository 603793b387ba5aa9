// `npm run bench [-- --markdown FILE]`: how fast netsched is, beside `tc` and a bare C program. Measured is
// what ships, plain JavaScript: this compiles it, and runs it in a network namespace of its own.

import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { PATH = '' } = process.env
// tc is not on the PATH of every ordinary user
const environment = { ...process.env, PATH: `${PATH}:/usr/sbin:/sbin` }

/** Runs a command to its end and tells its exit status; 127 where there is no such command. */
function run(program: string, args: readonly string[], quiet = false): number {
  const { status } = spawnSync(program, args, {
    cwd: root,
    env: environment,
    stdio: quiet ? 'ignore' : 'inherit',
  })
  return status ?? 127
}

/** The options of `unshare` that work here: as an ordinary user, or where that is forbidden, as root. */
function namespaceOptions(): string[] | undefined {
  const ways = [['--user', '--map-root-user', '--net'], ['--net']]
  return ways.find((options) => run('unshare', [...options, 'true'], true) === 0)
}

function main(): number {
  const compiler = resolve(root, 'node_modules/typescript/bin/tsc')
  if (run(process.execPath, [compiler, '-p', 'bench/tsconfig.json']) !== 0) return 1
  const options = namespaceOptions()
  if (options === undefined) {
    console.error('bench: needs user namespaces (sysctl user.max_user_namespaces above 0), or root')
    return 1
  }
  const program = resolve(root, '.cache/bench/bench/run.js')
  return run('unshare', [...options, process.execPath, program, ...process.argv.slice(2)])
}

process.exitCode = main()
