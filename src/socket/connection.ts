// A socket and the requests under way on it. As the kernel answers within the system call that
// sends, a request is as a rule settled before `exchange` returns its promise; only where the
// answer is not there yet does it wait.

import { NLM_F_ACK, NLMSG_ERROR, NLMSG_MIN_TYPE, NLMSG_OVERRUN } from '../wire/constants.ts'
import { type Ack, readAck } from '../wire/extack.ts'
import { type Message, nextMessage, readMessage } from '../wire/message.ts'
import { Reader } from '../wire/reader.ts'
import { Writer } from '../wire/writer.ts'
import { ClosedError, TransportError } from './errors.ts'
import { Pending } from './pending.ts'
import { type CallOptions, deliver, type Request } from './request.ts'
import type { Transport } from './transport.ts'
import { writeRequest } from './write-request.ts'

/** Room for the largest single message that rtnetlink makes; dumps fill 32 KiB at most. */
export const RECEIVE_BUFFER: number = 128 * 1024
/** How long one wait lasts before what is under way is looked at again, in ms. */
const WAIT_SLICE = 1000
/**
 * Requests under way at a time, where their answers are not read at once: the answers of more than about a
 * hundred would not fit into the receive queue.
 */
const MOST_UNDER_WAY = 32
const NOTHING = new Uint8Array()
const LARGEST_SEQUENCE = 0xffff_ffff

/** Requests over one socket, answered in any order. */
export class Connection {
  private readonly transport: Transport
  private readonly writer = new Writer()
  private readonly buffer = new Uint8Array(RECEIVE_BUFFER)
  private readonly reader = new Reader(this.buffer)
  private readonly pending = new Map<number, Pending>()
  private sequence = 0
  /** Requests that wait until they may be sent. */
  private readonly turns: Pending[] = []
  /** Turns that were given, and whose requests are not sent yet. */
  private granted = 0
  /** Set where the transport sends elsewhere, so that answers are not there when `send` returns. */
  private asynchronous = false
  private pumping = false
  private closed = false

  constructor(transport: Transport) {
    this.transport = transport
  }

  /**
   * Sends a request and gives its acknowledgement, which may hold a warning.
   * @throws OptionError where a value does not fit; nothing is sent
   * @throws KernelError where the kernel refuses
   */
  exchange(request: Request, call: CallOptions): Promise<Ack> {
    const isFull = this.pending.size + this.granted >= MOST_UNDER_WAY
    return this.asynchronous && isFull && !this.closed ? this.later(request, call) : this.start(request, call)
  }

  private start(request: Request, call: CallOptions): Promise<Ack> {
    if (this.closed) return Promise.reject(new ClosedError(request.op))
    if (call.signal?.aborted) return Promise.reject(call.signal.reason)
    let pending: Pending | undefined
    let sending: void | Promise<void>
    try {
      pending = this.write(request)
      sending = this.transport.send(this.writer.written())
    } catch (error) {
      if (pending !== undefined) this.forget(pending.sequence)
      return Promise.reject(error)
    }
    if (sending !== undefined) {
      this.asynchronous = true
      return this.finish(pending, call, sending)
    }
    this.drain()
    return pending.settled ? pending.result() : this.finish(pending, call)
  }

  /** See {@link Transport.nameOf}. */
  nameOf(ifindex: number): string | undefined {
    return this.transport.nameOf?.(ifindex)
  }

  /** Ends everything under way with a {@link ClosedError}. */
  close(): void {
    if (this.closed) return
    this.closed = true
    this.transport.close()
    const ended = [...this.pending.values(), ...this.turns.splice(0)]
    this.pending.clear()
    for (const pending of ended) pending.reject(new ClosedError(pending.request.op))
  }

  /** Sends a request when others have been answered. */
  private async later(request: Request, call: CallOptions): Promise<Ack> {
    if (call.signal?.aborted) throw call.signal.reason
    const turn = new Pending(request, 0)
    this.turns.push(turn)
    await turn.wait(call)
    this.granted--
    const answer = this.start(request, call)
    // Where it was not sent after all, the turn is another's.
    this.grantTurns()
    return answer
  }

  private grantTurns(): void {
    while (this.pending.size + this.granted < MOST_UNDER_WAY) {
      const turn = this.turns.shift()
      if (turn === undefined) return
      // It may have been given up meanwhile.
      if (turn.settled) continue
      this.granted++
      turn.settle({ errno: 0 }, NOTHING)
    }
  }

  private forget(sequence: number): void {
    if (this.pending.delete(sequence)) this.grantTurns()
  }

  private write(request: Request): Pending {
    const sequence = this.nextSequence()
    this.writer.rewind()
    writeRequest(this.writer, request, NLM_F_ACK, sequence, this.transport.port)
    const pending = new Pending(request, sequence)
    this.pending.set(sequence, pending)
    return pending
  }

  // Sequence 0 marks notifications.
  private nextSequence(): number {
    do {
      this.sequence = this.sequence === LARGEST_SEQUENCE ? 1 : this.sequence + 1
    } while (this.pending.has(this.sequence))
    return this.sequence
  }

  /** Waits for an answer that did not come with the call that sent the request. */
  private async finish(pending: Pending, call: CallOptions, sending?: Promise<void>): Promise<Ack> {
    pending.bytes = this.writer.written().slice()
    sending?.catch((error: unknown) => {
      this.forget(pending.sequence)
      pending.reject(error)
    })
    void this.pump()
    try {
      return await pending.wait(call)
    } finally {
      this.forget(pending.sequence)
    }
  }

  /** Reads what is there now. Transports that read elsewhere are read by the pump alone. */
  private drain(): void {
    try {
      while (this.pending.size > 0) {
        const length = this.transport.receive(this.buffer)
        if (typeof length !== 'number' || length < 0) return
        this.take(length)
      }
    } catch (error) {
      this.fail(error)
    }
  }

  /** Reads as long as something is under way. */
  private async pump(): Promise<void> {
    if (this.pumping) return
    this.pumping = true
    try {
      while (this.pending.size > 0 && !this.closed) {
        const length = await this.transport.receive(this.buffer)
        if (length >= 0) this.take(length)
        else await this.transport.readable(WAIT_SLICE)
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.pumping = false
    }
    if (this.pending.size > 0 && !this.closed) void this.pump()
  }

  private take(length: number): void {
    if (length > this.buffer.length)
      throw new TransportError('receive', 0, `a message of ${length} bytes was cut`)
    let at = 0
    while (at < length) {
      const message = readMessage(this.reader, at, length)
      at = nextMessage(message)
      this.dispatch(message)
    }
  }

  private dispatch(message: Message): void {
    if (message.type === NLMSG_OVERRUN) throw new TransportError('receive', 0, 'the kernel dropped answers')
    const pending = message.port === this.transport.port ? this.pending.get(message.sequence) : undefined
    // The late answer to a request that was given up, or none of ours.
    if (pending === undefined) return
    try {
      if (message.type >= NLMSG_MIN_TYPE) {
        deliver(pending.request, message)
        return
      }
      if (message.type !== NLMSG_ERROR) return
      pending.settle(readAck(message), this.writer.written())
    } catch (error) {
      pending.reject(error)
    }
    this.forget(message.sequence)
  }

  /** Answers may be lost: nobody can tell any more whose. */
  private fail(error: unknown): void {
    const lost = [...this.pending.values()]
    this.pending.clear()
    for (const pending of lost) pending.reject(error)
    this.grantTurns()
  }
}
