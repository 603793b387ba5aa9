// What qdiscs, classes and filters share: the header of their messages, and how a call that
// makes one gets back what the kernel made.

import type { TcAttrs, TcaStats } from '../generated/tc/common.ts'
import { decodeTcmsg, encodeTcmsg, TCMSG_SIZE, type Tcmsg } from '../generated/tc/common.ts'
import type { Codec } from '../kinds/descriptor.ts'
import { rawOptions } from '../kinds/raw.ts'
import { type Stats, toExactStats, toStats } from '../kinds/stats.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import { NLM_F_CREATE, NLM_F_ECHO, NLM_F_EXCL, NLM_F_REPLACE } from '../wire/constants.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'

/** The ways to make an object, as flags of the request. */
export const VERBS = {
  /** Make it; refuse where it is there. */
  add: NLM_F_CREATE | NLM_F_EXCL | NLM_F_ECHO,
  /** Change it; refuse where it is not there. */
  change: NLM_F_ECHO,
  /** Make it, or replace what is there. */
  replace: NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ECHO,
} as const

/** `add`, `change` or `replace`. */
export type Verb = keyof typeof VERBS

/** What every dumped object has. */
export interface TcObject {
  /** Index of its device. */
  ifindex: number
  /** Name of its device; empty where the device is gone. */
  dev: string
  /** Attributes that this version of netsched has no name for. */
  unknown?: UnknownAttribute[]
  /** What the kernel said of a request that it carried out. */
  warning?: string
}

/** The four words that say which object a message is about. */
export interface Address {
  ifindex: number
  handle: number
  parent: number
  info: number
}

/** Writes the header of a traffic-control message. */
export function writeAddress(w: Writer, { ifindex, handle, parent, info }: Address): void {
  encodeTcmsg(w, w.reserve(TCMSG_SIZE), { family: 0, ifindex, handle, parent, info })
}

/** Reads the header of a traffic-control message. */
export function readAddress({ reader, at, end }: Message): Tcmsg {
  return decodeTcmsg(reader, at, end)
}

/** Where the attributes of a traffic-control message start. */
export function attributesAt(message: Message): number {
  return message.at + TCMSG_SIZE
}

/** How the options of a kind are read and written; as bytes where nobody described it or bytes were given. */
export function codecFor(
  codec: Codec<unknown, unknown> | undefined,
  options: unknown,
): Codec<unknown, unknown> {
  const raw = typeof options === 'object' && options !== null && 'raw' in options
  return codec === undefined || raw ? (rawOptions as Codec<unknown, unknown>) : codec
}

/** The counters of a message, or `undefined` where it has none. */
export function readStats(attrs: TcAttrs, exact: boolean): Stats<number> | Stats<bigint> | undefined {
  const wire = attrs.stats2 ?? compatStats(attrs)
  if (wire === undefined) return undefined
  return exact ? toExactStats(wire) : toStats(wire)
}

// Old kernels and a few kinds give only the struct of before.
function compatStats({ stats }: TcAttrs): TcaStats | undefined {
  if (stats === undefined) return undefined
  const { bytes, packets, drops, overlimits, qlen, backlog } = stats
  return { basic: { bytes, packets }, queue: { drops, overlimits, qlen, backlog, requeues: 0 } }
}
