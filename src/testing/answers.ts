// Messages as the kernel sends them, for the fake: replies, acknowledgements with their extensions, ends of dumps.

import { constants } from 'node:os'
import { NLA_TYPE_MASK } from '../wire/attribute.ts'
import {
  NLM_F_ACK_TLVS,
  NLM_F_CAPPED,
  NLM_F_DUMP_INTR,
  NLM_F_MULTI,
  NLMSG_DONE,
  NLMSG_ERROR,
  NLMSG_HDRLEN,
  NLMSGERR_ATTR_COOKIE,
  NLMSGERR_ATTR_MISS_NEST,
  NLMSGERR_ATTR_MISS_TYPE,
  NLMSGERR_ATTR_MSG,
  NLMSGERR_ATTR_OFFS,
} from '../wire/constants.ts'
import { beginMessage, endMessage } from '../wire/message.ts'
import { Writer } from '../wire/writer.ts'

/** What follows the header of a message: bytes, or a function that writes them. */
export type Body = Uint8Array | ((w: Writer) => void)

/** What the header of a message says, where that shall not be what the kernel would say. */
export interface MessageParts {
  /** nlmsg_flags. */
  flags?: number
  /** nlmsg_seq. @default that of the request */
  sequence?: number
  /** nlmsg_pid. @default the port of the socket that sent the request */
  port?: number
}

/** What an acknowledgement or a refusal says besides its errno. */
export interface AckParts extends MessageParts {
  /** The kernel's sentence. */
  message?: string
  /** Offset of the attribute at fault, from the start of the request: see `FakeRequest.offsetOf`. */
  offset?: number
  /** Type of an attribute that is missing. */
  missingType?: number
  /** Offset of the nest in which it is missing. */
  missingNest?: number
  cookie?: Uint8Array
}

/** How a dump comes. */
export interface DumpParts extends MessageParts {
  /** Messages in one datagram. @default as many as there are */
  perDatagram?: number
  /** Marks the dump as torn: all its messages, or its end alone. */
  interrupted?: boolean | 'end'
  /** What the end of the dump says: an errno, or its name. @default 0 */
  errno?: number | string
  /** The kernel's sentence at the end. */
  message?: string
}

/** Whose answer it is. */
export interface Addressee {
  sequence: number
  port: number
}

/** The number of an errno that may be given by its name. */
export function errnoNumber(errno: number | string): number {
  if (typeof errno === 'number') return errno
  const known: Readonly<Record<string, number>> = { ...constants.errno, ENOTSUPP: 524 }
  const number = known[errno]
  if (number === undefined) throw new TypeError(`no errno has the name ${errno}`)
  return number
}

/** One message. */
export function message(type: number, body: Body, to: Addressee, parts: MessageParts = {}): Uint8Array {
  const w = new Writer()
  const { flags = 0, sequence = to.sequence, port = to.port } = parts
  const at = beginMessage(w, { type, flags, sequence, port })
  if (typeof body === 'function') body(w)
  else w.raw(body)
  endMessage(w, at)
  // The padding behind bytes is not part of the message.
  if (typeof body !== 'function') w.setU32(at, NLMSG_HDRLEN + body.length)
  return w.written().slice()
}

/** An NLMSG_ERROR for the request whose header is `header`; errno 0 acknowledges. */
export function errorMessage(errno: number, header: Uint8Array, to: Addressee, parts: AckParts): Uint8Array {
  const tlvs = hasTlvs(parts) ? NLM_F_ACK_TLVS : 0
  const write = (w: Writer) => {
    w.setS32(w.reserve(4), -errno)
    w.raw(header)
    writeTlvs(w, parts)
  }
  return message(NLMSG_ERROR, write, to, { flags: NLM_F_CAPPED | tlvs, ...parts })
}

/** A whole dump as datagrams. */
export function dumpMessages(
  type: number,
  bodies: readonly Body[],
  to: Addressee,
  parts: DumpParts,
): Uint8Array[] {
  const { perDatagram = bodies.length + 1, interrupted, errno = 0, message: text, ...head } = parts
  const torn = interrupted === true ? NLM_F_DUMP_INTR : 0
  const messages = bodies.map((body) => message(type, body, to, { flags: NLM_F_MULTI | torn, ...head }))
  const flags = NLM_F_MULTI | (interrupted ? NLM_F_DUMP_INTR : 0) | (text === undefined ? 0 : NLM_F_ACK_TLVS)
  const end = (w: Writer) => {
    w.setS32(w.reserve(4), -errnoNumber(errno))
    if (text !== undefined) w.string(NLMSGERR_ATTR_MSG, text)
  }
  messages.push(message(NLMSG_DONE, end, to, { flags, ...head }))
  const datagrams: Uint8Array[] = []
  for (let at = 0; at < messages.length; at += perDatagram) {
    datagrams.push(joined(messages.slice(at, at + perDatagram)))
  }
  return datagrams
}

/** Several messages as one datagram. */
export function joined(messages: readonly Uint8Array[]): Uint8Array {
  const w = new Writer()
  for (const one of messages) w.raw(one)
  return w.written().slice()
}

/** The offset of the attribute that is found by going down through `types`. */
export function attributeOffset(bytes: Uint8Array, from: number, types: readonly number[]): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
  let [at, end] = [from, bytes.length]
  for (const [depth, type] of types.entries()) {
    while (at + 4 <= end && (view.getUint16(at + 2, little) & NLA_TYPE_MASK) !== type) {
      at += Math.max(4, (view.getUint16(at, little) + 3) & ~3)
    }
    if (at + 4 > end)
      throw new RangeError(`the request has no attribute ${types.slice(0, depth + 1).join('.')}`)
    if (depth === types.length - 1) return at
    end = at + view.getUint16(at, little)
    at += 4
  }
  return at
}

function hasTlvs({ message: text, offset, missingType, missingNest, cookie }: AckParts): boolean {
  return [text, offset, missingType, missingNest, cookie].some((part) => part !== undefined)
}

function writeTlvs(w: Writer, parts: AckParts): void {
  if (parts.message !== undefined) w.string(NLMSGERR_ATTR_MSG, parts.message)
  if (parts.offset !== undefined) w.u32(NLMSGERR_ATTR_OFFS, parts.offset)
  if (parts.cookie !== undefined) w.binary(NLMSGERR_ATTR_COOKIE, parts.cookie)
  if (parts.missingType !== undefined) w.u32(NLMSGERR_ATTR_MISS_TYPE, parts.missingType)
  if (parts.missingNest !== undefined) w.u32(NLMSGERR_ATTR_MISS_NEST, parts.missingNest)
}
