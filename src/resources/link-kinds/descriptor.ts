// What a kind of device is: one object that knows how its options become IFLA_INFO_DATA and back.

import type { LinkAttrs } from '../../generated/link/common.ts'
import type { DecodeContext, EncodeContext } from '../../kinds/context.ts'
import type { NoOptions } from '../../kinds/descriptor.ts'
import type { Netns } from '../../socket/netns.ts'
import type { Reader } from '../../wire/reader.ts'
import type { Writer } from '../../wire/writer.ts'

/** The attribute that names a network namespace: by a process in it, or by its open file. */
export type NamespaceAttr = { netNsPid: number } | { netNsFd: number }

/** What encoders get besides the options. */
export interface LinkContext extends EncodeContext {
  /** How a message names a network namespace. Its file is closed once the request is answered. */
  namespace(netns: Netns): NamespaceAttr
}

/** Options between the user's form and the payload of IFLA_INFO_DATA. */
export interface LinkCodec<In, Out> {
  /** Writes the attribute `type`, or nothing where the options say nothing. */
  write(w: Writer, type: number, options: In, ctx: LinkContext): void
  read(r: Reader, at: number, end: number, ctx: DecodeContext): Out
}

/** A setting that takes a request of its own. */
export interface Afterwards {
  dev: string
  up: boolean
}

/** A kind of device. */
export interface LinkKind<In = unknown, Out = unknown, Change = unknown> {
  /** The kernel's name, such as `veth`. */
  readonly kind: string
  readonly options: LinkCodec<In, Out>
  /** Options that can be changed later, where there are any. */
  readonly changes?: LinkCodec<Change, Out>
  /**
   * What IFLA_LINK means: the device `below`, which has to be given, or the `peer`, which the
   * options give. Absent where the kind has neither.
   */
  readonly link?: 'below' | 'peer'
  /**
   * What has to be set on other devices once the device is made.
   * @throws OptionError where that is not possible
   */
  afterwards?(options: In, path: string): Afterwards[]
  /** Adds to dumped options what other attributes tell. */
  complete?(options: Out, attrs: LinkAttrs, ctx: DecodeContext): void
}

/** Describes a kind of device; a function only to give the object its type. */
export function defineLink<const K extends LinkKind>(kind: K): K {
  return kind
}

/** What options a kind takes. */
export type LinkIn<K> = K extends { options: LinkCodec<infer In, infer _Out> } ? In : NoOptions

/** What options a kind gives. */
export type LinkOut<K> = K extends { options: LinkCodec<infer _In, infer Out> } ? Out : NoOptions

/** What options of a kind can be changed. */
export type LinkChange<K> = K extends { changes: LinkCodec<infer In, infer _Out> } ? In : never
