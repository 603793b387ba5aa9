// The transport whose system calls run on Node's thread pool, for programs that must not stall
// while the kernel is busy. Node's own file calls do it, as they bring the errno back with them.

import { read, write } from 'node:fs'
import type { NativeOptions } from './direct-transport.ts'
import { TransportError } from './errors.ts'
import {
  closeSocket,
  joinGroup,
  type OpenedSocket,
  openSocket,
  pollReadable,
  release,
} from './native-socket.ts'
import type { Transport } from './transport.ts'

const EINTR = 4
const EAGAIN = 11

/** A netlink socket driven from the thread pool. */
export class PoolTransport implements Transport {
  readonly port: number
  private readonly socket: OpenedSocket

  constructor(options: NativeOptions = {}) {
    this.socket = openSocket(options.receiveQueue)
    this.port = this.socket.port
  }

  async send(datagram: Uint8Array): Promise<void> {
    const copy = datagram.slice()
    for (;;) {
      const { errno } = await this.offload((done) => write(this.socket.fd, copy, done))
      if (errno === 0) return
      if (errno !== EINTR) throw new TransportError('write', errno)
    }
  }

  async receive(buffer: Uint8Array): Promise<number> {
    for (;;) {
      const { errno, length } = await this.offload((done) =>
        read(this.socket.fd, buffer, 0, buffer.length, null, done),
      )
      // read(2) does not tell the true length of a datagram that was cut: one that fills the
      // whole buffer counts as cut.
      if (errno === 0) return length === buffer.length ? length + 1 : length
      if (errno === EAGAIN) return -1
      if (errno !== EINTR) throw new TransportError('read', errno)
    }
  }

  readable(timeout: number): Promise<void> {
    return pollReadable(this.socket, timeout)
  }

  join(group: number): void {
    joinGroup(this.socket.fd, group)
  }

  close(): void {
    closeSocket(this.socket)
  }

  private offload(start: (done: (error: NodeJS.ErrnoException | null, length: number) => void) => void) {
    return new Promise<{ errno: number; length: number }>((resolve, reject) => {
      if (this.socket.fd < 0) {
        reject(new TransportError('socket', 0, 'it is closed'))
        return
      }
      this.socket.busy++
      start((error, length) => {
        release(this.socket)
        resolve({ errno: error ? Math.abs(error.errno ?? EINTR) : 0, length })
      })
    })
  }
}
