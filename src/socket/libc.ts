// The C library's system calls, by way of koffi. Loaded at the first use, so that where koffi
// cannot load, what does not need it still works.

import { createRequire } from 'node:module'
import type koffi from 'koffi'
import { TransportError } from './errors.ts'

type Koffi = typeof koffi
type Callback = (error: unknown, result: number) => void

/** A C function: called at once, or on the thread pool. */
interface Call<Arguments extends unknown[]> {
  (...args: Arguments): number
  async: (...args: [...Arguments, Callback]) => void
}

/** The functions of libc that netsched uses. All give -1 on failure and leave the reason to `errno()`. */
export interface Libc {
  socket: Call<[domain: number, type: number, protocol: number]>
  bind: Call<[fd: number, address: Uint8Array, length: number]>
  getsockname: Call<[fd: number, address: Uint8Array, length: Uint8Array]>
  setsockopt: Call<[fd: number, level: number, option: number, value: Uint8Array, length: number]>
  getsockopt: Call<[fd: number, level: number, option: number, value: Uint8Array, length: Uint8Array]>
  connect: Call<[fd: number, address: Uint8Array, length: number]>
  send: Call<[fd: number, bytes: Uint8Array, length: number, flags: number]>
  recv: Call<[fd: number, buffer: Uint8Array, length: number, flags: number]>
  poll: Call<[fds: Uint8Array, count: number, timeout: number]>
  ioctl: Call<[fd: number, request: number, argument: Uint8Array]>
  setns: Call<[fd: number, type: number]>
  syscall: Call<[number: number, a: number, b: Uint8Array, c: number]>
  close: Call<[fd: number]>
  /** Where memory of ours lies, for structs that hold pointers. It must be kept until they are used. */
  address: (memory: Uint8Array) => bigint
  /** Why the last call failed. */
  errno: () => number
}

let loaded: Libc | undefined

/**
 * The C library.
 * @throws TransportError where koffi has no build for this platform
 */
export function libc(): Libc {
  loaded ??= load()
  return loaded
}

function load(): Libc {
  const koffi = requireKoffi()
  const self = koffi.load(null)
  const declare = <A extends unknown[]>(prototype: string): Call<A> =>
    self.func(prototype) as unknown as Call<A>
  return {
    socket: declare('int socket(int, int, int)'),
    bind: declare('int bind(int, const uint8_t *, uint32_t)'),
    connect: declare('int connect(int, const uint8_t *, uint32_t)'),
    getsockname: declare('int getsockname(int, uint8_t *, uint8_t *)'),
    getsockopt: declare('int getsockopt(int, int, int, uint8_t *, uint8_t *)'),
    setsockopt: declare('int setsockopt(int, int, int, const uint8_t *, uint32_t)'),
    send: declare('intptr_t send(int, const uint8_t *, size_t, int)'),
    recv: declare('intptr_t recv(int, uint8_t *, size_t, int)'),
    poll: declare('int poll(uint8_t *, unsigned long, int)'),
    // Variadic in C; with one argument the calling conventions of Linux make no difference.
    ioctl: declare('int ioctl(int, unsigned long, uint8_t *)'),
    setns: declare('int setns(int, int)'),
    syscall: declare('long syscall(long, int, uint8_t *, unsigned int)'),
    close: declare('int close(int)'),
    address: (memory) => koffi.address(memory),
    errno: () => koffi.errno(),
  }
}

function requireKoffi(): Koffi {
  try {
    const module = createRequire(import.meta.url)('koffi') as Koffi | { default: Koffi }
    return 'default' in module ? module.default : module
  } catch (cause) {
    throw new TransportError('koffi', 0, 'its native part does not load on this platform', { cause })
  }
}
