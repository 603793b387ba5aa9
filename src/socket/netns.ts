// Network namespaces: naming one, and doing something inside it. A socket belongs for ever to
// the namespace in which it was opened.

import { closeSync, openSync, writeSync } from 'node:fs'
import { OptionError } from '../wire/errors.ts'
import { errnoName, KernelError, TransportError } from './errors.ts'
import { libc } from './libc.ts'

/**
 * A network namespace: a name as in `ip netns` (`'blue'`), the path of its file
 * (`'/proc/4711/ns/net'`), or the id of a process in it (`4711`).
 */
export type Netns = string | number

const CLONE_NEWNET = 0x4000_0000
const NAMED = '/run/netns'
const LONGEST_NAME = 255

/** The file that stands for a namespace. */
export function netnsPath(netns: Netns): string {
  if (typeof netns === 'number') {
    if (!Number.isInteger(netns) || netns < 1 || netns > 0x7fff_ffff) refuse(netns)
    return `/proc/${netns}/ns/net`
  }
  if (typeof netns !== 'string' || netns === '' || netns.includes('\0')) refuse(netns)
  if (netns.startsWith('/')) return netns
  if (netns.includes('/') || netns === '.' || netns === '..' || netns.length > LONGEST_NAME) refuse(netns)
  return `${NAMED}/${netns}`
}

function refuse(netns: unknown): never {
  throw new OptionError({
    path: 'netns',
    expected: "a namespace's name, the absolute path of its file, or a process id",
    received: netns,
  })
}

/** An open namespace, into which sockets can be opened as long as it is not closed. */
export class NamespaceHandle {
  readonly path: string
  private fd: number | undefined

  /** @throws TransportError where there is no such namespace, or it may not be opened */
  constructor(netns: Netns) {
    this.path = netnsPath(netns)
    this.fd = openFile(this.path)
  }

  /**
   * Runs `work` inside the namespace. It must not wait for anything: until it returns, the
   * whole main thread is there.
   */
  run<T>(work: () => T): T {
    const fd = this.fd
    if (fd === undefined) throw new TransportError('setns', 0, 'the namespace is closed')
    const home = openFile('/proc/thread-self/ns/net')
    try {
      enter(fd, this.path)
      try {
        return work()
      } finally {
        goBack(home)
      }
    } finally {
      closeSync(home)
    }
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd)
    this.fd = undefined
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (cause) {
    const errno = cause instanceof Error && 'errno' in cause ? Math.abs(Number(cause.errno)) : 0
    throw new TransportError('open', errno, `${errnoName(errno)}: no network namespace at ${path}`, { cause })
  }
}

function enter(fd: number, path: string): void {
  if (libc().setns(fd, CLONE_NEWNET) === 0) return
  const errno = libc().errno()
  throw new KernelError({
    op: `enter network namespace ${path}`,
    ack: { errno },
    reason: errnoName(errno) === 'EPERM' ? 'permission' : undefined,
    hint: errnoName(errno) === 'EPERM' ? 'It needs CAP_SYS_ADMIN here and in the namespace' : undefined,
  })
}

// All that the process did from now on would happen in the wrong network.
function goBack(home: number): void {
  if (libc().setns(home, CLONE_NEWNET) === 0) return
  writeSync(2, `netsched: cannot return to the own network namespace: ${errnoName(libc().errno())}\n`)
  process.abort()
}
