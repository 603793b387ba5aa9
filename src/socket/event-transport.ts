// The transport on the raw socket of the npm package `netlink`: it reports messages as events.
// Multicast uses it, and requests where koffi has no build.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type MessageInfo, RawNetlinkSocket } from 'netlink'
import { NETLINK_ROUTE } from '../wire/constants.ts'
import { TransportError } from './errors.ts'
import { countDrops, droppedMessages, setSocketOptions } from './options.ts'
import type { Transport } from './transport.ts'

/** How an {@link EventTransport} is opened. */
export interface EventOptions {
  /** Bytes of the kernel's receive queue (SO_RCVBUF). */
  receiveQueue?: number
}

const EBADF = 9
const ENOBUFS = 105
const INODE_COLUMN = 9
const PORT_COLUMN = 2

/** A netlink socket that is read as messages come in. */
export class EventTransport implements Transport {
  readonly port: number
  private readonly socket: RawNetlinkSocket
  private readonly waiting: Uint8Array[] = []
  /** Ends the sends under way, for which the add-on calls nobody once it is closed. */
  private readonly sending = new Set<(error: TransportError) => void>()
  /** The descriptor, where koffi lets us use it. */
  private readonly fd: number | undefined
  private drops = 0
  private failure: TransportError | undefined
  private wake: (() => void) | undefined
  private closed = false

  constructor(options: EventOptions = {}) {
    this.socket = openRaw()
    this.port = this.socket.address().port >>> 0
    this.socket.unref()
    this.socket.on('message', (bytes: Buffer, from: MessageInfo) => this.take(bytes, from))
    this.socket.on('truncatedMessage', () =>
      this.fault(new TransportError('recvmsg', 0, 'a message was cut')),
    )
    this.socket.on('error', (error) => this.fault(asTransportError(error)))
    this.fd = setOptionsByPort(this.port, options.receiveQueue)
  }

  send(datagram: Uint8Array): Promise<void> {
    if (this.closed) return Promise.reject(new TransportError('send', EBADF))
    // The add-on keeps the memory until the socket takes it.
    const copy = datagram.slice()
    return new Promise((resolve, reject) => {
      this.sending.add(reject)
      this.socket.send(copy, {}, (error) => {
        this.sending.delete(reject)
        if (error) reject(asTransportError(error))
        else resolve()
      })
    })
  }

  receive(buffer: Uint8Array): number {
    const message = this.waiting.shift()
    if (message !== undefined) {
      buffer.set(message.length > buffer.length ? message.subarray(0, buffer.length) : message)
      return message.length
    }
    const failure = this.failure
    this.failure = undefined
    if (failure !== undefined) throw failure
    if (this.hasLost()) throw new TransportError('recvmsg', ENOBUFS)
    return -1
  }

  async readable(timeout: number): Promise<void> {
    if (this.waiting.length > 0 || this.failure !== undefined || this.closed) return
    this.socket.ref()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeout)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.wake = undefined
    if (!this.closed) this.socket.unref()
  }

  join(group: number): void {
    this.socket.addMembership(group)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    for (const reject of this.sending) reject(new TransportError('send', EBADF))
    this.sending.clear()
    this.wake?.()
    // The add-on must not be closed from within one of its own callbacks.
    setImmediate(() => this.socket.close())
  }

  /** Whether the kernel had to drop messages since this was asked last. */
  private hasLost(): boolean {
    if (this.fd === undefined || this.closed) return false
    const before = this.drops
    this.drops = droppedMessages(this.fd)
    return this.drops !== before
  }

  private take(bytes: Buffer, from: MessageInfo): void {
    // Anyone may send to a port; only the kernel has port 0.
    if (from.port !== 0 || this.closed) return
    this.waiting.push(bytes)
    this.wake?.()
  }

  private fault(error: TransportError): void {
    this.failure = error
    this.wake?.()
  }
}

function openRaw(): RawNetlinkSocket {
  try {
    return new RawNetlinkSocket(NETLINK_ROUTE)
  } catch (error) {
    throw asTransportError(error)
  }
}

function asTransportError(error: unknown): TransportError {
  const { syscall, errno } = error as Partial<NodeJS.ErrnoException>
  return new TransportError(syscall ?? 'netlink', Math.abs(errno ?? 0), undefined, { cause: error })
}

/**
 * Sets the socket options of ours on a socket of which only the port is known: the kernel's list
 * of netlink sockets has the inode, and the process's descriptors name theirs.
 */
function setOptionsByPort(port: number, receiveQueue: number | undefined): number | undefined {
  const fd = descriptorOf(port)
  if (fd === undefined) return undefined
  try {
    setSocketOptions(fd, receiveQueue)
    // Told of a failure to receive, the add-on ends the whole process.
    countDrops(fd)
    return fd
  } catch (error) {
    // Without koffi there are no extended acknowledgements, but all else works.
    if (!(error instanceof TransportError && error.syscall === 'koffi')) throw error
    return undefined
  }
}

function descriptorOf(port: number): number | undefined {
  const inode = inodeOf(port)
  if (inode === undefined) return undefined
  const link = `socket:[${inode}]`
  for (const name of readdirSync('/proc/self/fd')) {
    try {
      if (readlinkSync(`/proc/self/fd/${name}`) === link) return Number(name)
    } catch {
      // A descriptor that was closed meanwhile.
    }
  }
  return undefined
}

function inodeOf(port: number): string | undefined {
  for (const line of readFileSync('/proc/thread-self/net/netlink', 'utf8').split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/)
    if (columns[1] === String(NETLINK_ROUTE) && columns[PORT_COLUMN] === String(port))
      return columns[INODE_COLUMN]
  }
  return undefined
}
