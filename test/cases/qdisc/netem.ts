// Rows about netem. Shares are told by their 32 bits: 1% of 2^32 - 1 is 42949672.95, rounded 0x028f5c29.

import type { Case, KindCases } from '../types.ts'

const TC = 'qdisc add dev DEV root handle 1: netem'
const SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'netem' }

const bits = (scaled: number): number => scaled / 0xffff_ffff
const MODEL_ROUNDING = 'tc sums two halves to 2^32, at which the kernel starts at 0 again'
const CORR = {
  'TCA_OPTIONS.TCA_NETEM_CORR': 'tc sends correlations of 0 along, which the kernel does not need',
}
const TABLE =
  'recorded bytes would be a copy of its table; test/unit/kinds/netem-tables.test.ts compares that'
const LOT = { seed: 'drawn by lot where it is not given' }

const delays: Case[] = [
  { name: 'plain', tc: TC, spec: SPEC, dumped: { limit: 1000 } },
  {
    name: 'delay',
    tc: `${TC} delay 10ms`,
    spec: { ...SPEC, options: { delay: '10ms' } },
    dumped: { limit: 1000, delay: 10 },
  },
  {
    name: 'bare times',
    tc: `${TC} limit 7 delay 800 80`,
    spec: { ...SPEC, options: { limit: 7, delay: '800', jitter: '80' } },
    dumped: { limit: 7, delay: 0.8, jitter: 0.08 },
  },
  {
    name: 'limit of 0',
    tc: `${TC} limit 0 delay 100ms`,
    spec: { ...SPEC, options: { limit: 0, delay: 100 } },
    dumped: { limit: 0, delay: 100 },
  },
  {
    name: 'what tc makes of 1us',
    tc: `${TC} delay 1us 1us`,
    // 15 ticks of 64 ns
    spec: { ...SPEC, options: { delay: 0.00096, jitter: 0.00096 } },
    dumped: { delay: 0.00096, jitter: 0.00096 },
  },
  {
    name: 'single nanoseconds',
    tc: `${TC} delay 1us 1500ns`,
    noTc: 'tc 6.1 knows ticks of 64 ns only',
    spec: { ...SPEC, options: { delay: '1us', jitter: '1500ns' } },
    dumped: { delay: 0.001, jitter: 0.0015 },
  },
  {
    name: 'more than the ticks hold',
    tc: `${TC} delay 300s`,
    noTc: 'tc 6.1 knows no more than 274.9 s',
    spec: { ...SPEC, options: { delay: '300s' } },
    dumped: { delay: 300_000 },
  },
  {
    name: 'jitter',
    tc: `${TC} delay 10ms 1ms 25%`,
    spec: { ...SPEC, options: { delay: '10ms', jitter: '1ms', delayCorrelation: '25%' } },
    dumped: { delay: 10, jitter: 1, delayCorrelation: bits(0x4000_0000) },
  },
  ...(['normal', 'pareto', 'paretonormal'] as const).map((distribution) => ({
    name: distribution,
    tc: `${TC} delay 10ms 1ms distribution ${distribution}`,
    noTc: TABLE,
    spec: { ...SPEC, options: { delay: '10ms', jitter: '1ms', distribution } },
    dumped: { delay: 10, jitter: 1 },
  })),
  {
    name: 'uniform',
    tc: `${TC} delay 10ms 1ms distribution uniform`,
    noTc: 'tc has no file of that name',
    spec: { ...SPEC, options: { delay: 10, jitter: 1, distribution: 'uniform' } },
    dumped: { delay: 10, jitter: 1 },
  },
  {
    name: 'own table',
    tc: `${TC} delay 10ms 1ms distribution own`,
    noTc: 'tc takes tables from its own folder only',
    spec: { ...SPEC, options: { delay: 10, jitter: 1, distribution: [-32_768, 0, 32_767] } },
    dumped: { delay: 10, jitter: 1 },
  },
]

