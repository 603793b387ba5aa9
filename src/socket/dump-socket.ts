// Dumps: listings that the kernel sends piece by piece, each made when the one before was read.
// A socket carries one dump at a time, so dumps have sockets of their own.

import {
  NLM_F_DUMP,
  NLM_F_DUMP_INTR,
  NLMSG_DONE,
  NLMSG_ERROR,
  NLMSG_MIN_TYPE,
  NLMSG_OVERRUN,
} from '../wire/constants.ts'
import { readAck } from '../wire/extack.ts'
import { type Message, nextMessage, readMessage } from '../wire/message.ts'
import { Reader } from '../wire/reader.ts'
import { Writer } from '../wire/writer.ts'
import { RECEIVE_BUFFER } from './connection.ts'
import { TransportError } from './errors.ts'
import { kernelError } from './refusal.ts'
import { deliver, type Request } from './request.ts'
import type { Transport } from './transport.ts'
import { writeRequest } from './write-request.ts'

/** A socket for dumps, one after the other. */
export class DumpSocket {
  readonly transport: Transport
  readonly buffer = new Uint8Array(RECEIVE_BUFFER)
  /** Set once the objects changed while they were dumped. */
  interrupted = false
  private readonly reader = new Reader(this.buffer)
  private readonly writer = new Writer(1024)
  private sequence = 0

  constructor(transport: Transport) {
    this.transport = transport
  }

  /** Asks for a dump. */
  start(request: Request): void | Promise<void> {
    this.sequence = (this.sequence + 1) >>> 0
    this.interrupted = false
    this.writer.rewind()
    writeRequest(this.writer, request, NLM_F_DUMP, this.sequence, this.transport.port)
    return this.transport.send(this.writer.written())
  }

  /**
   * Reads the messages of a datagram of `length` bytes in the buffer; `true` at the dump's end.
   * @throws KernelError where the kernel refused, or broke off
   */
  take(length: number, request: Request): boolean {
    if (length > this.buffer.length)
      throw new TransportError('receive', 0, `a message of ${length} bytes was cut`)
    let at = 0
    let done = false
    while (at < length) {
      const message = readMessage(this.reader, at, length)
      at = nextMessage(message)
      if (this.isOurs(message)) done = this.read(message, request) || done
    }
    return done
  }

  private isOurs(message: Message): boolean {
    return message.sequence === this.sequence && message.port === this.transport.port
  }

  private read(message: Message, request: Request): boolean {
    if (message.flags & NLM_F_DUMP_INTR && message.type !== NLMSG_ERROR) this.interrupted = true
    if (message.type >= NLMSG_MIN_TYPE) {
      deliver(request, message)
      return false
    }
    if (message.type === NLMSG_OVERRUN) throw new TransportError('receive', 0, 'the kernel dropped answers')
    if (message.type !== NLMSG_DONE && message.type !== NLMSG_ERROR) return false
    const ack = readAck(message)
    if (ack.errno !== 0) throw kernelError(request, ack, this.writer.written())
    return true
  }
}
