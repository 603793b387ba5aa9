// Qdiscs and classes as users write them and as dumps give them. The unions are made from the
// registry: a new kind is in them as soon as it is registered.

import type { CustomKind } from '../kinds/custom.ts'
import type { NoOptions, OptionsIn, OptionsOut, StatsReader } from '../kinds/descriptor.ts'
import type { QdiscKinds } from '../kinds/qdisc/registry.ts'
import type { Stats } from '../kinds/stats.ts'
import type { Handle } from '../units/handle.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import type { Device } from './device-names.ts'
import type { TcObject } from './tc-object.ts'

/** Options that each kind of qdisc takes. */
export type QdiscOptions = { [K in keyof QdiscKinds]: OptionsIn<QdiscKinds[K]['options']> }

/** Options of each kind of qdisc as dumps give them. */
export type DumpedQdiscOptions = { [K in keyof QdiscKinds]: OptionsOut<QdiscKinds[K]['options']> }

/** Statistics of its own that each kind of qdisc has. */
export type QdiscXstats = { [K in keyof QdiscKinds]: Reads<QdiscKinds[K], 'xstats'> }

/** Options that the classes of each kind take. */
export type ClassOptions = { [K in keyof QdiscKinds]: ClassIn<QdiscKinds[K]> }

/** Options of the classes of each kind as dumps give them. */
export type DumpedClassOptions = { [K in keyof QdiscKinds]: ClassOut<QdiscKinds[K]> }

/** Statistics of its own that a class of each kind has. */
export type ClassXstats = { [K in keyof QdiscKinds]: Reads<QdiscKinds[K], 'classXstats'> }

type ClassIn<K> = K extends { classOptions: infer C } ? OptionsIn<C> : NoOptions
type ClassOut<K> = K extends { classOptions: infer C } ? OptionsOut<C> : NoOptions
type Reads<K, Field extends string> = K extends Record<Field, StatsReader<infer X>> ? X : never

/** `options`, needed only where some option is. */
export type OptionsField<O> = Record<never, never> extends O ? { options?: O | undefined } : { options: O }

/** Kinds with classes that can be made and changed. */
type Classful = {
  [K in keyof QdiscKinds]: QdiscKinds[K] extends { classOptions: object } ? K : never
}[keyof QdiscKinds]

/** Settings that a qdisc of any kind can have. */
export interface QdiscSettings {
  /** `'root'`, a class (`'1:10'`), `'ingress'` or `'clsact'`. The kinds of that name need none. */
  parent?: Handle | undefined
  /** `'1:'`; chosen by the kernel where absent. */
  handle?: Handle | undefined
  /** Shared block of filters for arriving packets, of ingress and clsact. */
  ingressBlock?: number | undefined
  /** Shared block of filters for leaving packets, of clsact. */
  egressBlock?: number | undefined
  /** Attributes that this version of netsched has no name for, sent as they are. */
  unknown?: UnknownAttribute[] | undefined
}

/** A qdisc to make, change or replace. */
export type QdiscSpec = Device &
  QdiscSettings &
  (
    | { [K in keyof QdiscKinds]: { kind: K } & OptionsField<QdiscOptions[K]> }[keyof QdiscKinds]
    | { kind: CustomKind; options?: object | undefined }
  )

/** Which qdisc is meant: by its place, by its handle, or by both. */
export type QdiscTarget = Device & {
  parent?: Handle | undefined
  handle?: Handle | undefined
  /** Where given, it has to be of this kind. */
  kind?: string | undefined
}

/** What dumps tell of a qdisc of any kind. */
export interface QdiscInfo<N extends number | bigint = number> extends TcObject {
  /** `'1:'`; `'none'` for default qdiscs, which have none. */
  handle: string
  /** `'root'`, `'1:10'`, `'ingress'` (also of clsact), or `':1'` below a qdisc without handle. */
  parent: string
  /** How many hold it. */
  references: number
  /** Whether the device does its work. */
  offloaded: boolean
  ingressBlock?: number
  egressBlock?: number
  stats?: Stats<N>
}

/** A qdisc as dumps give it. */
export type Qdisc<N extends number | bigint = number> = QdiscInfo<N> &
  (
    | {
        [K in keyof QdiscKinds]: { kind: K; options: DumpedQdiscOptions[K]; xstats?: QdiscXstats[K] }
      }[keyof QdiscKinds]
    | { kind: CustomKind; options: object; xstats?: unknown }
  )

/** A class to make, change or replace. */
export type ClassSpec = Device & {
  /** The qdisc (`'1:'`) or class (`'1:1'`) above it. */
  parent: Handle
  /** `'1:10'`. */
  classid: Handle
  /** Attributes that this version of netsched has no name for, sent as they are. */
  unknown?: UnknownAttribute[] | undefined
} & (
    | { [K in Classful]: { kind: K } & OptionsField<ClassOptions[K]> }[Classful]
    | { kind: CustomKind; options?: object | undefined }
  )

/** Which class is meant. */
export type ClassTarget = Device & {
  classid: Handle
  parent?: Handle | undefined
}

/** What dumps tell of a class of any kind. */
export interface ClassInfo<N extends number | bigint = number> extends TcObject {
  classid: string
  /** `'root'` or the class or qdisc above it. */
  parent: string
  /** Handle of the qdisc below it, where there is one. */
  leaf?: string
  stats?: Stats<N>
}

/** A class as dumps give it. */
export type Class<N extends number | bigint = number> = ClassInfo<N> &
  (
    | {
        [K in keyof QdiscKinds]: { kind: K; options: DumpedClassOptions[K]; xstats?: ClassXstats[K] }
      }[keyof QdiscKinds]
    | { kind: CustomKind; options: object; xstats?: unknown }
  )
