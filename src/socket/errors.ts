// What can go wrong between us and the kernel.

import { constants } from 'node:os'
import { NetschedError } from '../wire/errors.ts'
import type { Ack } from '../wire/extack.ts'
import type { Policy } from '../wire/policy.ts'

const ERRNO_NAMES = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]))
// Two numbers that libuv's list lacks, and one that has two names there.
ERRNO_NAMES.set(constants.errno.EAGAIN, 'EAGAIN')
ERRNO_NAMES.set(95, 'EOPNOTSUPP')
ERRNO_NAMES.set(524, 'ENOTSUPP')

/** The errno's name, such as `ENOENT`. */
export function errnoName(errno: number): string {
  return ERRNO_NAMES.get(errno) ?? `E${errno}`
}

/**
 * What a refusal means, where the errno alone does not say it. `undefined` where nothing more is
 * known than errno and sentence.
 */
export type Reason =
  | 'permission'
  | 'kind-unknown'
  | 'not-found'
  | 'exists'
  | 'in-use'
  | 'no-device'
  | 'not-supported'

/** What a {@link KernelError} is made of. */
export interface Refusal {
  /** What was asked, such as `qdisc add`. */
  op: string
  ack: Ack
  /** Path of the attribute at fault. */
  attrPath?: string | undefined
  /** Path of the attribute that was missing. */
  missing?: string | undefined
  reason?: Reason | undefined
  hint?: string | undefined
}

/** The kernel refused a request. Nothing of it was carried out. */
export class KernelError extends NetschedError {
  /** The errno's name, such as `ENOENT`. */
  readonly code: string
  /** The errno, positive. */
  readonly errno: number
  /** What was asked, such as `qdisc add`. */
  readonly op: string
  /** The kernel's own sentence, where it gave one. */
  readonly extack: string | undefined
  /** UAPI path of the attribute at fault, such as `TCA_OPTIONS.TCA_HTB_PARMS`. */
  readonly attrPath: string | undefined
  /** UAPI path of an attribute that the kernel misses. */
  readonly missing: string | undefined
  /** What the kernel's policy asks of the attribute at fault. */
  readonly policy: Policy | undefined
  /** What the refusal means, where the errno alone would mislead. */
  readonly reason: Reason | undefined
  /** What may help. */
  readonly hint: string | undefined

  constructor(refusal: Refusal) {
    super(sentence(refusal))
    this.code = errnoName(refusal.ack.errno)
    this.errno = refusal.ack.errno
    this.op = refusal.op
    this.extack = refusal.ack.message
    this.attrPath = refusal.attrPath
    this.missing = refusal.missing
    this.policy = refusal.ack.policy
    this.reason = refusal.reason
    this.hint = refusal.hint
  }
}

function sentence({ op, ack, attrPath, missing, hint }: Refusal): string {
  let text = `${op}: ${errnoName(ack.errno)}`
  if (ack.message) text += `: ${ack.message}`
  if (attrPath !== undefined) text += ` (${attrPath})`
  if (missing !== undefined) text += ` (missing: ${missing})`
  if (hint !== undefined) text += `. ${hint}`
  return text
}

/** A system call on the socket failed. `code` is the errno's name. */
export class TransportError extends NetschedError {
  readonly code: string
  /** The errno, positive; 0 where the fault is none of the system's. */
  readonly errno: number
  /** The call that failed, such as `sendto`. */
  readonly syscall: string

  constructor(syscall: string, errno: number, what?: string, options?: ErrorOptions) {
    super(`${syscall}: ${what ?? errnoName(errno)}`, options)
    this.code = errno === 0 ? 'TRANSPORT' : errnoName(errno)
    this.errno = errno
    this.syscall = syscall
  }
}

/** No answer came in the time that was given. Whether the kernel acted is not known. */
export class TimeoutError extends NetschedError {
  readonly code = 'TIMEOUT'
  /** What was asked. */
  readonly op: string

  constructor(op: string, timeout: number) {
    super(`${op}: no answer within ${timeout} ms`)
    this.op = op
  }
}

/** The client was closed before the answer came, or before the call was made. */
export class ClosedError extends NetschedError {
  readonly code = 'CLOSED'

  constructor(op: string) {
    super(`${op}: the client is closed`)
  }
}

/**
 * What was listed changed while it was read, each time it was tried: entries may be missing or
 * doubled.
 */
export class DumpInterruptedError extends NetschedError {
  readonly code = 'DUMP_INTERRUPTED'
  /** What the last try gave. */
  readonly partial: readonly unknown[]

  constructor(op: string, partial: readonly unknown[]) {
    super(`${op}: the objects changed while they were listed; try again`)
    this.partial = partial
  }
}
