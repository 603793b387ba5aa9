// pfifo: one queue, first in, first out, so many packets long. See tc-pfifo(8).

import { defineQdisc } from '../descriptor.ts'
import { packetFifo } from '../fifo.ts'

export const pfifo = defineQdisc({ kind: 'pfifo', options: packetFifo })
