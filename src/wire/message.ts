// Netlink messages (struct nlmsghdr): several of them make a datagram.

import { align4 } from './attribute.ts'
import { NLMSG_HDRLEN } from './constants.ts'
import { MalformedMessageError } from './errors.ts'
import { LITTLE_ENDIAN } from './order.ts'
import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** The header of a message and where its body lies. Good as long as the reader's buffer is. */
export interface Message {
  readonly reader: Reader
  /** nlmsg_type. */
  readonly type: number
  /** nlmsg_flags. */
  readonly flags: number
  /** nlmsg_seq: the number of the request that this answers; 0 for notifications. */
  readonly sequence: number
  /** nlmsg_pid: port of the socket that asked for it. */
  readonly port: number
  /** Where the body starts. */
  readonly at: number
  /** Where the body ends. */
  readonly end: number
}

/** Reads the message whose header is at `at` of a datagram that ends at `end`. */
export function readMessage(reader: Reader, at: number, end: number): Message {
  const room = end - at
  const length = room < NLMSG_HDRLEN ? 0 : reader.view.getUint32(at, LITTLE_ENDIAN)
  if (length < NLMSG_HDRLEN || length > room) {
    throw new MalformedMessageError(`message of ${length} bytes where ${room} are left`, at)
  }
  return {
    reader,
    type: reader.view.getUint16(at + 4, LITTLE_ENDIAN),
    flags: reader.view.getUint16(at + 6, LITTLE_ENDIAN),
    sequence: reader.view.getUint32(at + 8, LITTLE_ENDIAN),
    port: reader.view.getUint32(at + 12, LITTLE_ENDIAN),
    at: at + NLMSG_HDRLEN,
    end: at + length,
  }
}

/** Where the message after `message` starts. */
export function nextMessage(message: Message): number {
  return message.at - NLMSG_HDRLEN + align4(message.end - message.at + NLMSG_HDRLEN)
}

/** What {@link beginMessage} writes into the header. */
export interface MessageHead {
  type: number
  flags: number
  sequence: number
  port?: number
}

/** Starts a message and tells where its header is, for {@link endMessage}. */
export function beginMessage(w: Writer, head: MessageHead): number {
  const at = w.reserve(NLMSG_HDRLEN)
  w.view.setUint16(at + 4, head.type, LITTLE_ENDIAN)
  w.view.setUint16(at + 6, head.flags, LITTLE_ENDIAN)
  w.view.setUint32(at + 8, head.sequence, LITTLE_ENDIAN)
  w.view.setUint32(at + 12, head.port ?? 0, LITTLE_ENDIAN)
  return at
}

/** Writes the length of the message that starts at `at`. */
export function endMessage(w: Writer, at: number): void {
  w.view.setUint32(at, w.length - at, LITTLE_ENDIAN)
}
