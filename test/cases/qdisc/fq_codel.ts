// Rows about fq_codel. The quantum is that of a device with an MTU of 1500: 1514 bytes.

import type { KindCases } from '../types.ts'

const TC = 'qdisc add dev DEV root handle 1: fq_codel'
const SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'fq_codel' }
const PLAIN = {
  limit: 10_240,
  flows: 1024,
  // The kernel tells 4999 and 99999 us.
  target: 5,
  interval: 100,
  quantum: 1514,
  ecn: true,
  memoryLimit: 33_554_432,
  dropBatch: 64,
}

const raised = (to: string) => ({ client: `the kernel takes it, but stores ${to}` })

export const fqCodelQdisc: KindCases = {
  family: 'qdisc',
  kind: 'fq_codel',
  unchangeable: 'the number of flows is fixed: a change must not have it',
  cases: [
    { name: 'plain', tc: TC, spec: SPEC, dumped: PLAIN },
    {
      name: 'all',
      tc: `${TC} limit 2000 flows 64 target 3ms interval 40ms quantum 300 noecn ce_threshold 1ms memory_limit 4mb drop_batch 32`,
      spec: {
        ...SPEC,
        options: {
          limit: 2000,
          flows: 64,
          target: '3ms',
          interval: 40,
          quantum: 300,
          ecn: false,
          ceThreshold: '1000',
          memoryLimit: '4mb',
          dropBatch: 32,
        },
      },
      dumped: {
        limit: 2000,
        flows: 64,
        target: 3,
        interval: 40,
        quantum: 300,
        ecn: false,
        ceThreshold: 1,
        memoryLimit: 4_194_304,
        dropBatch: 32,
      },
    },
    {
      name: 'ecn',
      tc: `${TC} ecn target 129us ce_threshold 0`,
      spec: { ...SPEC, options: { ecn: true, target: 0.129, ceThreshold: 0 } },
      // 128 and 129 us are both 125 steps.
      dumped: { ...PLAIN, target: 0.128, ceThreshold: 0 },
    },
    {
      name: 'ce_threshold_selector',
      tc: `${TC} ce_threshold 1ms ce_threshold_selector 0x02/0x3`,
      spec: { ...SPEC, options: { ceThreshold: '1ms', ceThresholdSelector: 2, ceThresholdMask: 3 } },
      dumped: { ...PLAIN, ceThreshold: 1, ceThresholdSelector: 2, ceThresholdMask: 3 },
      since: '5.16',
    },
    {
      name: 'change',
      before: [`${TC} limit 5000 ce_threshold 1ms`],
      tc: 'qdisc change dev DEV root handle 1: fq_codel target 7ms noecn',
      spec: { ...SPEC, options: { target: '7ms', ecn: false } },
      dumped: { ...PLAIN, limit: 5000, target: 7, ecn: false, ceThreshold: 1 },
    },
    {
      name: 'longest times',
      tc: `${TC} target 2199023254us interval 2199023254us ce_threshold 2199023254us`,
      spec: {
        ...SPEC,
        options: { target: 2_199_023.254, interval: 2_199_023.254, ceThreshold: 2_199_023.254 },
      },
      // 2147483646 steps are 2199023253.504 us.
      dumped: { ...PLAIN, target: 2_199_023.254, interval: 2_199_023.254, ceThreshold: 2_199_023.254 },
    },
    {
      name: 'ce_threshold off',
      tc: `${TC} ce_threshold 2199023255us`,
      spec: { ...SPEC, options: { ceThreshold: 'off' } },
      dumped: PLAIN,
    },
  ],
  refusals: [
    { name: 'no flows', options: { flows: 0 }, path: 'flows', kernel: { client: 'tc leaves a 0 out' } },
    { name: 'many flows', options: { flows: 65_537 }, path: 'flows', kernel: { tc: `${TC} flows 65537` } },
    { name: 'small quantum', options: { quantum: 255 }, path: 'quantum', kernel: raised('256') },
    {
      name: 'large quantum',
      options: { quantum: '2mb' },
      path: 'quantum',
      kernel: { client: 'kernels of after 5.10 refuse it; 5.10 itself takes it' },
    },
    { name: 'drop_batch of 0', options: { dropBatch: 0 }, path: 'dropBatch', kernel: raised('1') },
    {
      name: 'memory_limit',
      options: { memoryLimit: 2 ** 31 + 1 },
      path: 'memoryLimit',
      kernel: raised('2^31'),
    },
    {
      name: 'long target',
      options: { target: '2199023255us' },
      path: 'target',
      kernel: { client: 'the kernel takes it, and later ones for times in the past' },
    },
    {
      name: 'selector without threshold',
      options: { ceThresholdSelector: 1, ceThresholdMask: 3 },
      path: 'ceThresholdMask',
      kernel: { client: 'the kernel takes it, and does not use it' },
    },
    {
      name: 'selector without mask',
      options: { ceThreshold: 1, ceThresholdSelector: 1 },
      path: 'ceThresholdSelector',
      kernel: { client: 'the kernel takes it, and does not use it' },
    },
    {
      name: 'ecn that is no flag',
      options: { ecn: 1 },
      path: 'ecn',
      kernel: { client: 'its type is another one' },
    },
  ].map(({ options, path, ...rest }) => ({ ...rest, spec: { ...SPEC, options }, path: `options.${path}` })),
}
