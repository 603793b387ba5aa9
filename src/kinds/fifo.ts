// The options that pfifo, bfifo and pfifo_head_drop share: struct tc_fifo_qopt, a limit alone.

import { decodeTcFifoQopt, encodeTcFifoQopt, TC_FIFO_QOPT_SIZE } from '../generated/tc/common.ts'
import { type Size, sizeToBytes } from '../units/size.ts'
import { bareStruct } from './codecs.ts'
import type { Codec } from './descriptor.ts'
import type { DumpedWith } from './dumped.ts'

/** Options of a queue that counts packets. */
export interface PacketFifoOptions {
  /**
   * Packets that may wait; text as tc reads it, so that `'1k'` is 1024.
   * @default txqueuelen of the device @uapi tc_fifo_qopt.limit, pkt_sched.h
   */
  limit?: Size | undefined
}

/** Options of a queue that counts bytes. */
export interface ByteFifoOptions {
  /** Bytes that may wait. @default txqueuelen times MTU of the device @uapi tc_fifo_qopt.limit, pkt_sched.h */
  limit?: Size | undefined
}

/** Options of a queue that counts packets as dumps give them. */
export type DumpedPacketFifoOptions = DumpedWith<PacketFifoOptions, 'limit'>

/** Options of a queue that counts bytes as dumps give them. */
export type DumpedByteFifoOptions = DumpedWith<ByteFifoOptions, 'limit'>

type FifoOptions = PacketFifoOptions & ByteFifoOptions

// Nothing is sent where no limit is given: the kernel then has one of its own.
const fifo = bareStruct({
  size: TC_FIFO_QOPT_SIZE,
  encode: encodeTcFifoQopt,
  decode: decodeTcFifoQopt,
  fields: { limit: true },
  toWire: ({ limit }: FifoOptions, { path }) =>
    limit === undefined ? undefined : { limit: sizeToBytes(limit, `${path}.limit`) },
  fromWire: ({ limit }) => ({ limit }),
})

/** Reads and writes the options of a queue that counts packets. */
export const packetFifo: Codec<PacketFifoOptions, DumpedPacketFifoOptions> = fifo

/** Reads and writes the options of a queue that counts bytes. */
export const byteFifo: Codec<ByteFifoOptions, DumpedByteFifoOptions> = fifo
