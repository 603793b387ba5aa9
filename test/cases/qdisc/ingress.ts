// Rows about ingress and clsact, the two qdiscs that share one place.

import type { KindCases, Refusal } from '../types.ts'

const INGRESS = { dev: 'DEV', kind: 'ingress' }
const CLSACT = { dev: 'DEV', kind: 'clsact' }

/** What both refuse. */
const elsewhere = (spec: { dev: string; kind: string }): Refusal[] => [
  {
    name: 'at the root',
    spec: { ...spec, parent: 'root' },
    path: 'parent',
    kernel: { client: 'tc has no word for it; the kernel answers EOPNOTSUPP' },
  },
  {
    name: 'handle of its own',
    spec: { ...spec, handle: '5:' },
    path: 'handle',
    kernel: { client: 'the kernel takes it, but the handle is ffff: all the same' },
  },
  {
    name: 'block 0',
    spec: { ...spec, ingressBlock: 0 },
    path: 'ingressBlock',
    kernel: { client: 'tc refuses it itself; the kernel answers EINVAL' },
  },
]

export const ingressQdisc: KindCases = {
  family: 'qdisc',
  kind: 'ingress',
  cases: [
    { name: 'plain', tc: 'qdisc add dev DEV ingress', spec: INGRESS, dumped: {} },
    {
      name: 'place told',
      tc: 'qdisc add dev DEV handle ffff: ingress',
      spec: { ...INGRESS, parent: 'ingress', handle: 'ffff:' },
      dumped: {},
    },
    {
      name: 'block',
      tc: 'qdisc add dev DEV ingress_block 5 ingress',
      spec: { ...INGRESS, ingressBlock: 5 },
      dumped: {},
    },
  ],
  refusals: [
    ...elsewhere(INGRESS),
    {
      name: 'egress block',
      spec: { ...INGRESS, egressBlock: 5 },
      path: 'egressBlock',
      kernel: { tc: 'qdisc add dev DEV egress_block 5 ingress' },
    },
  ],
}

export const clsactQdisc: KindCases = {
  family: 'qdisc',
  kind: 'clsact',
  cases: [
    { name: 'plain', tc: 'qdisc add dev DEV clsact', spec: CLSACT, dumped: {} },
    {
      name: 'blocks',
      tc: 'qdisc add dev DEV ingress_block 5 egress_block 4294967295 clsact',
      spec: { ...CLSACT, parent: 'clsact', ingressBlock: 5, egressBlock: 0xffff_ffff },
      dumped: {},
    },
  ],
  refusals: elsewhere(CLSACT),
}