const losses: Case[] = [
  {
    name: 'loss',
    tc: `${TC} loss random 1% 25% ecn`,
    spec: { ...SPEC, options: { loss: '1%', lossCorrelation: 0.25, ecn: true } },
    dumped: { loss: bits(0x028f_5c29), lossCorrelation: bits(0x4000_0000), ecn: true },
  },
  {
    name: 'loss state',
    tc: `${TC} loss state 1% 20% 30% 40% 50% ecn`,
    spec: {
      ...SPEC,
      options: { lossState: { p13: '1%', p31: '20%', p32: '30%', p23: '40%', p14: '50%' }, ecn: true },
    },
    dumped: {
      lossState: {
        p13: bits(0x028f_5c29),
        p31: bits(0x3333_3333),
        p32: bits(0x4ccc_cccc),
        p23: bits(0x6666_6666),
        p14: bits(0x8000_0000),
      },
      ecn: true,
    },
  },
  {
    name: 'loss state of one',
    tc: `${TC} loss state 1%`,
    spec: { ...SPEC, options: { lossState: { p13: '1%' } } },
    dumped: { lossState: { p13: bits(0x028f_5c29), p31: bits(0xfd70_a3d6), p32: 0, p23: 1, p14: 0 } },
  },
  {
    name: 'loss state of halves',
    tc: `${TC} loss state 50% 50% 50% 50% 50%`,
    noTc: MODEL_ROUNDING,
    spec: { ...SPEC, options: { lossState: { p13: 0.5, p31: 0.5, p32: 0.5, p23: 0.5, p14: 0.5 } } },
    dumped: {
      lossState: {
        p13: bits(0x7fff_ffff),
        p31: bits(0x7fff_ffff),
        p32: bits(0x8000_0000),
        p23: bits(0x8000_0000),
        p14: bits(0x8000_0000),
      },
    },
  },
  {
    name: 'loss gemodel',
    tc: `${TC} loss gemodel 1% 10% 70% 0.1%`,
    spec: {
      ...SPEC,
      options: { lossGemodel: { p: '1%', r: '10%', lossInBad: '70%', lossInGood: '0.1%' } },
    },
    dumped: {
      lossGemodel: {
        p: bits(0x028f_5c29),
        r: bits(0x1999_999a),
        lossInBad: bits(0xb333_3332),
        lossInGood: bits(0x0041_8937),
      },
    },
  },
  {
    name: 'loss gemodel of one',
    tc: `${TC} loss gemodel 1%`,
    spec: { ...SPEC, options: { lossGemodel: { p: 0.01 } } },
    dumped: { lossGemodel: { p: bits(0x028f_5c29), r: bits(0xfd70_a3d6), lossInBad: 1, lossInGood: 0 } },
  },
]

const changes: Case[] = [
  {
    name: 'duplicate',
    tc: `${TC} duplicate 1%`,
    spec: { ...SPEC, options: { duplicate: '1%' } },
    dumped: { duplicate: bits(0x028f_5c29) },
  },
  {
    name: 'duplicate with correlation',
    tc: `${TC} duplicate 1% 5%`,
    noTc: 'tc 6.1 takes this correlation, but does not send it',
    spec: { ...SPEC, options: { duplicate: '1%', duplicateCorrelation: '5%' } },
    dumped: { duplicate: bits(0x028f_5c29), duplicateCorrelation: bits(0x0ccc_cccd) },
  },
  {
    name: 'corrupt',
    tc: `${TC} corrupt 0.1% 5%`,
    spec: { ...SPEC, options: { corrupt: '0.1%', corruptCorrelation: '5%' } },
    dumped: { corrupt: bits(0x0041_8937), corruptCorrelation: bits(0x0ccc_cccd) },
    differs: CORR,
  },
  {
    name: 'reorder',
    tc: `${TC} delay 10ms reorder 25%`,
    spec: { ...SPEC, options: { delay: '10ms', reorder: '25%' } },
    dumped: { delay: 10, reorder: bits(0x4000_0000), gap: 1 },
  },
  {
    name: 'reorder with gap',
    tc: `${TC} delay 10ms reorder 25% 50% gap 5`,
    spec: { ...SPEC, options: { delay: '10ms', reorder: '25%', reorderCorrelation: '50%', gap: 5 } },
    dumped: { delay: 10, reorder: bits(0x4000_0000), reorderCorrelation: bits(0x8000_0000), gap: 5 },
    differs: CORR,
  },
  {
    name: 'gap alone',
    tc: `${TC} delay 10ms gap 5`,
    noTc: 'tc asks for reorder as well, where the kernel takes 100%',
    spec: { ...SPEC, options: { delay: '10ms', gap: 5 } },
    dumped: { delay: 10, reorder: 1, gap: 5 },
  },
  {
    name: 'change',
    before: [`${TC} delay 10ms loss 1% ecn corrupt 0.1% rate 1mbit duplicate 1%`],
    tc: 'qdisc change dev DEV root handle 1: netem limit 500 delay 20ms',
    spec: { ...SPEC, options: { limit: 500, delay: '20ms' } },
    dumped: { limit: 500, delay: 20, corrupt: bits(0x0041_8937), rate: 1_000_000 },
    showDiffers: {
      ecn: 'a change keeps it, but without loss it does nothing: what we list does not have it',
    },
  },
  {
    name: 'change that turns off',
    before: [`${TC} delay 10ms loss 1% ecn corrupt 0.1% rate 1mbit slot 1ms`],
    tc: 'qdisc change dev DEV root handle 1: netem',
    noTc: 'tc can turn off neither ecn nor slots, and here not the rest either',
    spec: {
      ...SPEC,
      options: { limit: 9, loss: 0.5, ecn: false, corrupt: 0, rate: 0, slot: { minDelay: 0 }, reorder: 0 },
    },
    dumped: { limit: 9, loss: bits(0x8000_0000) },
  },
]

