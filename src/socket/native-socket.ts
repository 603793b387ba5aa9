// A netlink socket as a bare descriptor: opening, waiting, closing. Shared by the transports
// that own their descriptor.

import { AF_NETLINK, NETLINK_ADD_MEMBERSHIP, NETLINK_ROUTE, SOL_NETLINK } from '../wire/constants.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import { TransportError } from './errors.ts'
import { libc } from './libc.ts'
import { int32, setSocketOptions } from './options.ts'

const SOCK_RAW = 3
const SOCK_CLOEXEC = 0o2000000
const SOCK_NONBLOCK = 0o4000
const POLLIN = 1
/** struct sockaddr_nl: family, pad, nl_pid at 4, nl_groups at 8. */
const SOCKADDR_SIZE = 12
const PID_OFFSET = 4
/** A wait is cut into slices, so that closing never waits for it for long. */
const SLICE = 100

/** An open descriptor, and what keeps it from being closed. */
export interface OpenedSocket {
  /** -1 once the socket is closed, so that no call reaches a file that was given the number since. */
  fd: number
  readonly port: number
  /** Calls on the thread pool that use the descriptor now. */
  busy: number
  /** The descriptor, as long as it has to stay open for them. */
  closing: number | undefined
}

/** Opens a non-blocking socket that takes messages from the kernel alone. */
export function openSocket(receiveQueue?: number): OpenedSocket {
  const fd = libc().socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE)
  if (fd < 0) fail('socket')
  try {
    setSocketOptions(fd, receiveQueue)
    return { fd, port: bindAndConnect(fd), busy: 0, closing: undefined }
  } catch (error) {
    libc().close(fd)
    throw error
  }
}

// Bound to port 0: the kernel picks a free one. Connected to port 0, the kernel: what other
// processes send to us is refused before it gets here.
function bindAndConnect(fd: number): number {
  const address = new Uint8Array(SOCKADDR_SIZE)
  const view = new DataView(address.buffer)
  view.setUint16(0, AF_NETLINK, LITTLE_ENDIAN)
  if (libc().bind(fd, address, SOCKADDR_SIZE) < 0) fail('bind')
  if (libc().connect(fd, address, SOCKADDR_SIZE) < 0) fail('connect')
  if (libc().getsockname(fd, address, int32(SOCKADDR_SIZE)) < 0) fail('getsockname')
  return view.getUint32(PID_OFFSET, LITTLE_ENDIAN)
}

/** Waits on the thread pool, for `timeout` milliseconds or a tenth of a second at most. */
export function pollReadable(socket: OpenedSocket, timeout: number): Promise<void> {
  if (socket.fd < 0) return Promise.resolve()
  const request = new Uint8Array(8)
  const view = new DataView(request.buffer)
  view.setInt32(0, socket.fd, LITTLE_ENDIAN)
  view.setInt16(4, POLLIN, LITTLE_ENDIAN)
  socket.busy++
  return new Promise((resolve, reject) => {
    libc().poll.async(request, 1, Math.ceil(Math.min(timeout, SLICE)), (error) => {
      release(socket)
      if (error) reject(new TransportError('poll', 0, 'the wait failed', { cause: error }))
      else resolve()
    })
  })
}

/** Joins a multicast group. */
export function joinGroup(fd: number, group: number): void {
  if (libc().setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, int32(group), 4) < 0) fail('setsockopt')
}

/** Ends a use of the descriptor by the thread pool. */
export function release(socket: OpenedSocket): void {
  socket.busy--
  if (socket.closing === undefined || socket.busy > 0) return
  libc().close(socket.closing)
  socket.closing = undefined
}

/** Closes the descriptor, as soon as the thread pool does not use it any more. */
export function closeSocket(socket: OpenedSocket): void {
  if (socket.fd < 0) return
  if (socket.busy === 0) libc().close(socket.fd)
  else socket.closing = socket.fd
  socket.fd = -1
}

function fail(call: string): never {
  throw new TransportError(call, libc().errno())
}
