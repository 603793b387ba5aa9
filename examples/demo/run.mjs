// `npm run demo`: looks whether the demo can run here, then starts it in namespaces of its own, where it may do
// all it likes without touching the machine. Plain JavaScript, for it has to run on any Node to say what is missing.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = here('../..')

const ADVICE = `\
An ordinary user needs user namespaces. What may forbid them:
  sysctl kernel.unprivileged_userns_clone                has to be 1 (older kernels of Debian)
  sysctl kernel.apparmor_restrict_unprivileged_userns    has to be 0 (Ubuntu 24.04 and later)
  sysctl user.max_user_namespaces                        has to be above 0
In a container: allow unshare(2) in its seccomp profile, or give it CAP_SYS_ADMIN and CAP_NET_ADMIN.
Or run the demo as root: then it needs no user namespace.`

/** What keeps the demo from running, or nothing. */
function obstacle() {
  if (process.platform !== 'linux') return 'Traffic control is a part of Linux: the demo cannot run here.'
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    return `netsched needs Node 20.19 or later; this is ${process.versions.node}.`
  }
  if (!existsSync(here('../../node_modules/tsx'))) return 'Something is not installed yet: npm ci'
  if (!existsSync(here('../../dist/index.js'))) return 'netsched is not built yet: npm run build'
  return undefined
}

/** The first command that makes namespaces here. */
function findNamespaces() {
  const plain = ['unshare', '--net', '--mount']
  const user = ['unshare', '--user', '--map-root-user', '--net', '--mount']
  const complaints = []
  for (const command of process.getuid() === 0 ? [user, plain] : [user]) {
    const { status, error, stderr } = spawnSync(command[0], [...command.slice(1), 'true'], {
      encoding: 'utf8',
    })
    if (status === 0) return { command }
    complaints.push(`  ${command.join(' ')}\n    ${error?.message ?? stderr.trim()}`)
  }
  return { complaints }
}

function giveUp(...lines) {
  console.error(lines.join('\n'))
  process.exit(1)
}

const missing = obstacle()
if (missing !== undefined) giveUp(missing)
const { command, complaints } = findNamespaces()
if (command === undefined) giveUp('No network namespace can be made here:', ...complaints, ADVICE)

const [program, ...args] = command
// The channel is how the demo notices that nobody waits for it any more.
const demo = spawn(
  program,
  [...args, process.execPath, '--import', import.meta.resolve('tsx'), here('main.ts')],
  {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => demo.kill(signal))
demo.on('exit', (code) => process.exit(code ?? 1))
