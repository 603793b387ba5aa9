// Rows about qdiscs without options that stand at the root of a device only: noqueue and mq.

import type { KindCases } from '../types.ts'

const place = (kind: string) => ({ dev: 'DEV', parent: 'root', handle: '1:', kind })
const BUCKET = 'qdisc add dev DEV root handle 1: tbf rate 1mbit burst 10k limit 10k'

export const noqueueQdisc: KindCases = {
  family: 'qdisc',
  kind: 'noqueue',
  cases: [
    {
      name: 'plain',
      tc: 'qdisc add dev DEV root handle 1: noqueue',
      spec: place('noqueue'),
      dumped: {},
    },
  ],
  refusals: [
    {
      name: 'below a class',
      before: [BUCKET],
      spec: { ...place('noqueue'), parent: '1:1', handle: '2:' },
      path: 'parent',
      kernel: {
        client:
          'older kernels (5.10.46) take it, where it has no function to call; newer ones (6.1.176) refuse',
      },
    },
    {
      name: 'option',
      spec: { ...place('noqueue'), options: { limit: 3 } },
      path: 'options.limit',
      kernel: { client: 'there is no such option' },
    },
  ],
}

export const mqQdisc: KindCases = {
  family: 'qdisc',
  kind: 'mq',
  cases: [
    {
      name: 'plain',
      tc: 'qdisc add dev DEV root handle 1: mq',
      spec: place('mq'),
      dumped: {},
      device: { queues: 4 },
    },
  ],
  refusals: [
    {
      name: 'below a class',
      before: [BUCKET],
      spec: { ...place('mq'), parent: '1:1', handle: '2:' },
      path: 'parent',
      kernel: { tc: 'qdisc add dev DEV parent 1:1 handle 2: mq' },
    },
  ],
}
