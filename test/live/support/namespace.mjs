// Runs a command in the namespaces that `unshare` has just made: gives them a /run/netns, an own /sys where
// the kernel allows it, and brings lo up. Plain JavaScript, for it runs before anything that reads TypeScript.
//
// usage: node namespace.mjs COMMAND [ARGUMENT]...

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

const mount = (...args) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0

/** Named namespaces lie in /run/netns, which may not be ours to make: put a /run of our own over it. */
function furnish() {
  if (!process.cwd().startsWith('/run/')) mount('-t', 'tmpfs', 'run', '/run')
  try {
    mkdirSync('/run/netns', { recursive: true })
    mount('-t', 'tmpfs', 'netns', '/run/netns')
  } catch {
    // the probe finds that `ip netns add` does not work, and tests that need it say so
  }
  if (mount('-t', 'sysfs', 'sysfs', '/sys')) mount('-t', 'bpf', 'bpf', '/sys/fs/bpf')
}

/** Sets IFF_UP by the ioctl, for the machine may have no `ip`. */
async function bringUpLo() {
  const { default: koffi } = await import('koffi')
  const libc = koffi.load(null)
  const socket = libc.func('int socket(int, int, int)')
  const close = libc.func('int close(int)')
  const ioctl = libc.func('int ioctl(int, unsigned long, _Inout_ uint8_t *)')
  const [AF_INET, SOCK_DGRAM, SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP] = [2, 2, 0x8913, 0x8914, 1]
  const request = Buffer.alloc(40) // struct ifreq: a name of 16 bytes, then the flags
  request.write('lo')
  const fd = socket(AF_INET, SOCK_DGRAM, 0)
  const known = ioctl(fd, SIOCGIFFLAGS, request) === 0
  const flags = new Uint16Array(request.buffer, request.byteOffset + 16, 1)
  flags[0] |= IFF_UP
  const done = known && ioctl(fd, SIOCSIFFLAGS, request) === 0
  close(fd)
  if (!done) throw new Error('cannot bring lo up')
}

furnish()
await bringUpLo()
const [program, ...args] = process.argv.slice(2)
spawn(program, args, { stdio: 'inherit' }).on('exit', (code) => {
  process.exitCode = code ?? 1
})
