// Rows about prio, and about pfifo_fast, which tells the same options but has them fixed.

import type { KindCases } from '../types.ts'

const QDISC = 'qdisc add dev DEV root handle 1: prio'
const SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'prio' }
const USUAL = [1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
const EMPTY = { TCA_OPTIONS: 'tc puts an empty attribute behind the struct, which no kernel reads any more' }

export const prioQdisc: KindCases = {
  family: 'qdisc',
  kind: 'prio',
  cases: [
    { name: 'plain', tc: QDISC, spec: SPEC, dumped: { bands: 3, priomap: USUAL }, differs: EMPTY },
    {
      name: 'all',
      tc: `${QDISC} bands 16 priomap 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0`,
      spec: {
        ...SPEC,
        options: { bands: 16, priomap: [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] },
      },
      dumped: { bands: 16, priomap: [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] },
      differs: EMPTY,
    },
    {
      name: 'short map',
      tc: `${QDISC} bands 4 priomap 3 0`,
      spec: { ...SPEC, options: { bands: 4, priomap: [3, 0] } },
      dumped: { bands: 4, priomap: [3, 0, ...USUAL.slice(2)] },
      differs: EMPTY,
    },
    {
      name: 'two bands',
      tc: `${QDISC} bands 2 priomap 0 0 0 0 0 0 1 1 0 0 0 0 0 0 0 0`,
      spec: { ...SPEC, options: { bands: 2, priomap: [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0] } },
      dumped: { bands: 2, priomap: [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0] },
      differs: EMPTY,
    },
    {
      name: 'change',
      before: [QDISC],
      tc: 'qdisc change dev DEV root handle 1: prio bands 5',
      spec: { ...SPEC, options: { bands: 5 } },
      dumped: { bands: 5, priomap: USUAL },
      differs: EMPTY,
    },
  ],
  refusals: [
    {
      name: 'one band',
      spec: { ...SPEC, options: { bands: 1 } },
      path: 'options.bands',
      kernel: { tc: `${QDISC} bands 1` },
    },
    {
      name: 'too many bands',
      spec: { ...SPEC, options: { bands: 17 } },
      path: 'options.bands',
      kernel: { tc: `${QDISC} bands 17` },
    },
    {
      name: 'two bands with a map for three',
      spec: { ...SPEC, options: { bands: 2 } },
      path: 'options.priomap',
      kernel: { tc: `${QDISC} bands 2` },
    },
    {
      name: 'band that is not there',
      spec: { ...SPEC, options: { bands: 4, priomap: [0, 4] } },
      path: 'options.priomap[1]',
      kernel: { client: 'tc refuses it itself; the kernel answers EINVAL' },
    },
    {
      name: 'map of 17 priorities',
      spec: { ...SPEC, options: { priomap: [...USUAL, 0] } },
      path: 'options.priomap',
      kernel: { client: 'the message has room for 16' },
    },
  ],
}

const FAST = { ...SPEC, kind: 'pfifo_fast' }

export const pfifoFastQdisc: KindCases = {
  family: 'qdisc',
  kind: 'pfifo_fast',
  cases: [
    {
      name: 'plain',
      tc: 'qdisc add dev DEV root handle 1: pfifo_fast',
      spec: FAST,
      dumped: { bands: 3, priomap: USUAL },
    },
  ],
  refusals: [
    {
      name: 'other bands',
      spec: { ...FAST, options: { bands: 4 } },
      path: 'options.bands',
      kernel: { client: 'the kernel does not look at the options' },
    },
    {
      name: 'other map',
      spec: { ...FAST, options: { priomap: [0, ...USUAL.slice(1)] } },
      path: 'options.priomap',
      kernel: { client: 'the kernel does not look at the options' },
    },
    {
      name: 'limit',
      spec: { ...FAST, options: { limit: 3 } },
      path: 'options.limit',
      kernel: { client: 'there is no such option: the length follows txqueuelen' },
    },
  ],
}
