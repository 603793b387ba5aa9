// pfifo_head_drop: as pfifo, but where it is full it drops the packet that has waited longest,
// not the one that comes.

import { defineQdisc } from '../descriptor.ts'
import { packetFifo } from '../fifo.ts'

export const pfifoHeadDrop = defineQdisc({ kind: 'pfifo_head_drop', options: packetFifo })
