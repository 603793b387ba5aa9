// All rows. A new kind is one line here.

import { gact } from './action/gact.ts'
import { mirred } from './action/mirred.ts'
import { bpf } from './filter/bpf.ts'
import { matchall } from './filter/matchall.ts'
import { u32 } from './filter/u32.ts'
import { fifoQdiscs } from './qdisc/fifo.ts'
import { fqCodelQdisc } from './qdisc/fq_codel.ts'
import { htbClass, htbQdisc } from './qdisc/htb.ts'
import { clsactQdisc, ingressQdisc } from './qdisc/ingress.ts'
import { netemQdisc } from './qdisc/netem.ts'
import { pfifoFastQdisc, prioQdisc } from './qdisc/prio.ts'
import { redQdisc } from './qdisc/red.ts'
import { mqQdisc, noqueueQdisc } from './qdisc/root-only.ts'
import { tbfQdisc } from './qdisc/tbf.ts'
import type { KindCases } from './types.ts'

export const CASES: readonly KindCases[] = [
  htbQdisc,
  htbClass,
  fqCodelQdisc,
  netemQdisc,
  redQdisc,
  ...fifoQdiscs,
  prioQdisc,
  pfifoFastQdisc,
  noqueueQdisc,
  mqQdisc,
  ingressQdisc,
  clsactQdisc,
  tbfQdisc,
  u32,
  matchall,
  bpf,
  gact,
  mirred,
]
