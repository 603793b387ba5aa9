// mq: gives each transmit queue of a device a class `:1` and up, with a qdisc of its own. The
// default of devices with several queues; its classes cannot be made. At the root of a device only.

import { noOptions } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'

export const mq = defineQdisc({ kind: 'mq', options: noOptions, rootOnly: true })
