// bfifo: one queue, first in, first out, so many bytes long. See tc-bfifo(8).

import { defineQdisc } from '../descriptor.ts'
import { byteFifo } from '../fifo.ts'

export const bfifo = defineQdisc({ kind: 'bfifo', options: byteFifo })
