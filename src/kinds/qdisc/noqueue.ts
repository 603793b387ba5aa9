// noqueue: packets go to the device at once, or are lost. The default of virtual devices, where
// it has no handle. At the root of a device only.

import { noOptions } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'

export const noqueue = defineQdisc({ kind: 'noqueue', options: noOptions, rootOnly: true })
