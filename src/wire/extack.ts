// Acknowledgements (struct nlmsgerr) and the end of dumps, with the attributes of the extended
// acknowledgement (enum nlmsgerr_attrs, include/uapi/linux/netlink.h).

import { align4 } from './attribute.ts'
import {
  NLM_F_ACK_TLVS,
  NLM_F_CAPPED,
  NLMSG_DONE,
  NLMSG_HDRLEN,
  NLMSGERR_ATTR_COOKIE,
  NLMSGERR_ATTR_MISS_NEST,
  NLMSGERR_ATTR_MISS_TYPE,
  NLMSGERR_ATTR_MSG,
  NLMSGERR_ATTR_OFFS,
  NLMSGERR_ATTR_POLICY,
} from './constants.ts'
import { MalformedMessageError } from './errors.ts'
import type { Message } from './message.ts'
import { decodePolicy, type Policy } from './policy.ts'
import type { Reader } from './reader.ts'

/** What the kernel says about a request that it carried out or refused. */
export interface Ack {
  /** 0, or the errno, positive. */
  errno: number
  /** The kernel's sentence: the reason of a refusal, or a warning on success. */
  message?: string
  /** Offset of the attribute at fault, from the start of the request's header. */
  offset?: number
  /** Bytes the family attached. */
  cookie?: Uint8Array
  /** Type of an attribute that was missing. */
  missingType?: number
  /** Offset of the nest in which it was missing; absent where it is the message's own level. */
  missingNest?: number
  /** What the kernel wants of the attribute at fault. */
  policy?: Policy
}

const ERRNO_SIZE = 4

/** Reads an NLMSG_ERROR or NLMSG_DONE message. A DONE without a body means success. */
export function readAck(message: Message): Ack {
  const { reader, at, end } = message
  if (message.type === NLMSG_DONE && end - at < ERRNO_SIZE) return { errno: 0 }
  const code = reader.s32(at, end)
  if (code > 0) throw new MalformedMessageError(`positive error code ${code}`, at)
  const ack: Ack = { errno: -code }
  if (message.flags & NLM_F_ACK_TLVS) readTlvs(reader, tlvsAt(message), end, ack)
  return ack
}

function tlvsAt(message: Message): number {
  const { reader, at, end } = message
  if (message.type === NLMSG_DONE) return at + ERRNO_SIZE
  const header = at + ERRNO_SIZE
  if (message.flags & NLM_F_CAPPED) return header + NLMSG_HDRLEN
  return header + align4(Math.max(NLMSG_HDRLEN, reader.u32(header, end)))
}

function readTlvs(r: Reader, at: number, end: number, ack: Ack): void {
  while (at < end) {
    const stop = r.attrEnd(at, end)
    const value = at + 4
    switch (r.attrType(at)) {
      case NLMSGERR_ATTR_MSG:
        ack.message = r.string(value, stop)
        break
      case NLMSGERR_ATTR_OFFS:
        ack.offset = r.u32(value, stop)
        break
      case NLMSGERR_ATTR_COOKIE:
        ack.cookie = r.binary(value, stop)
        break
      case NLMSGERR_ATTR_POLICY:
        ack.policy = decodePolicy(r, value, stop)
        break
      case NLMSGERR_ATTR_MISS_TYPE:
        ack.missingType = r.u32(value, stop)
        break
      case NLMSGERR_ATTR_MISS_NEST:
        ack.missingNest = r.u32(value, stop)
        break
    }
    at = align4(stop)
  }
}
