// clsact: holds filters for packets that arrive and for those that leave; no queue. A device has one
// place for it, which it shares with ingress: where the one is, the other is refused.

import { TC_H_CLSACT } from '../../generated/tc/constants.ts'
import { noOptions } from '../codecs.ts'
import { defineQdisc } from '../descriptor.ts'

/** The handle that the kernel gives it, whatever is asked. */
const HANDLE = 0xffff0000

export const clsact = defineQdisc({
  kind: 'clsact',
  options: noOptions,
  place: { parent: TC_H_CLSACT, handle: HANDLE },
  hooks: ['ingress', 'egress'],
})
