// The fast transport: system calls made directly, through koffi. The kernel answers rtnetlink
// requests within the call that sends them, so as a rule there is nothing to wait for.

import { deviceName } from './device-name.ts'
import { TransportError } from './errors.ts'
import { type Libc, libc } from './libc.ts'
import { closeSocket, joinGroup, type OpenedSocket, openSocket, pollReadable } from './native-socket.ts'
import type { Transport } from './transport.ts'

const MSG_DONTWAIT = 0x40
const MSG_TRUNC = 0x20
const MSG_NOSIGNAL = 0x4000
const EINTR = 4
const EAGAIN = 11

/** How a socket of our own is opened. */
export interface NativeOptions {
  /** Bytes of the kernel's receive queue (SO_RCVBUF). */
  receiveQueue?: number
}

/** A netlink socket driven by direct system calls. */
export class DirectTransport implements Transport {
  readonly port: number
  private readonly lib: Libc = libc()
  private readonly socket: OpenedSocket

  constructor(options: NativeOptions = {}) {
    this.socket = openSocket(options.receiveQueue)
    this.port = this.socket.port
  }

  send(datagram: Uint8Array): void {
    for (;;) {
      if (this.lib.send(this.socket.fd, datagram, datagram.length, MSG_NOSIGNAL) >= 0) return
      const errno = this.lib.errno()
      if (errno !== EINTR) throw new TransportError('send', errno)
    }
  }

  receive(buffer: Uint8Array): number {
    for (;;) {
      const length = this.lib.recv(this.socket.fd, buffer, buffer.length, MSG_DONTWAIT | MSG_TRUNC)
      if (length >= 0) return length
      const errno = this.lib.errno()
      if (errno === EAGAIN) return -1
      if (errno !== EINTR) throw new TransportError('recv', errno)
    }
  }

  readable(timeout: number): Promise<void> {
    return pollReadable(this.socket, timeout)
  }

  nameOf(ifindex: number): string | undefined {
    return deviceName(this.socket.fd, ifindex)
  }

  join(group: number): void {
    joinGroup(this.socket.fd, group)
  }

  close(): void {
    closeSocket(this.socket)
  }
}
