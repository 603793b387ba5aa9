// What encoding and decoding of a kind may ask of the outside: the clock, names of devices,
// descriptors of other kinds. Kinds are pure otherwise.

import type { Clock } from '../units/psched.ts'
import type { ActionKind, FilterKind, QdiscKind } from './descriptor.ts'

/** Finds the descriptor of a kind; `undefined` where nobody registered it. */
export interface KindLookup {
  qdisc(kind: string): QdiscKind | undefined
  filter(kind: string): FilterKind | undefined
  action(kind: string): ActionKind | undefined
}

/** What encoders get besides the options. */
export interface EncodeContext {
  /** The clock of psched, for values in ticks. */
  readonly clock: Clock
  readonly kinds: KindLookup
  /** Where the options stand in the call's argument, such as `options.actions[0].options`. */
  readonly path: string
  /** The index of a device that the options name, found before. */
  ifindex(name: string, path: string): number
  /** Opens a pinned BPF object; the descriptor is closed once the request is answered. */
  openPinned(pinned: string, path: string): number
}

/** An object that has a device's name. */
export interface Named {
  dev?: string | undefined
}

/** What decoders get besides the bytes. */
export interface DecodeContext {
  readonly clock: Clock
  readonly kinds: KindLookup
  /** Sets `target.dev` to the device's name, before the object reaches the user. */
  nameDevice(ifindex: number, target: Named): void
}

/** The same context, one step further down the options. */
export function below(ctx: EncodeContext, step: string): EncodeContext {
  return { ...ctx, path: `${ctx.path}${step}` }
}
