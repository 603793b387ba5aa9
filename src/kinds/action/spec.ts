// An action as users write it and as dumps give it. The unions are made from the registry.

import type { UnknownAttribute } from '../../wire/attribute.ts'
import type { CustomKind } from '../custom.ts'
import type { ActionCodec, ActionState } from '../descriptor.ts'
import type { Stats } from '../stats.ts'
import type { ActionKinds } from './registry.ts'

/** Kinds of hardware counters of an action; `any` leaves the choice to the driver. */
export type HardwareStats = 'any' | 'immediate' | 'delayed' | 'disabled'

/** What may be said of any action, besides its kind's options. */
export interface ActionSettings {
  /** Number in the kind's table. In a filter: with no options, binds the action that is there. */
  index?: number | undefined
  /** 1 to 16 bytes that the kernel keeps for the user; also as hexadecimal text. */
  cookie?: Uint8Array | string | undefined
  /** Count in one place instead of one per processor. */
  noPercpu?: boolean | undefined
  /** Keep the action out of hardware. */
  skipHw?: boolean | undefined
  /** Keep the action out of software. */
  skipSw?: boolean | undefined
  hwStats?: HardwareStats | undefined
  /** Attributes that this version of netsched has no name for, sent as they are. */
  unknown?: UnknownAttribute[] | undefined
}

/** Options that `kind` takes. */
export type ActionOptions<K extends keyof ActionKinds> = ActionKinds[K] extends {
  options: ActionCodec<infer In, infer _Out>
}
  ? In
  : never

/** Options of `kind` as dumps give them. */
export type DumpedActionOptions<K extends keyof ActionKinds> = ActionKinds[K] extends {
  options: ActionCodec<infer _In, infer Out>
}
  ? Out
  : never

/** An action of a filter, or for the tables: `{ kind, options }`, or `{ kind, index }` for one that is there. */
export type ActionSpec =
  | { [K in keyof ActionKinds]: ActionSettings & { kind: K; options?: ActionOptions<K> } }[keyof ActionKinds]
  | (ActionSettings & { kind: CustomKind; options?: object })

/** What dumps tell of any action. */
export interface ActionInfo extends Partial<ActionState> {
  cookie?: Uint8Array
  noPercpu?: boolean
  skipHw?: boolean
  skipSw?: boolean
  hwStats?: HardwareStats
  /** The kind of hardware counters in use. */
  usedHwStats?: HardwareStats
  /** How many devices have it in hardware. */
  inHwCount?: number
  stats?: Stats
  unknown?: UnknownAttribute[]
}

/** An action as dumps give it. */
export type Action =
  | { [K in keyof ActionKinds]: ActionInfo & { kind: K; options: DumpedActionOptions<K> } }[keyof ActionKinds]
  | (ActionInfo & { kind: CustomKind; options: object })
