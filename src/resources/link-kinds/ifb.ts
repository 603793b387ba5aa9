// ifb: the intermediate functional block. Packets redirected to it pass its qdiscs and go on where
// they came from, so that what arrives can be shaped.

import { noOptions } from '../../kinds/codecs.ts'
import { defineLink } from './descriptor.ts'

export const ifb = defineLink({ kind: 'ifb', options: noOptions })
