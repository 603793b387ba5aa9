// Rows about matchall.

import type { KindCases } from '../types.ts'

const RULE = 'filter add dev DEV ingress protocol all prio 1 matchall'
const SPEC = { dev: 'DEV', parent: 'ingress', protocol: 'all', priority: 1, kind: 'matchall' }
const CLSACT = { before: ['qdisc add dev DEV clsact'], needs: ['qdisc:clsact'] }
/** Actions of another filter have numbers of their own. */
const NUMBERED = {
  showDiffers: { index: 'the kernel chooses it' },
  listDiffers: { index: 'the kernel chooses it' },
}
const WITH_GACT = {
  ...NUMBERED,
  before: ['qdisc add dev DEV clsact'],
  needs: ['qdisc:clsact', 'action:gact'],
}
const DROP = { kind: 'gact', options: { control: 'drop' } }

export const matchall: KindCases = {
  family: 'filter',
  kind: 'matchall',
  unchangeable: 'the kernel never changes the one filter of a priority',
  cases: [
    {
      ...CLSACT,
      name: 'plain',
      noTc: 'tc sends no options at all then, and the kernel refuses that',
      tc: RULE,
      spec: SPEC,
      dumped: { inHw: false, pcnt: { ruleHit: 0 } },
    },
    {
      ...CLSACT,
      name: 'class',
      tc: `${RULE} flowid 1:10`,
      spec: { ...SPEC, options: { classid: '1:10' } },
      dumped: { classid: '1:10', inHw: false },
    },
    {
      ...WITH_GACT,
      name: 'class and action',
      tc: `${RULE} classid 1:10 action drop`,
      spec: { ...SPEC, options: { classid: '1:10', actions: [DROP] } },
      dumped: { classid: '1:10', actions: [DROP] },
    },
    {
      ...WITH_GACT,
      name: 'handle and egress',
      tc: 'filter add dev DEV egress protocol ipv6 prio 49152 handle 5 matchall action drop',
      spec: {
        ...SPEC,
        parent: 'egress',
        protocol: 'ipv6',
        priority: 49_152,
        handle: 5,
        options: { actions: [DROP] },
      },
      dumped: { actions: [DROP] },
    },
    {
      ...WITH_GACT,
      name: 'skip_hw',
      tc: `${RULE} skip_hw action drop`,
      spec: { ...SPEC, options: { skipHw: true, actions: [DROP] } },
      dumped: { skipHw: true, inHw: false },
    },
    {
      ...WITH_GACT,
      name: 'skip_sw',
      bytesOnly: 'the kernel refuses it where no hardware takes the filter',
      tc: `${RULE} skip_sw action drop`,
      spec: { ...SPEC, options: { skipSw: true, actions: [DROP] } },
      dumped: {},
    },
    {
      ...CLSACT,
      name: 'verbose',
      noTc: 'tc 6.1 has no such option',
      tc: RULE,
      spec: { ...SPEC, options: { verbose: true } },
      dumped: { verbose: true },
    },
  ],
  refusals: [
    {
      name: 'neither hardware nor software',
      spec: { ...SPEC, options: { skipHw: true, skipSw: true } },
      path: 'options.skipSw',
      kernel: { client: 'tc refuses it itself, the kernel as well' },
    },
    {
      name: 'more than 32 actions',
      spec: { ...SPEC, options: { actions: Array.from({ length: 33 }, () => DROP) } },
      path: 'options.actions',
      kernel: { client: 'the kernel ignores, or refuses, those above' },
    },
  ],
}