const rates: Case[] = [
  {
    name: 'rate',
    tc: `${TC} rate 1mbit 20 100 5`,
    spec: { ...SPEC, options: { rate: '1mbit', packetOverhead: 20, cellSize: 100, cellOverhead: 5 } },
    dumped: { rate: 1_000_000, packetOverhead: 20, cellSize: 100, cellOverhead: 5 },
  },
  {
    name: 'rate with less',
    tc: `${TC} rate 1mbit -14 48 -5`,
    spec: { ...SPEC, options: { rate: 1e6, packetOverhead: -14, cellSize: 48, cellOverhead: -5 } },
    dumped: { rate: 1_000_000, packetOverhead: -14, cellSize: 48, cellOverhead: -5 },
  },
  {
    name: 'rate of 32 bits',
    tc: `${TC} rate 34359738360`,
    spec: { ...SPEC, options: { rate: 34_359_738_360 } },
    dumped: { rate: 34_359_738_360 },
  },
  {
    name: 'rate of 33 bits',
    tc: `${TC} rate 34359738368`,
    spec: { ...SPEC, options: { rate: 34_359_738_368 } },
    dumped: { rate: 34_359_738_368 },
  },
  {
    name: 'reorder by rate alone',
    tc: `${TC} rate 1mbit reorder 25%`,
    noTc: 'tc asks for a delay',
    spec: { ...SPEC, options: { rate: '1mbit', reorder: '25%' } },
    dumped: { rate: 1_000_000, reorder: bits(0x4000_0000), gap: 1 },
  },
  {
    name: 'slot',
    tc: `${TC} slot 800us`,
    spec: { ...SPEC, options: { slot: { minDelay: '800us' } } },
    dumped: { slot: { minDelay: 0.8, maxDelay: 0.8 } },
  },
  {
    name: 'slot with limits',
    tc: `${TC} slot 800 1000 packets 3 bytes 2k`,
    spec: { ...SPEC, options: { slot: { minDelay: '800', maxDelay: '1000', packets: 3, bytes: '2k' } } },
    dumped: { slot: { minDelay: 0.0008, maxDelay: 0.001, packets: 3, bytes: 2048 } },
  },
  {
    name: 'slot distribution',
    tc: `${TC} slot distribution pareto 10ms 1ms packets 3`,
    noTc: TABLE,
    spec: {
      ...SPEC,
      options: { slot: { distribution: 'pareto', delay: '10ms', jitter: '1ms', packets: 3 } },
    },
    dumped: { slot: { delay: 10, jitter: 1, packets: 3 } },
  },
  {
    name: 'slot distribution by default',
    tc: `${TC} slot distribution uniform 10ms 1ms`,
    noTc: 'tc has no file of that name',
    spec: { ...SPEC, options: { slot: { delay: 10, jitter: 1 } } },
    dumped: { slot: { delay: 10, jitter: 1 } },
  },
  {
    name: 'seed',
    tc: `${TC} loss 1% seed 9223372036854775809`,
    noTc: 'tc 6.1 does not know it',
    since: '6.6',
    spec: { ...SPEC, options: { loss: '1%', seed: 2n ** 63n + 1n } },
    dumped: { loss: bits(0x028f_5c29), seed: 2n ** 63n + 1n },
  },
]

const USELESS = 'the kernel takes it, and does not use it'

