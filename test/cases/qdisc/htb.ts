// Rows about htb, the qdisc and its classes.

import type { KindCases } from '../types.ts'

const QDISC = 'qdisc add dev DEV root handle 1: htb'
const QDISC_SPEC = { dev: 'DEV', parent: 'root', handle: '1:', kind: 'htb' }
const CLASS = 'class add dev DEV parent 1: classid 1:10 htb'
const CLASS_SPEC = { dev: 'DEV', parent: '1:', classid: '1:10', kind: 'htb' }

const NO_TABLES = {
  'TCA_OPTIONS.TCA_HTB_RTAB': 'the kernel needs no table, as the link layer is always told',
  'TCA_OPTIONS.TCA_HTB_CTAB': 'the kernel needs no table, as the link layer is always told',
}

export const htbQdisc: KindCases = {
  family: 'qdisc',
  kind: 'htb',
  unchangeable: 'the kernel has no change of an htb qdisc',
  cases: [
    { name: 'plain', tc: QDISC, spec: QDISC_SPEC, dumped: { default: 0, r2q: 10 } },
    {
      name: 'all',
      tc: `${QDISC} default 30 r2q 20 direct_qlen 500`,
      spec: { ...QDISC_SPEC, options: { default: '1:30', r2q: 20, directQlen: 500 } },
      dumped: { default: 0x30, r2q: 20, directQlen: 500, directPackets: 0 },
    },
  ],
  refusals: [
    {
      name: 'r2q of 0',
      spec: { ...QDISC_SPEC, options: { r2q: 0 } },
      path: 'options.r2q',
      kernel: { client: 'the kernel takes it, but each class then divides by it: it is taken for 1' },
    },
  ],
}

export const htbClass: KindCases = {
  family: 'class',
  kind: 'htb',
  cases: [
    {
      name: 'rate',
      before: [QDISC],
      tc: `${CLASS} rate 10mbit`,
      spec: { ...CLASS_SPEC, options: { rate: '10mbit' } },
      dumped: { rate: 10_000_000, ceil: 10_000_000, burst: 1600, cburst: 1600, prio: 0, level: 0 },
      differs: NO_TABLES,
    },
    {
      name: 'all',
      before: [QDISC],
      tc: `${CLASS} rate 1mbit ceil 2mbit burst 15k cburst 16k prio 3 quantum 3000 mpu 64 overhead 24 linklayer ethernet`,
      spec: {
        ...CLASS_SPEC,
        options: {
          rate: '1mbit',
          ceil: '2mbit',
          burst: '15k',
          cburst: '16k',
          prio: 3,
          quantum: 3000,
          mpu: 64,
          overhead: 24,
          linklayer: 'ethernet',
        },
      },
      dumped: {
        rate: 1_000_000,
        ceil: 2_000_000,
        burst: 15_360,
        cburst: 16_384,
        prio: 3,
        quantum: 3000,
        overhead: 24,
        linklayer: 'ethernet',
      },
      // Kernels before forgot it.
      dumpedSince: { '5.17': { mpu: 64 } },
      differs: NO_TABLES,
    },
    {
      name: 'rate64',
      before: [QDISC],
      tc: `${CLASS} rate 40gbit ceil 100gbit burst 1mb cburst 1mb quantum 60000`,
      spec: {
        ...CLASS_SPEC,
        options: { rate: '40gbit', ceil: '100gbit', burst: '1mb', cburst: '1mb', quantum: 60_000 },
      },
      dumped: { rate: 40e9, ceil: 100e9, quantum: 60_000 },
      differs: NO_TABLES,
    },
  ],
  refusals: [
    {
      name: 'rate of 0',
      before: [QDISC],
      spec: { ...CLASS_SPEC, options: { rate: 0 } },
      path: 'options.rate',
      kernel: { client: 'tc refuses it, too' },
    },
    {
      name: 'prio above 7',
      before: [QDISC],
      spec: { ...CLASS_SPEC, options: { rate: '1mbit', prio: 8 } },
      path: 'options.prio',
      kernel: { client: 'the kernel takes it, but stores 7' },
    },
  ],
}
