// All rows. A new kind is one line here.

import { htbClass, htbQdisc } from './qdisc/htb.ts'
import type { KindCases } from './types.ts'

export const CASES: readonly KindCases[] = [htbQdisc, htbClass]
