// Rows about red. Plain: burst is (2 * 33333 + 100000) / 3000 = 55, so that bursts of 55 + 1 - 33.3 = 22.7 packets
// have to pass; (1 - (1 - W)^55) / W is 15.5 for W = 2^-4 and 26.4 for 2^-5: ewma 5. A packet of 1000 bytes takes 12500
// ticks at 10 Mbit/s; 31 bits of decay are 31 * 12500 / -ln(1 - 2^-5) = 1.22e7 ticks, 373 times 2^15: scellLog 15.

import type { KindCases } from '../types.ts'

const TC = 'qdisc add dev DEV root handle 1: red'
const SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'red' }
const PLAIN = { limit: 400_000, min: 33_333, max: 100_000, ewma: 5, scellLog: 15 }
// 0.02 * 2^32 is 85899345.92.
const USUAL = { probability: 85_899_345 / 2 ** 32 }

export const redQdisc: KindCases = {
  family: 'qdisc',
  kind: 'red',
  cases: [
    {
      name: 'plain',
      tc: `${TC} limit 400000 avpkt 1000`,
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000 } },
      dumped: { ...PLAIN, ...USUAL },
    },
    {
      name: 'as dumped',
      tc: `${TC} limit 400000 avpkt 1000`,
      spec: { ...SPEC, options: { ...PLAIN, probability: '0.02' } },
      dumped: { ...PLAIN, ...USUAL },
    },
    {
      name: 'all',
      tc: `${TC} limit 400kb min 30000 max 90000 avpkt 1500 burst 55 ecn harddrop nodrop bandwidth 100mbit probability 0.1`,
      spec: {
        ...SPEC,
        options: {
          limit: '400kb',
          min: 30_000,
          max: '90000',
          avpkt: 1500,
          burst: 55,
          bandwidth: '100mbit',
          probability: 0.1,
          ecn: true,
          harddrop: true,
          nodrop: true,
        },
      },
      // Bursts of 36 packets: 26.4 at 2^-5, 37.1 at 2^-6. 31 bits: 31 * 1875 / -ln(1 - 2^-6) ticks, 451 times 2^13.
      dumped: {
        limit: 409_600,
        min: 30_000,
        max: 90_000,
        probability: 429_496_729 / 2 ** 32,
        ewma: 6,
        scellLog: 13,
        ecn: true,
        harddrop: true,
        nodrop: true,
      },
    },
    {
      name: 'adaptive',
      // Low enough to stay as it is while the queue is empty.
      tc: `${TC} limit 400000 avpkt 1000 ecn adaptive probability 0.005`,
      spec: {
        ...SPEC,
        options: { limit: 400_000, avpkt: 1000, ecn: true, adaptive: true, probability: 0.005 },
      },
      dumped: { ...PLAIN, probability: 21_474_836 / 2 ** 32, ecn: true, adaptive: true },
      differs: {
        'TCA_OPTIONS.TCA_RED_PARMS': 'tc 6.1 sets the flag where the kernel shows it, but does not adapt',
        'TCA_OPTIONS.TCA_RED_FLAGS': 'tc 6.1 sets the flag where the kernel shows it, but does not adapt',
      },
    },
    {
      name: 'max only',
      tc: `${TC} limit 400000 max 20000 avpkt 1000`,
      spec: { ...SPEC, options: { limit: 400_000, max: 20_000, avpkt: 1000 } },
      // burst 11, of which 5.3 have to pass: 3.9 at 2^-2, 6.2 at 2^-3
      dumped: { limit: 400_000, min: 6666, max: 20_000, ewma: 3, scellLog: 13, ...USUAL },
    },
    {
      name: 'min only',
      tc: `${TC} limit 400000 min 20000 avpkt 1000`,
      spec: { ...SPEC, options: { limit: 400_000, min: 20_000, avpkt: 1000 } },
      // burst 33, of which 14 have to pass: 7.9 at 2^-3, 14.1 at 2^-4
      dumped: { limit: 400_000, min: 20_000, max: 60_000, ewma: 4, scellLog: 14, ...USUAL },
    },
    {
      name: 'min as max',
      tc: `${TC} limit 400000 min 30000 max 30000 avpkt 1000`,
      spec: { ...SPEC, options: { limit: 400_000, min: 30_000, max: 30_000, avpkt: 1000 } },
      // burst 30, of which 1 has to pass: 2 at 2^-1
      dumped: { limit: 400_000, min: 30_000, max: 30_000, ewma: 1, scellLog: 11, ...USUAL },
    },
    {
      name: 'qevents',
      tc: `${TC} limit 400000 avpkt 1000 ecn qevent early_drop block 10 qevent mark block 11`,
      spec: {
        ...SPEC,
        options: { limit: 400_000, avpkt: 1000, ecn: true, qevents: { earlyDrop: 10, mark: 11 } },
      },
      dumped: { ...PLAIN, ...USUAL, ecn: true, qevents: { earlyDrop: 10, mark: 11 } },
    },
    {
      name: 'certain',
      tc: `${TC} limit 400000 avpkt 1000 probability 1`,
      noTc: 'tc 6.1 sends 0 for 1, which the kernel takes for unset',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, probability: 1 } },
      dumped: { ...PLAIN, probability: (2 ** 32 - 1) / 2 ** 32 },
    },
    {
      name: 'high bandwidth',
      tc: `${TC} limit 400000 avpkt 1000 bandwidth 100gbit`,
      noTc: 'tc 6.1 knows no more than 34 Gbit/s, and makes no table of use from 8 Gbit/s on',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, bandwidth: '100gbit' } },
      // 2 ticks a packet; 31 bits: 31 * 2 / -ln(1 - 2^-5) = 1953 ticks, 488 times 2^2
      dumped: { ...PLAIN, ...USUAL, scellLog: 2 },
    },
    {
      name: 'no queue of its own',
      tc: `${TC} limit 0 min 30000 max 90000 avpkt 1000`,
      noTc: 'tc asks for a limit, the kernel does not',
      spec: { ...SPEC, options: { limit: 0, min: 30_000, max: 90_000, avpkt: 1000 } },
      dumped: { limit: 0, min: 30_000, max: 90_000, ewma: 5, scellLog: 15, ...USUAL },
    },
    {
      name: 'change',
      before: [`${TC} limit 400000 avpkt 1000 ecn nodrop`],
      tc: 'qdisc change dev DEV root handle 1: red limit 400000 avpkt 1000 harddrop',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, harddrop: true } },
      dumped: { ...PLAIN, ...USUAL, harddrop: true },
    },
  ],
  refusals: [
    {
      name: 'no limit',
      spec: { ...SPEC, options: { avpkt: 1000 } },
      path: 'options.limit',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'no avpkt',
      spec: { ...SPEC, options: { limit: 400_000 } },
      path: 'options.avpkt',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'avpkt of 0',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 0 } },
      path: 'options.avpkt',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'ewma beside avpkt',
      spec: { ...SPEC, options: { ...PLAIN, avpkt: 1000 } },
      path: 'options.ewma',
      kernel: { client: 'one of them would have to be left out' },
    },
    {
      name: 'burst beside ewma',
      spec: { ...SPEC, options: { ...PLAIN, burst: 55 } },
      path: 'options.burst',
      kernel: { client: 'one of them would have to be left out' },
    },
    {
      name: 'small burst',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, burst: 33 } },
      path: 'options.burst',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'min above max',
      spec: { ...SPEC, options: { ...PLAIN, min: 100_001 } },
      path: 'options.min',
      kernel: { client: 'tc refuses it itself, for a burst that is too small' },
    },
    {
      name: 'large max',
      spec: {
        ...SPEC,
        options: { limit: 4e9, min: 300_000_000, max: 1_000_000_000, avpkt: 1000, probability: 0.9 },
      },
      path: 'options.max',
      kernel: { tc: `${TC} limit 4000000000 min 300000000 max 1000000000 avpkt 1000 probability 0.9` },
    },
    {
      name: 'weight that leaves no bits',
      spec: { ...SPEC, options: { limit: 3000, min: 1000, max: 60_000, avpkt: 1000 } },
      path: 'options.max',
      kernel: { tc: `${TC} limit 3000 min 1000 max 60000 avpkt 1000` },
    },
    {
      name: 'probability as percentage',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, probability: '2%' } },
      path: 'options.probability',
      kernel: { client: 'tc takes it for 2' },
    },
    {
      name: 'probability of 0',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, probability: 0 } },
      path: 'options.probability',
      kernel: { client: 'the kernel takes it for unset' },
    },
    {
      name: 'bandwidth of 0',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, bandwidth: 0 } },
      path: 'options.bandwidth',
      kernel: { client: 'tc takes it for unset' },
    },
    {
      name: 'nodrop without ecn',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, nodrop: true } },
      path: 'options.nodrop',
      kernel: { tc: `${TC} limit 400000 avpkt 1000 nodrop` },
    },
    {
      name: 'nodrop and adaptive',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, ecn: true, nodrop: true, adaptive: true } },
      path: 'options.adaptive',
      kernel: { client: 'the kernel takes and shows it, but does not adapt' },
    },
    {
      name: 'block 0',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, qevents: { earlyDrop: 0 } } },
      path: 'options.qevents.earlyDrop',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'unknown qevent',
      spec: { ...SPEC, options: { limit: 400_000, avpkt: 1000, qevents: { early_drop: 1 } } },
      path: 'options.qevents.early_drop',
      kernel: { client: 'there is no such option' },
    },
  ],
}
