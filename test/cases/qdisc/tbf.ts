// Rows about tbf. A burst of so many bytes is told as whole ticks of 64 ns; what dumps make of it is
// worked out here by hand: all sizes of the same tick count, of these a multiple of 1024, else the greatest.

import type { KindCases } from '../types.ts'

const QDISC = 'qdisc add dev DEV root handle 1: tbf'
const SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'tbf' }

const NO_TABLE = {
  'TCA_OPTIONS.TCA_TBF_RTAB': 'the kernel needs no table, as the link layer is always told',
}
const NO_TABLES = {
  ...NO_TABLE,
  'TCA_OPTIONS.TCA_TBF_PTAB': 'the kernel needs no table, as the link layer is always told',
}

export const tbfQdisc: KindCases = {
  family: 'qdisc',
  kind: 'tbf',
  cases: [
    {
      name: 'latency',
      tc: `${QDISC} rate 1mbit burst 10kb latency 50ms`,
      spec: { ...SPEC, options: { rate: '1mbit', burst: '10kb', latency: '50ms' } },
      // 125000 byte/s x 0.05 s + 10240
      dumped: { rate: 1e6, burst: 10_240, limit: 16_490, overhead: 0, mpu: 0, linklayer: 'ethernet' },
      differs: NO_TABLE,
    },
    {
      name: 'limit and cell',
      tc: `${QDISC} rate 8mbit burst 6001/16 limit 3000`,
      spec: { ...SPEC, options: { rate: 8_000_000, burst: '6001/16', limit: 3000 } },
      dumped: { rate: 8e6, burst: 6001, limit: 3000 },
      differs: NO_TABLE,
    },
    {
      name: 'all',
      tc: `${QDISC} rate 1mbit burst 10kb limit 20kb peakrate 2mbit mtu 1540/8 mpu 64 overhead 24 linklayer ethernet`,
      spec: {
        ...SPEC,
        options: {
          rate: '1mbit',
          burst: '10kb',
          limit: '20kb',
          peakrate: '2mbit',
          mtu: '1540/8',
          mpu: 64,
          overhead: 24,
          linklayer: 'ethernet',
        },
      },
      dumped: {
        rate: 1e6,
        burst: 10_240,
        limit: 20_480,
        peakrate: 2e6,
        mtu: 1540,
        overhead: 24,
        linklayer: 'ethernet',
      },
      // Older kernels drop it.
      dumpedSince: { '5.17': { mpu: 64 } },
      differs: NO_TABLES,
    },
    {
      name: 'latency at the peak',
      tc: `${QDISC} rate 8mbit burst 10000 latency 10ms peakrate 9mbit minburst 2000`,
      spec: {
        ...SPEC,
        options: { rate: '8mbit', burst: 10_000, latency: 10, peakrate: '9mbit', mtu: 2000 },
      },
      // 1125000 byte/s x 0.01 s + 2000, less than 1000000 x 0.01 + 10000
      dumped: { rate: 8e6, burst: 10_000, limit: 13_250, peakrate: 9e6, mtu: 2000 },
      differs: NO_TABLES,
    },
    {
      name: 'atm',
      tc: `${QDISC} rate 1mbit burst 10kb limit 20kb peakrate 2mbit mtu 1540 overhead 24 linklayer atm`,
      spec: {
        ...SPEC,
        options: {
          rate: '1mbit',
          burst: '10kb',
          limit: '20kb',
          peakrate: '2mbit',
          mtu: 1540,
          overhead: 24,
          linklayer: 'atm',
        },
      },
      // 214 cells of 48 bytes hold 10201 to 10248 bytes and the overhead, 33 cells 1513 to 1560.
      dumped: {
        rate: 1e6,
        burst: 10_240,
        limit: 20_480,
        peakrate: 2e6,
        mtu: 1560,
        overhead: 24,
        linklayer: 'atm',
        inexact: ['burst', 'mtu'],
      },
      differs: NO_TABLES,
    },
    {
      name: 'eight bytes a tick',
      tc: `${QDISC} rate 1gbit burst 20000 limit 100000`,
      spec: { ...SPEC, options: { rate: '1gbit', burst: 20_000, limit: 100_000 } },
      // 20000 to 20007 bytes are 2500 ticks.
      dumped: { rate: 1e9, burst: 20_007, limit: 100_000, inexact: ['burst'] },
      differs: NO_TABLE,
    },
    {
      name: 'rate64',
      tc: `${QDISC} rate 40gbit burst 1mb latency 1ms peakrate 80gbit mtu 9000`,
      spec: {
        ...SPEC,
        options: { rate: '40gbit', burst: '1mb', latency: '1ms', peakrate: '80gbit', mtu: 9000 },
      },
      // 5e9 byte/s x 0.001 s + 1048576. 320 and 640 bytes a tick: 9216 is in the tick of 9000.
      dumped: {
        rate: 40e9,
        burst: 1_048_576,
        limit: 6_048_576,
        peakrate: 80e9,
        mtu: 9216,
        inexact: ['burst', 'mtu'],
      },
      differs: {
        ...NO_TABLES,
        'TCA_OPTIONS.TCA_TBF_PARMS':
          'tc takes the times at 2^32 - 1 byte/s instead of the rate; the sizes in bytes win over them',
      },
    },
    {
      name: 'rate of 32 bits',
      tc: `${QDISC} rate 34359738360 burst 1mb limit 1mb`,
      spec: { ...SPEC, options: { rate: 34_359_738_360, burst: '1mb', limit: '1mb' } },
      dumped: { rate: 34_359_738_360, burst: 1_048_576, limit: 1_048_576 },
      differs: NO_TABLE,
    },
    {
      name: 'change',
      before: [`${QDISC} rate 1mbit burst 10kb limit 10kb peakrate 2mbit mtu 1540`],
      tc: 'qdisc change dev DEV root handle 1: tbf rate 3mbit burst 5kb limit 7kb',
      spec: { ...SPEC, options: { rate: '3mbit', burst: '5kb', limit: '7kb' } },
      dumped: { rate: 3e6, burst: 5120, limit: 7168 },
      differs: NO_TABLE,
    },
  ],
  refusals: [
    {
      name: 'rate of 0',
      spec: { ...SPEC, options: { rate: 0, burst: 1600, limit: 1600 } },
      path: 'options.rate',
      kernel: { client: 'tc takes it for a rate that was forgotten; the kernel answers EINVAL' },
    },
    {
      name: 'burst of 0',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 0, limit: 1600 } },
      path: 'options.burst',
      kernel: { client: 'tc takes it for a burst that was forgotten; the kernel answers EINVAL' },
    },
    {
      name: 'limit of 0',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 0 } },
      path: 'options.limit',
      kernel: { client: 'tc takes it for a limit that was forgotten; the kernel drops every packet' },
    },
    {
      name: 'neither limit nor latency',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600 } },
      path: 'options.limit',
      kernel: { client: 'tc wants one of them itself: the message has a limit in any case' },
    },
    {
      name: 'limit and latency',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 1600, latency: 5 } },
      path: 'options.latency',
      kernel: { client: 'tc refuses it itself: the message has one field for both' },
    },
    {
      name: 'latency beyond any limit',
      spec: { ...SPEC, options: { rate: '40gbit', burst: 1600, latency: 1000 } },
      path: 'options.latency',
      kernel: { client: 'the message has 32 bits for the limit' },
    },
    {
      name: 'peak rate that is no higher',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 1600, peakrate: '1mbit', mtu: 1600 } },
      path: 'options.peakrate',
      kernel: { tc: `${QDISC} rate 1mbit burst 1600 limit 1600 peakrate 1mbit mtu 1600` },
    },
    {
      name: 'peak rate without mtu',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 1600, peakrate: '2mbit' } },
      path: 'options.mtu',
      kernel: { client: 'tc refuses it itself; the kernel would let no packet through' },
    },
    {
      name: 'mtu without peak rate',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 1600, mtu: 1600 } },
      path: 'options.mtu',
      kernel: { client: 'the kernel takes it, and ignores it' },
    },
    {
      name: 'time of no packet at all',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 20.5, limit: 1600, overhead: 24 } },
      path: 'options.burst',
      kernel: { client: 'tc has no word for a burst that is no whole number' },
    },
    {
      name: 'overhead of 17 bits',
      spec: { ...SPEC, options: { rate: '1mbit', burst: 1600, limit: 1600, overhead: 65_536 } },
      path: 'options.overhead',
      kernel: { client: 'the message has 16 bits for it' },
    },
  ],
}
