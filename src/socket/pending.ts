// A request that was sent and is not answered yet.

import { NetschedError } from '../wire/errors.ts'
import type { Ack } from '../wire/extack.ts'
import { TimeoutError } from './errors.ts'
import { kernelError } from './refusal.ts'
import type { CallOptions, Request } from './request.ts'

/** The outcome of a request, and those who wait for it. */
export class Pending {
  readonly request: Request
  readonly sequence: number
  /** The request's bytes, kept once its answer did not come at once: a refusal points into them. */
  bytes: Uint8Array | undefined
  private ack: Ack | undefined
  private error: unknown
  private wake: (() => void) | undefined

  constructor(request: Request, sequence: number) {
    this.request = request
    this.sequence = sequence
  }

  get settled(): boolean {
    return this.ack !== undefined || this.error !== undefined
  }

  /** Takes the kernel's answer to the request `bytes`. */
  settle(ack: Ack, bytes: Uint8Array): void {
    if (this.settled) return
    if (ack.errno === 0) this.ack = ack
    else this.error = kernelError(this.request, ack, this.bytes ?? bytes)
    this.wake?.()
  }

  reject(error: unknown): void {
    if (this.settled) return
    this.error = error
    this.wake?.()
  }

  /** The outcome, once settled. */
  result(): Promise<Ack> {
    if (this.ack !== undefined) return Promise.resolve(this.ack)
    return Promise.reject(this.error)
  }

  /** The outcome, whenever it comes; `timeout` and `signal` settle it too. */
  async wait(call: CallOptions): Promise<Ack> {
    if (!this.settled) await this.settledOrEnded(call)
    return this.result()
  }

  private settledOrEnded({ signal, timeout }: CallOptions): Promise<void> {
    return new Promise((resolve) => {
      const onAbort = () => this.reject(signal?.reason ?? new AbortedWithoutReason())
      const timer =
        timeout === undefined
          ? undefined
          : setTimeout(() => this.reject(new TimeoutError(this.request.op, timeout)), timeout)
      this.wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
}

// A signal may be aborted with `undefined` as its reason.
class AbortedWithoutReason extends NetschedError {
  readonly code = 'ABORTED'
}
