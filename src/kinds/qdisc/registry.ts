// The qdiscs that netsched knows. A new one is one line here.

import type { QdiscKind } from '../descriptor.ts'
import { bfifo } from './bfifo.ts'
import { clsact } from './clsact.ts'
import { fqCodel } from './fq_codel.ts'
import { htb } from './htb.ts'
import { ingress } from './ingress.ts'
import { mq } from './mq.ts'
import { netem } from './netem.ts'
import { noqueue } from './noqueue.ts'
import { pfifo } from './pfifo.ts'
import { pfifoFast } from './pfifo_fast.ts'
import { pfifoHeadDrop } from './pfifo_head_drop.ts'
import { prio } from './prio.ts'
import { red } from './red.ts'
import { tbf } from './tbf.ts'

/** Descriptors of the built-in qdiscs, by kind. */
export const qdiscKinds = {
  bfifo,
  clsact,
  fq_codel: fqCodel,
  htb,
  ingress,
  mq,
  netem,
  noqueue,
  pfifo,
  pfifo_fast: pfifoFast,
  pfifo_head_drop: pfifoHeadDrop,
  prio,
  red,
  tbf,
} as const satisfies Record<string, QdiscKind>

/** The built-in qdiscs. */
export type QdiscKinds = typeof qdiscKinds
