// Rows about mirred.

import type { KindCases } from '../types.ts'

const ADD = 'actions add action mirred'

export const mirred: KindCases = {
  family: 'action',
  kind: 'mirred',
  cases: [
    {
      name: 'redirect',
      tc: `${ADD} egress redirect dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'redirect', dev: 'DEV2' } },
      dumped: { action: 'redirect', direction: 'egress', dev: 'DEV2', control: 'stolen' },
    },
    {
      name: 'mirror',
      tc: `${ADD} egress mirror dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'mirror', direction: 'egress', dev: 'DEV2' } },
      dumped: { action: 'mirror', direction: 'egress', dev: 'DEV2', control: 'pipe' },
    },
    {
      name: 'ingress redirect',
      tc: `${ADD} ingress redirect dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'redirect', direction: 'ingress', dev: 'DEV2' } },
      dumped: { action: 'redirect', direction: 'ingress', dev: 'DEV2', control: 'stolen' },
    },
    {
      name: 'ingress mirror',
      tc: `${ADD} ingress mirror dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'mirror', direction: 'ingress', dev: 'DEV2' } },
      dumped: { action: 'mirror', direction: 'ingress', dev: 'DEV2', control: 'pipe' },
    },
    {
      name: 'control',
      noTc: 'tc takes the word behind mirred for the next action',
      tc: `${ADD} egress mirror dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'mirror', dev: 'DEV2', control: 'drop' } },
      dumped: { action: 'mirror', dev: 'DEV2', control: 'drop' },
    },
    {
      name: 'index of a device',
      noTc: 'tc takes names only; 1 is the index of lo',
      tc: `${ADD} egress redirect dev lo`,
      spec: { kind: 'mirred', options: { action: 'redirect', ifindex: 1 } },
      dumped: { action: 'redirect', dev: 'lo', ifindex: 1 },
    },
    {
      name: 'block',
      noTc: 'tc 6.1 does not know blocks as targets',
      since: '6.8',
      tc: `${ADD} egress redirect dev DEV2`,
      spec: { kind: 'mirred', options: { action: 'redirect', block: 7 } },
      dumped: { action: 'redirect', block: 7 },
    },
  ],
  refusals: [
    {
      name: 'no target',
      spec: { kind: 'mirred', options: { action: 'redirect' } },
      path: 'action.options.dev',
      kernel: { client: 'tc refuses it itself, the kernel as well' },
    },
    {
      name: 'a block and a device',
      spec: { kind: 'mirred', options: { action: 'redirect', ifindex: 1, block: 7 } },
      path: 'action.options.block',
      kernel: { client: 'the kernel refuses it, but tc 6.1 has no blocks' },
    },
    {
      name: 'an action that is none',
      spec: { kind: 'mirred', options: { action: 'steal', ifindex: 1 } },
      path: 'action.options.action',
      kernel: { client: 'tc refuses it itself' },
    },
  ],
}