/** Options that are refused, by the option that the error names. */
const REFUSED: readonly [name: string, options: object, path: string, why: string][] = [
  ['negative limit', { limit: -1 }, 'limit', 'the field has no sign'],
  ['negative delay', { delay: -1 }, 'delay', 'the ticks have no sign'],
  ['long jitter', { jitter: '2147483648ns' }, 'jitter', 'the kernel takes it, but stores 2147483647 ns'],
  ['correlation without jitter', { delay: 1, delayCorrelation: 0.5 }, 'delayCorrelation', USELESS],
  [
    'distribution without jitter',
    { delay: 1, distribution: 'normal' },
    'distribution',
    'tc refuses it itself',
  ],
  [
    'unknown distribution',
    { jitter: 1, distribution: 'experimental' },
    'distribution',
    'a table is sent, no name',
  ],
  ['empty table', { jitter: 1, distribution: [] }, 'distribution', 'tc cannot send it'],
  [
    'table with fractions',
    { jitter: 1, distribution: [0.5] },
    'distribution',
    'its entries are whole numbers',
  ],
  ['loss above 1', { loss: 1.5 }, 'loss', 'the field ends at 1'],
  ['correlation without loss', { lossCorrelation: 0.5 }, 'lossCorrelation', USELESS],
  [
    'two models',
    { lossState: { p13: 0.1 }, lossGemodel: { p: 0.1 } },
    'lossGemodel',
    'the kernel takes the last',
  ],
  ['loss and a model', { loss: 0.1, lossState: { p13: 0.1 } }, 'loss', USELESS],
  ['model without p13', { lossState: { p31: 0.1 } }, 'lossState.p13', 'tc asks for it'],
  ['model beyond 1', { lossState: { p13: 0.6, p14: 0.6 } }, 'lossState.p13', 'the kernel adds up in 32 bits'],
  ['model beyond 1 again', { lossState: { p13: 0.1, p31: 0.6, p32: 0.6 } }, 'lossState.p31', 'likewise'],
  ['unknown parameter', { lossGemodel: { p: 0.1, h: 0.1 } }, 'lossGemodel.h', 'there is no such parameter'],
  ['ecn without loss', { ecn: true }, 'ecn', USELESS],
  ['correlation without duplicate', { duplicateCorrelation: 0.5 }, 'duplicateCorrelation', USELESS],
  ['correlation without corrupt', { corruptCorrelation: 0.5 }, 'corruptCorrelation', USELESS],
  ['reorder without delay', { reorder: 0.25 }, 'reorder', USELESS],
  ['gap without delay', { gap: 5 }, 'gap', USELESS],
  ['gap of 0 with reorder', { delay: 1, reorder: 0.5, gap: 0 }, 'gap', USELESS],
  ['correlation without reorder', { delay: 1, reorderCorrelation: 0.5 }, 'reorderCorrelation', USELESS],
  ['rate below 1 byte', { rate: '7bit' }, 'rate', 'tc sends 0, which is no limit'],
  ['packetOverhead without rate', { packetOverhead: 20 }, 'packetOverhead', USELESS],
  ['cellSize without rate', { cellSize: 48 }, 'cellSize', USELESS],
  ['cellOverhead without cellSize', { rate: '1mbit', cellOverhead: 5 }, 'cellOverhead', USELESS],
  [
    'cells of less than 0 bytes',
    { rate: '1mbit', cellSize: 48, cellOverhead: -49 },
    'cellOverhead',
    'the kernel takes it for cells of 2^32 - 1 bytes',
  ],
  ['slot without delay', { slot: { packets: 3 } }, 'slot.minDelay', USELESS],
  ['slot with limits, but off', { slot: { minDelay: 0, packets: 3 } }, 'slot.packets', USELESS],
  [
    'slot maxDelay below minDelay',
    { slot: { minDelay: 2, maxDelay: 1 } },
    'slot.maxDelay',
    'before 7.2 it is taken',
  ],
  ['slot maxDelay alone', { slot: { delay: 2, jitter: 1, maxDelay: 1 } }, 'slot.maxDelay', USELESS],
  ['slot of both sorts', { slot: { minDelay: 2, jitter: 1 } }, 'slot.jitter', USELESS],
  ['slot without jitter', { slot: { delay: 2 } }, 'slot.jitter', USELESS],
  [
    'slot with long jitter',
    { slot: { delay: 2, jitter: 2148 } },
    'slot.jitter',
    'the kernel stores 2147483647 ns',
  ],
  [
    'slot with negative packets',
    { slot: { minDelay: 2, packets: -1 } },
    'slot.packets',
    'before 7.2 it is taken',
  ],
  ['negative seed', { seed: -1 }, 'seed', 'tc 6.1 does not know it'],
  ['seed of 65 bits', { seed: 2n ** 64n }, 'seed', 'tc 6.1 does not know it'],
]

export const netemQdisc: KindCases = {
  family: 'qdisc',
  kind: 'netem',
  cases: [...delays, ...losses, ...changes, ...rates].map((row) => ({ ...row, listDiffers: LOT })),
  refusals: REFUSED.map(([name, options, path, client]) => ({
    name,
    spec: { ...SPEC, options },
    path: `options.${path}`,
    kernel: { client },
  })),
}
