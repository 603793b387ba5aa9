// ingress: holds filters for packets that arrive; no queue. A device has one place for it, which it
// shares with clsact: where the one is, the other is refused.

import { TC_H_INGRESS } from '../../generated/tc/constants.ts'
import { noOptions } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'

/** The handle that the kernel gives it, whatever is asked. */
const HANDLE = 0xffff0000

export const ingress = defineQdisc({
  kind: 'ingress',
  options: noOptions,
  place: { parent: TC_H_INGRESS, handle: HANDLE },
  hooks: ['ingress'],
})
