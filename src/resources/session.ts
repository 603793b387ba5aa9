// What all resources of a client share: sockets, kinds, the clock, and where warnings go.

import type { Kinds } from '../kinds/registry.ts'
import type { CallOptions } from '../socket/request.ts'
import type { Sockets } from '../socket/sockets.ts'
import type { Clock } from '../units/psched.ts'
import type { Ack } from '../wire/extack.ts'

/** A request that was carried out, and of which the kernel says something all the same. */
export interface Warning {
  /** What was asked, such as `qdisc add`. */
  op: string
  /** The kernel's sentence. */
  message: string
}

/** The shared parts of a client. */
export interface Session {
  readonly sockets: Sockets
  readonly kinds: Kinds
  readonly clock: Clock
  readonly onWarning: ((warning: Warning) => void) | undefined
}

/** Options of calls that give objects with counters. */
export interface ReadOptions<B extends boolean = boolean> extends CallOptions {
  /** Give 64-bit counters as exact bigints. @default false */
  bigint?: B | undefined
}

/** Options of calls that delete. */
export interface DeleteOptions extends CallOptions {
  /** Resolve to `false` where there is nothing to delete, instead of rejecting. @default false */
  ifExists?: boolean | undefined
}

/** Passes on what the kernel says of a request that it carried out. */
export function noteWarning(session: Session, op: string, ack: Ack): void {
  if (ack.message !== undefined) session.onWarning?.({ op, message: ack.message })
}

/** Type of a 64-bit counter, by the call's `bigint` option. */
export type Counter<B extends boolean> = B extends true ? bigint : number
