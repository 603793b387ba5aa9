// What a request is made of, for those who write and read its bytes.

import { MalformedMessageError, OptionError } from '../wire/errors.ts'
import type { Ack } from '../wire/extack.ts'
import type { Message } from '../wire/message.ts'
import type { AttrNames, Select } from '../wire/names.ts'
import type { Writer } from '../wire/writer.ts'
import type { Reason } from './errors.ts'

/** Options of every call. */
export interface CallOptions {
  /** Ends the call early: it rejects with the signal's reason. What was sent stays sent. */
  signal?: AbortSignal | undefined
  /** Milliseconds after which the call rejects with a `TimeoutError`. None by default. */
  timeout?: number | undefined
}

/**
 * The same options with the time that is left as timeout, for a call that takes several requests:
 * its timeout is for all of them together.
 * @throws OptionError where the timeout is no time
 */
export function bounded<T extends CallOptions>(call: T): T {
  const { timeout } = call
  if (timeout === undefined) return call
  if (typeof timeout !== 'number' || !(timeout > 0)) {
    throw new OptionError({ path: 'timeout', expected: 'milliseconds above 0', received: timeout })
  }
  const end = performance.now() + timeout
  return {
    ...call,
    get timeout() {
      return Math.max(1, end - performance.now())
    },
  }
}

/** How to name what a request holds, and to explain its refusal. */
export interface Explain {
  /** Bytes of the family's header, before the attributes. */
  readonly headerSize: number
  readonly names: AttrNames
  /** What sub-messages hold. */
  readonly select?: Select | undefined
  /** What a refusal means, where errno and sentence leave that open. */
  readonly diagnose?: ((ack: Ack, op: string) => Diagnosis | undefined) | undefined
}

/** What a refusal means. */
export interface Diagnosis {
  reason?: Reason
  hint?: string
}

/** A request before it has a sequence number. */
export interface Request {
  /** What it does, such as `qdisc add`: for errors. */
  readonly op: string
  /** nlmsg_type. */
  readonly type: number
  /** nlmsg_flags beyond REQUEST and ACK. */
  readonly flags: number
  /** Writes the family's header and the attributes. */
  readonly write: (w: Writer) => void
  readonly explain: Explain
  /** Reads a message that belongs to the answer, at once: its bytes do not last. */
  readonly onReply?: ((message: Message) => void) | undefined
}

/**
 * Hands a message that belongs to the answer to its request.
 * @throws MalformedMessageError where it ends within the family's header
 */
export function deliver({ explain, onReply }: Request, message: Message): void {
  const { at, end } = message
  if (end - at < explain.headerSize) {
    throw new MalformedMessageError(`body of ${end - at} bytes where ${explain.headerSize} are needed`, at)
  }
  onReply?.(message)
}
