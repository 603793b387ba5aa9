// The fake's socket: what the kernel put into its queue is received from it, in order.

import { TransportError } from '../socket/errors.ts'
import type { Transport } from '../socket/transport.ts'

const EBADF = 9

/** What can be in the queue: a datagram, of which a part may be lost, or a failure of the call that receives. */
export type Queued = { bytes: Uint8Array; length: number } | { errno: number }

/** What the transport needs of the kernel behind it. */
export interface Behind {
  take(datagram: Uint8Array, from: FakeTransport): void
  forget(transport: FakeTransport): void
}

/** A socket of the fake kernel. */
export class FakeTransport implements Transport {
  readonly port: number
  readonly groups = new Set<number>()
  private readonly kernel: Behind
  private readonly asynchronous: boolean
  private readonly queue: Queued[] = []
  private readonly waiting = new Set<() => void>()
  private closed = false

  constructor(kernel: Behind, port: number, asynchronous: boolean) {
    this.kernel = kernel
    this.port = port
    this.asynchronous = asynchronous
  }

  /** Puts something into the queue; nothing once the socket is closed. */
  push(item: Queued): void {
    if (this.closed) return
    this.queue.push(item)
    this.wake()
  }

  send(datagram: Uint8Array): void | Promise<void> {
    if (!this.asynchronous) return this.sendNow(datagram)
    const copy = datagram.slice()
    return Promise.resolve().then(() => this.sendNow(copy))
  }

  receive(buffer: Uint8Array): number | Promise<number> {
    return this.asynchronous ? Promise.resolve().then(() => this.receiveNow(buffer)) : this.receiveNow(buffer)
  }

  readable(timeout: number): Promise<void> {
    if (this.queue.length > 0 || this.closed) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.waiting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, timeout)
      this.waiting.add(end)
    })
  }

  join(group: number): void {
    this.groups.add(group)
  }

  close(): void {
    this.closed = true
    this.queue.length = 0
    this.kernel.forget(this)
    this.wake()
  }

  private sendNow(datagram: Uint8Array): void {
    if (this.closed) throw new TransportError('send', EBADF)
    this.kernel.take(datagram, this)
  }

  private receiveNow(buffer: Uint8Array): number {
    if (this.closed) throw new TransportError('recv', EBADF)
    const item = this.queue.shift()
    if (item === undefined) return -1
    if ('errno' in item) throw new TransportError('recv', item.errno)
    buffer.set(item.bytes.length > buffer.length ? item.bytes.subarray(0, buffer.length) : item.bytes)
    return Math.max(item.length, item.bytes.length)
  }

  private wake(): void {
    for (const end of [...this.waiting]) end()
  }
}
