// What a kind is: one object that knows how its options become attributes and back. Everything
// else in netsched meets kinds only through these interfaces.

import type { Clock } from '../units/psched.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import type { SelectedNames } from '../wire/names.ts'
import type { Reader } from '../wire/reader.ts'
import type { Writer } from '../wire/writer.ts'

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
  /** Opens a loaded BPF program by its id; closed like the pinned one. */
  openProgram(id: number): number
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

/** Options between the user's form and the payload of one attribute. */
export interface Codec<In, Out> {
  /** Writes the attribute `type`, or nothing where the options say nothing. */
  write(w: Writer, type: number, options: In, ctx: EncodeContext): void
  /** Reads the payload. */
  read(r: Reader, at: number, end: number, ctx: DecodeContext): Out
  /** Names of the attributes within, for errors. */
  readonly names?: SelectedNames | undefined
  /** Names of the devices that the options speak of. */
  devices?(options: In, kinds: EncodeContext['kinds']): string[]
}

/** Reads a kind's own statistics from TCA_STATS_APP or TCA_XSTATS. */
export type StatsReader<Out> = (r: Reader, at: number, end: number, ctx: DecodeContext) => Out

/** Options that may hold attributes no spec names: kept as they came, sent back as they are. */
export interface WithUnknown {
  /** Attributes that this version of netsched has no name for. */
  unknown?: UnknownAttribute[]
}

/** A queueing discipline and its classes. */
export interface QdiscKind<In = unknown, Out = unknown, ClassIn = unknown, ClassOut = unknown> {
  /** The kernel's name, such as `htb`. */
  readonly kind: string
  /** TCA_OPTIONS of the qdisc. */
  readonly options: Codec<In, Out>
  /** TCA_OPTIONS of its classes, where they have any. */
  readonly classOptions?: Codec<ClassIn, ClassOut>
  readonly xstats?: StatsReader<unknown>
  readonly classXstats?: StatsReader<unknown>
  /** Parent and handle of a qdisc that has one place only. */
  readonly place?: { readonly parent: number; readonly handle: number }
  /** `true` for a qdisc that the kernel takes at the root of a device only. */
  readonly rootOnly?: boolean
  /** Where its filters hang, where that is not the handle: `ingress`, `egress`. These take shared blocks too. */
  readonly hooks?: readonly string[]
}

/** How a classifier writes the handles of its filters. */
export interface HandleFormat {
  parse(value: unknown, path: string): number
  format(handle: number): string | number
}

/** A classifier. */
export interface FilterKind<In = unknown, Out = unknown> {
  /** The kernel's name, such as `u32`. */
  readonly kind: string
  /** TCA_OPTIONS of the filter. */
  readonly options: Codec<In, Out>
  /** Where absent, handles are plain numbers. */
  readonly handle?: HandleFormat
  /** The handle with what the options say of it, such as the `order` of u32. */
  handleWith?(handle: number, options: In, path: string): number
  /** `true` for entries of the classifier's own that are no rules, such as u32's hash tables. */
  isTable?(handle: number): boolean
  /**
   * Set where a handle names the same filter at every priority, so that a request has to be
   * checked to mean the filter it names.
   */
  readonly handlesSpanPriorities?: boolean
  /**
   * For such kinds: the handle by which any priority tells its own root, and whether a root has a filter;
   * `undefined` for one that all of its priority share.
   */
  readonly root?: { readonly handle: number; owns(root: number, handle: number): boolean | undefined }
  /** Set where the kernel answers a change with the filter as it was before. */
  readonly echoesOld?: boolean
  /** Says what a change asks for that the kernel would ignore; `undefined` where it is nothing. */
  ignoredByChange?(existing: Out, wanted: In): string | undefined
}

/** What the parameters of an action tell besides its options. */
export interface ActionState {
  /** Number of the action in its kind's table. */
  index: number
  /** Who holds the action: filters, and the table itself. */
  references: number
  /** How many filters use it. */
  bindings: number
  /** When it was made and used. */
  times?: ActionTimes
}

/** Ages of an action, in milliseconds; the kernel counts in steps of 10. */
export interface ActionTimes {
  /** Since it was made. */
  installed: number
  /** Since a packet last met it. */
  lastUsed: number
  /** Since a packet first met it; 0 where none did. */
  firstUsed: number
  /** Until it expires; 0 where it does not. */
  expires: number
}

/** Options of an action between the user's form and the payload of TCA_ACT_OPTIONS. */
export interface ActionCodec<In, Out> {
  /** Writes the payload. Index 0 lets the kernel choose one. */
  write(w: Writer, options: In, index: number, ctx: EncodeContext): void
  /** Writes the payload that means the action `index` which is there already, whatever its options. */
  bind?(w: Writer, index: number): void
  read(r: Reader, at: number, end: number, ctx: DecodeContext): ActionState & { options: Out }
  readonly names?: SelectedNames | undefined
  devices?(options: In): string[]
}

/** An action. */
export interface ActionKind<In = unknown, Out = unknown> {
  /** The kernel's name, such as `mirred`. */
  readonly kind: string
  readonly options: ActionCodec<In, Out>
}

/** Describes a qdisc; a function only to give the object its type. */
export function defineQdisc<const K extends QdiscKind>(kind: K): K {
  return kind
}

/** Describes a classifier. */
export function defineFilter<const K extends FilterKind>(kind: K): K {
  return kind
}

/** Describes an action. */
export function defineAction<const K extends ActionKind>(kind: K): K {
  return kind
}

/** Options of a kind that has none. */
export type NoOptions = Record<string, never>

/** What options a codec takes. */
export type OptionsIn<C> = C extends Codec<infer In, infer _Out> ? In : NoOptions

/** What options a codec gives. */
export type OptionsOut<C> = C extends Codec<infer _In, infer Out> ? Out : NoOptions
