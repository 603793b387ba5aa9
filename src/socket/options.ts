// The socket options that every netlink socket of ours has.

import {
  NETLINK_CAP_ACK,
  NETLINK_EXT_ACK,
  NETLINK_GET_STRICT_CHK,
  NETLINK_NO_ENOBUFS,
  SOL_NETLINK,
} from '../wire/constants.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import { TransportError } from './errors.ts'
import { libc } from './libc.ts'

const SOL_SOCKET = 1
const SO_RCVBUF = 8
const SO_RCVBUFFORCE = 33
const SO_MEMINFO = 55
/** Bytes of what SO_MEMINFO gives; the last of its words counts messages that found no room. */
const MEMINFO_SIZE = 36
const DROPS_OFFSET = 32
const ENOPROTOOPT = 92

/** An int as setsockopt takes it. */
export function int32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setInt32(0, value, LITTLE_ENDIAN)
  return bytes
}

/**
 * Turns on extended acknowledgements, short acknowledgements and strict checks, each where the
 * kernel knows it, and makes the receive queue `receiveQueue` bytes long where that is allowed.
 */
export function setSocketOptions(fd: number, receiveQueue?: number): void {
  for (const option of [NETLINK_EXT_ACK, NETLINK_CAP_ACK, NETLINK_GET_STRICT_CHK]) {
    if (libc().setsockopt(fd, SOL_NETLINK, option, int32(1), 4) === 0) continue
    const errno = libc().errno()
    if (errno !== ENOPROTOOPT) throw new TransportError('setsockopt', errno)
  }
  if (receiveQueue !== undefined) setReceiveQueue(fd, receiveQueue)
}

// Beyond net.core.rmem_max only CAP_NET_ADMIN may go; without it the kernel takes what it allows.
function setReceiveQueue(fd: number, bytes: number): void {
  if (libc().setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, int32(bytes), 4) === 0) return
  libc().setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(bytes), 4)
}

/** Lets the kernel only count what finds no room in the receive queue, see {@link droppedMessages}. */
export function countDrops(fd: number): void {
  if (libc().setsockopt(fd, SOL_NETLINK, NETLINK_NO_ENOBUFS, int32(1), 4) < 0)
    throw new TransportError('setsockopt', libc().errno())
}

/** How many messages found no room in the receive queue since the socket was opened. */
export function droppedMessages(fd: number): number {
  const bytes = new Uint8Array(MEMINFO_SIZE)
  if (libc().getsockopt(fd, SOL_SOCKET, SO_MEMINFO, bytes, int32(MEMINFO_SIZE)) < 0) return 0
  return new DataView(bytes.buffer).getUint32(DROPS_OFFSET, LITTLE_ENDIAN)
}
