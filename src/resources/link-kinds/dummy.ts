// dummy: a device that drops what it is given, for addresses and for tests.

import { noOptions } from '../../kinds/codecs.ts'
import { defineLink } from './descriptor.ts'

export const dummy = defineLink({ kind: 'dummy', options: noOptions })
