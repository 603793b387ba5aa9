// All sockets of one client: one for requests, and as many for dumps as run at a time.

import { setImmediate } from 'node:timers/promises'
import type { Ack } from '../wire/extack.ts'
import { Connection } from './connection.ts'
import { DumpSocket } from './dump-socket.ts'
import { ClosedError, DumpInterruptedError, TimeoutError, TransportError } from './errors.ts'
import type { CallOptions, Request } from './request.ts'
import type { TransportFactory } from './transport.ts'

/** Idle dump sockets that are kept for the next dump. */
const KEPT_IDLE = 2
/** How long a dump may hold the event loop, in ms. */
const HOLD = 4
const WAIT_SLICE = 1000
/** How often an interrupted listing is tried before that is told. */
const TRIES = 4

/** A dump request whose answers become objects of type T. */
export type Listing<T> = (found: (item: T) => void) => Request

/** The sockets of a client. */
export class Sockets {
  /** Indexes under which devices were found last, by name: a guess that {@link nameOf} proves or refutes. */
  readonly lastIndexes = new Map<string, number>()
  private readonly open: TransportFactory
  private readonly requests: Connection
  private readonly idle: DumpSocket[] = []
  private readonly inUse = new Set<DumpSocket>()
  private closed = false

  constructor(open: TransportFactory) {
    this.open = open
    this.requests = new Connection(open())
  }

  /** Sends one request; see {@link Connection.exchange}. */
  exchange(request: Request, call: CallOptions): Promise<Ack> {
    return this.requests.exchange(request, call)
  }

  /** The name of a device, where it can be had without a message; see {@link Transport.nameOf}. */
  nameOf(ifindex: number): string | undefined {
    return this.requests.nameOf(ifindex)
  }

  /**
   * All objects of a listing. Where they change meanwhile, it is tried again.
   * @throws DumpInterruptedError where that happens each time
   */
  async list<T>(op: string, listing: Listing<T>, call: CallOptions): Promise<T[]> {
    for (let tries = 1; ; tries++) {
      const items: T[] = []
      const request = listing((item) => items.push(item))
      const interrupted = await this.useSocket(request, call, (socket) => readAll(socket, request, call))
      if (!interrupted) return items
      if (tries === TRIES) throw new DumpInterruptedError(op, items)
    }
  }

  /**
   * The objects of a listing as they come, a message at a time; the kernel holds what was not asked
   * for yet.
   * @throws DumpInterruptedError at the end, where they changed meanwhile
   */
  async *stream<T>(op: string, listing: Listing<T>, call: CallOptions): AsyncGenerator<T[], void, undefined> {
    let items: T[] = []
    const request = listing((item) => items.push(item))
    const socket = this.takeSocket(request)
    let finished = false
    try {
      await socket.start(request)
      while (!finished) {
        finished = socket.take(await nextDatagram(socket, request, call, Date.now()), request)
        const batch = items
        items = []
        if (batch.length > 0) yield batch
      }
      if (socket.interrupted) throw new DumpInterruptedError(op, [])
    } catch (error) {
      throw this.reasonOf(error, request)
    } finally {
      this.giveBack(socket, finished)
    }
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.requests.close()
    for (const socket of [...this.idle, ...this.inUse]) socket.transport.close()
    this.idle.length = 0
  }

  private async useSocket<R>(
    request: Request,
    call: CallOptions,
    work: (socket: DumpSocket) => Promise<R>,
  ): Promise<R> {
    call.signal?.throwIfAborted()
    const socket = this.takeSocket(request)
    let finished = false
    try {
      await socket.start(request)
      const result = await work(socket)
      finished = true
      return result
    } catch (error) {
      throw this.reasonOf(error, request)
    } finally {
      this.giveBack(socket, finished)
    }
  }

  // A call that fails on a socket which was closed under it failed for that reason.
  private reasonOf(error: unknown, request: Request): unknown {
    return this.closed && error instanceof TransportError ? new ClosedError(request.op) : error
  }

  private takeSocket(request: Request): DumpSocket {
    if (this.closed) throw new ClosedError(request.op)
    const socket = this.idle.pop() ?? new DumpSocket(this.open())
    this.inUse.add(socket)
    return socket
  }

  // A dump that was left in the middle would go on into the next one: its socket is closed.
  private giveBack(socket: DumpSocket, finished: boolean): void {
    this.inUse.delete(socket)
    if (finished && !this.closed && this.idle.length < KEPT_IDLE) this.idle.push(socket)
    else socket.transport.close()
  }
}

async function readAll(socket: DumpSocket, request: Request, call: CallOptions): Promise<boolean> {
  const started = Date.now()
  let held = performance.now()
  for (;;) {
    const received = socket.transport.receive(socket.buffer)
    let length = typeof received === 'number' ? received : await received
    if (length < 0) length = await nextDatagram(socket, request, call, started)
    if (socket.take(length, request)) return socket.interrupted
    if (performance.now() - held < HOLD) continue
    await setImmediate()
    checkCall(request, call, started)
    held = performance.now()
  }
}

/** Waits for a datagram and tells its length. */
async function nextDatagram(
  socket: DumpSocket,
  request: Request,
  call: CallOptions,
  started: number,
): Promise<number> {
  for (;;) {
    checkCall(request, call, started)
    const length = await socket.transport.receive(socket.buffer)
    if (length >= 0) return length
    const left = call.timeout === undefined ? WAIT_SLICE : started + call.timeout - Date.now()
    await aborted(call.signal, socket.transport.readable(Math.min(WAIT_SLICE, Math.max(1, left))))
  }
}

function checkCall(request: Request, call: CallOptions, started: number): void {
  call.signal?.throwIfAborted()
  if (call.timeout === undefined || Date.now() - started < call.timeout) return
  throw new TimeoutError(request.op, call.timeout)
}

/** Waits for `work`, or until the signal is aborted. */
async function aborted(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  if (signal === undefined) return work
  let stop = () => {}
  const ended = new Promise<void>((resolve) => {
    stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
