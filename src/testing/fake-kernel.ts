// The fake kernel: hands each request to the handler of its type and puts the answers into the queue of the
// socket that asked.

import { encodeIfinfomsg, IFINFOMSG_SIZE, IFLA_IFNAME } from '../generated/link/common.ts'
import { RTM_GETLINK, RTM_NEWLINK } from '../generated/link/operations.ts'
import type { TransportFactory } from '../socket/transport.ts'
import { NLMSG_HDRLEN } from '../wire/constants.ts'
import { nextMessage, readMessage } from '../wire/message.ts'
import { Reader } from '../wire/reader.ts'
import type { Writer } from '../wire/writer.ts'
import { type Body, errnoNumber, joined, message } from './answers.ts'
import { FakeRequest } from './fake-request.ts'
import { FakeTransport, type Queued } from './fake-transport.ts'

/** How a fake kernel is. */
export interface FakeKernelOptions {
  /** Its devices: indexes by name. @default lo with index 1 */
  devices?: Readonly<Record<string, number>> | undefined
  /** Let calls of the socket give promises, as those on the thread pool do. @default false */
  asynchronous?: boolean | undefined
}

/**
 * Something that reaches a socket: a datagram of one or more messages; or the same later, `after` so many
 * milliseconds, or cut, of which the reader is told by `length` beyond its buffer; or a failure of the call that
 * receives, such as `{ errno: 'ENOBUFS' }` where the kernel had to drop messages.
 */
export type Delivery =
  | Uint8Array
  | { datagram: Uint8Array; after?: number; length?: number }
  | { errno: number | string; after?: number }

/**
 * Answers requests: with what reaches the socket, in order; with nothing, `[]`, so that the client waits; or with
 * `undefined`, for the answer that it would have got without the handler.
 */
export type Handler = (request: FakeRequest) => Delivery | readonly Delivery[] | undefined

const FIRST_PORT = 1000

/** A kernel that only pretends. See {@link "testing"}. */
export class FakeKernel {
  /** Devices by name. They may be changed at any time. */
  readonly devices: Map<string, number>
  /** Opens a socket: what `TrafficControl.open({ transport: kernel.open })` takes. */
  readonly open: TransportFactory
  private readonly handlers = new Map<number, Handler>()
  private readonly requests: FakeRequest[] = []
  private readonly sockets = new Set<FakeTransport>()
  private ports = FIRST_PORT

  constructor({ devices = { lo: 1 }, asynchronous = false }: FakeKernelOptions = {}) {
    this.devices = new Map(Object.entries(devices))
    this.open = () => {
      const socket = new FakeTransport(this, this.ports++, asynchronous)
      this.sockets.add(socket)
      return socket
    }
  }

  /** Lets `handler` answer requests of a type such as `RTM_NEWQDISC`, instead of the handler before. */
  on(type: number, handler: Handler): this {
    this.handlers.set(type, handler)
    return this
  }

  /** What was sent so far, in order; with `type` only requests of that type. */
  sent(type?: number): readonly FakeRequest[] {
    return type === undefined ? this.requests : this.requests.filter((request) => request.type === type)
  }

  /** How many sockets are open. */
  get openSockets(): number {
    return this.sockets.size
  }

  /** Puts something into the queues of all open sockets, whoever asked for it. */
  deliver(delivery: Delivery): void {
    for (const socket of this.sockets) queue(socket, delivery)
  }

  /** Sends messages, as one datagram, to the sockets that joined a multicast group. */
  notify(group: number, ...messages: { type: number; body: Body; flags?: number }[]): void {
    const nobody = { sequence: 0, port: 0 }
    const datagram = joined(
      messages.map(({ type, body, flags = 0 }) => message(type, body, nobody, { flags })),
    )
    for (const socket of this.sockets) if (socket.groups.has(group)) queue(socket, datagram)
  }

  /** @internal */
  take(datagram: Uint8Array, from: FakeTransport): void {
    const bytes = datagram.slice()
    const reader = new Reader(bytes)
    for (let at = 0; at < bytes.length; ) {
      const { at: body, end } = readMessage(reader, at, bytes.length)
      const request = new FakeRequest(bytes.slice(body - NLMSG_HDRLEN, end), from.port)
      at = nextMessage(readMessage(reader, at, bytes.length))
      this.requests.push(request)
      for (const delivery of this.answer(request)) queue(from, delivery)
    }
  }

  /** @internal */
  forget(socket: FakeTransport): void {
    this.sockets.delete(socket)
  }

  private answer(request: FakeRequest): readonly Delivery[] {
    const answer = this.handlers.get(request.type)?.(request) ?? this.answerByDefault(request)
    return isList(answer) ? answer : [answer]
  }

  private answerByDefault(request: FakeRequest): readonly Delivery[] {
    if (request.type === RTM_GETLINK) return this.answerLink(request)
    if (request.isDump) return request.dump(request.type - 2, [])
    if (request.verb === 'get') return [request.refuse('ENOENT')]
    if (request.verb === 'new' && request.wantsEcho) {
      return [request.reply(request.type, request.body), request.ack()]
    }
    return [request.ack()]
  }

  private answerLink(request: FakeRequest): readonly Delivery[] {
    if (request.isDump) {
      return request.dump(
        RTM_NEWLINK,
        [...this.devices].map(([name, index]) => linkBody(name, index)),
      )
    }
    const wanted = wantedLink(request)
    for (const [name, index] of this.devices) {
      if (name !== wanted.name && index !== wanted.index) continue
      return [request.reply(RTM_NEWLINK, linkBody(name, index)), request.ack()]
    }
    return [request.refuse('ENODEV')]
  }
}

function isList(answer: Delivery | readonly Delivery[]): answer is readonly Delivery[] {
  return Array.isArray(answer)
}

function queue(socket: FakeTransport, delivery: Delivery): void {
  const item = toQueued(delivery)
  const after = delivery instanceof Uint8Array ? undefined : delivery.after
  if (after === undefined) socket.push(item)
  else setTimeout(() => socket.push(item), after)
}

function toQueued(delivery: Delivery): Queued {
  if (delivery instanceof Uint8Array) return { bytes: delivery, length: delivery.length }
  if ('errno' in delivery) return { errno: errnoNumber(delivery.errno) }
  return { bytes: delivery.datagram, length: delivery.length ?? delivery.datagram.length }
}

function wantedLink({ reader, attributesAt, headerAt, bytes }: FakeRequest): {
  name?: string
  index?: number
} {
  const index = reader.s32(headerAt + 4, bytes.length)
  if (index !== 0) return { index }
  for (let at = attributesAt; at < bytes.length; ) {
    const stop = reader.attrEnd(at, bytes.length)
    if (reader.attrType(at) === IFLA_IFNAME) return { name: reader.string(at + 4, stop) }
    at = (stop + 3) & ~3
  }
  return {}
}

function linkBody(name: string, index: number): (w: Writer) => void {
  return (w) => {
    const at = w.reserve(IFINFOMSG_SIZE)
    encodeIfinfomsg(w, at, { family: 0, type: 1, index, flags: 1, change: 0 })
    w.string(IFLA_IFNAME, name)
  }
}
