// Requests whose answers are objects: one of them, or a listing.

import { KernelError } from '../socket/errors.ts'
import type { CallOptions, Explain, Request } from '../socket/request.ts'
import type { Ack } from '../wire/extack.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import type { Decoding } from './decode-context.ts'
import { noteWarning, type Session } from './session.ts'

/** A request about objects of one type. */
export interface ObjectRequest<T> {
  readonly op: string
  /** nlmsg_type of the request. */
  readonly type: number
  readonly flags: number
  readonly explain: Explain
  readonly write: (w: Writer) => void
  /** nlmsg_type of the messages that hold objects. */
  readonly reply: number
  /** Reads an object, or `undefined` where the message holds none that was asked for. */
  readonly read: (message: Message) => T | undefined
}

/** Sends a request that gives no object, and passes on its warning. */
export async function exchangeAck(session: Session, request: Request, call: CallOptions): Promise<Ack> {
  const ack = await session.sockets.exchange(request, call)
  noteWarning(session, request.op, ack)
  return ack
}

/** Sends a request and gives the object that came back, the last where there were several. */
export async function exchangeObject<T extends { warning?: string }>(
  session: Session,
  request: ObjectRequest<T>,
  decoding: Decoding,
  call: CallOptions,
): Promise<T | undefined> {
  let object: T | undefined
  const found = (candidate: T) => {
    object = candidate
  }
  const ack = await exchangeAck(session, toRequest(request, found), call)
  if (decoding.incomplete) await decoding.complete(call)
  if (object !== undefined && ack.message !== undefined) object.warning = ack.message
  return object
}

/** All objects of a listing. */
export async function listObjects<T>(
  session: Session,
  request: ObjectRequest<T>,
  decoding: Decoding,
  call: CallOptions,
): Promise<T[]> {
  const objects = await session.sockets.list<T>(request.op, (found) => toRequest(request, found), call)
  if (decoding.incomplete) await decoding.complete(call)
  return objects
}

/** The objects of a listing as they come. */
export async function* streamObjects<T>(
  session: Session,
  request: ObjectRequest<T>,
  decoding: Decoding,
  call: CallOptions,
): AsyncGenerator<T, void, undefined> {
  for await (const batch of session.sockets.stream<T>(
    request.op,
    (found) => toRequest(request, found),
    call,
  )) {
    if (decoding.incomplete) await decoding.complete(call)
    yield* batch
  }
}

function toRequest<T>(request: ObjectRequest<T>, found: (object: T) => void): Request {
  const { op, type, flags, explain, write, reply, read } = request
  return {
    op,
    type,
    flags,
    explain,
    write,
    onReply: (message: Message) => {
      if (message.type !== reply) return
      const object = read(message)
      if (object !== undefined) found(object)
    },
  }
}

/** Runs a deletion; with `ifExists`, what says that nothing is there gives `false`. */
export async function deleteObject(
  work: () => Promise<unknown>,
  ifExists: boolean | undefined,
  isAbsent: (error: KernelError) => boolean,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (ifExists && error instanceof KernelError && isAbsent(error)) return false
    throw error
  }
}
