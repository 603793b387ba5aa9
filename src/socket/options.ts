// The socket options that every netlink socket of ours has.

import { NETLINK_CAP_ACK, NETLINK_EXT_ACK, NETLINK_GET_STRICT_CHK, SOL_NETLINK } from '../wire/constants.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import { TransportError } from './errors.ts'
import { libc } from './libc.ts'

const SOL_SOCKET = 1
const SO_RCVBUF = 8
const SO_RCVBUFFORCE = 33
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
