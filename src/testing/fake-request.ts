// A request as the fake kernel got it, and the answers that can be made to it.

import { RT_ADDR_MESSAGES } from '../generated/addr/operations.ts'
import { RT_LINK_MESSAGES } from '../generated/link/operations.ts'
import { TC_MESSAGES } from '../generated/tc/operations.ts'
import {
  NLM_F_DUMP,
  NLM_F_ECHO,
  NLM_F_MULTI,
  NLMSG_DONE,
  NLMSG_HDRLEN,
  NLMSG_NOOP,
} from '../wire/constants.ts'
import { readMessage } from '../wire/message.ts'
import { Reader } from '../wire/reader.ts'
import {
  type AckParts,
  attributeOffset,
  type Body,
  type DumpParts,
  dumpMessages,
  errnoNumber,
  errorMessage,
  type MessageParts,
  message,
} from './answers.ts'

/** What a request does, as the two low bits of its type say. */
export type RequestVerb = 'new' | 'delete' | 'get' | 'set'

const VERBS: readonly RequestVerb[] = ['new', 'delete', 'get', 'set']
const FIRST_TYPE = 16

/** A request that a client sent to the fake kernel. */
export class FakeRequest {
  /** The whole message, header included. */
  readonly bytes: Uint8Array
  /** Reads `bytes`, with the decoders of `netsched/wire`. */
  readonly reader: Reader
  /** nlmsg_type, such as `RTM_NEWQDISC`. */
  readonly type: number
  /** nlmsg_flags. */
  readonly flags: number
  /** nlmsg_seq. */
  readonly sequence: number
  /** The socket that it came from. */
  readonly port: number

  /** @internal */
  constructor(bytes: Uint8Array, port: number) {
    this.bytes = bytes
    this.reader = new Reader(bytes)
    const { type, flags, sequence } = readMessage(this.reader, 0, bytes.length)
    this.type = type
    this.flags = flags
    this.sequence = sequence
    this.port = port
  }

  /** What follows the header: that of the family, then attributes. */
  get body(): Uint8Array {
    return this.bytes.subarray(NLMSG_HDRLEN)
  }

  /** Where the header of the family starts. */
  get headerAt(): number {
    return NLMSG_HDRLEN
  }

  /** Where the attributes start. */
  get attributesAt(): number {
    const known = TC_MESSAGES[this.type] ?? RT_LINK_MESSAGES[this.type] ?? RT_ADDR_MESSAGES[this.type]
    return NLMSG_HDRLEN + (known?.headerSize ?? 0)
  }

  get verb(): RequestVerb {
    return VERBS[(this.type - FIRST_TYPE) & 3] ?? 'new'
  }

  get isDump(): boolean {
    return this.verb === 'get' && (this.flags & NLM_F_DUMP) === NLM_F_DUMP
  }

  get wantsEcho(): boolean {
    return (this.flags & NLM_F_ECHO) !== 0
  }

  /**
   * Offset of the attribute that is reached through the nests `types`, as `refuse` takes it:
   * `request.offsetOf(TCA_OPTIONS, TCA_HTB_PARMS)`.
   */
  offsetOf(...types: number[]): number {
    return attributeOffset(this.bytes, this.attributesAt, types)
  }

  /** An acknowledgement; with `message` one that warns. */
  ack(parts: AckParts = {}): Uint8Array {
    return errorMessage(0, this.header, this, parts)
  }

  /** A refusal: `request.refuse('ENOENT', { message: 'Specified qdisc kind is unknown' })`. */
  refuse(errno: number | string, parts: AckParts = {}): Uint8Array {
    return errorMessage(errnoNumber(errno), this.header, this, parts)
  }

  /** An object: what answers a GET, or an echo. The acknowledgement that follows it is not part of it. */
  reply(type: number, body: Body, parts: MessageParts = {}): Uint8Array {
    return message(type, body, this, parts)
  }

  /** All datagrams of a dump of objects, its end included. */
  dump(type: number, bodies: readonly Body[], parts: DumpParts = {}): Uint8Array[] {
    return dumpMessages(type, bodies, this, parts)
  }

  /** The end of a dump, with any payload; the kernel sends 4 bytes, a negative errno or 0. */
  done(payload: Uint8Array = new Uint8Array(4), parts: MessageParts = {}): Uint8Array {
    return message(NLMSG_DONE, payload, this, { flags: NLM_F_MULTI, ...parts })
  }

  /** A message that says nothing. */
  noop(): Uint8Array {
    return message(NLMSG_NOOP, new Uint8Array(), this)
  }

  private get header(): Uint8Array {
    return this.bytes.subarray(0, NLMSG_HDRLEN)
  }
}
