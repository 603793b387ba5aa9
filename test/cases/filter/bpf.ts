// Rows about bpf with classic programs. Those about eBPF need a loaded program: test/live/bpf.live.test.ts.

import type { KindCases } from '../types.ts'

const RULE = 'filter add dev DEV ingress protocol all prio 1 bpf'
const SPEC = { dev: 'DEV', parent: 'ingress', protocol: 'all', priority: 1, kind: 'bpf' }
const CLSACT = { before: ['qdisc add dev DEV clsact'], needs: ['qdisc:clsact'] }
/** Whether the protocol of IPv4 is TCP: load a byte, compare, return all bits or none. */
const TEXT = '4,48 0 0 9,21 0 1 6,6 0 0 4294967295,6 0 0 0'
const BYTECODE = [
  { code: 48, jt: 0, jf: 0, k: 9 },
  { code: 21, jt: 0, jf: 1, k: 6 },
  { code: 6, jt: 0, jf: 0, k: 0xffff_ffff },
  { code: 6, jt: 0, jf: 0, k: 0 },
]
/** Actions of another filter have numbers of their own. */
const NUMBERED = {
  showDiffers: { index: 'the kernel chooses it' },
  listDiffers: { index: 'the kernel chooses it' },
}
const MIRROR = { kind: 'mirred', options: { action: 'mirror', dev: 'DEV2' } }

export const bpf: KindCases = {
  family: 'filter',
  kind: 'bpf',
  cases: [
    {
      ...CLSACT,
      name: 'text',
      tc: `${RULE} bytecode '${TEXT}' flowid 1:10`,
      spec: { ...SPEC, options: { bytecode: TEXT, classid: '1:10' } },
      dumped: { bytecode: BYTECODE, classid: '1:10', inHw: false },
    },
    {
      ...CLSACT,
      name: 'instructions',
      tc: `${RULE} bytecode '${TEXT},'`,
      spec: { ...SPEC, options: { bytecode: BYTECODE } },
      dumped: { bytecode: BYTECODE },
    },
    {
      ...CLSACT,
      name: 'lines',
      tc: `${RULE} bytecode '${TEXT}' classid 1:10`,
      spec: { ...SPEC, options: { bytecode: `${TEXT.replaceAll(',', '\n')}\n`, classid: '1:10' } },
      dumped: { bytecode: BYTECODE, classid: '1:10' },
    },
    {
      ...CLSACT,
      name: 'direct action',
      tc: `${RULE} bytecode '1,6 0 0 0' direct-action flowid 1:10`,
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 0', directAction: true, classid: '1:10' } },
      dumped: { bytecode: [{ code: 6, jt: 0, jf: 0, k: 0 }], directAction: true, classid: '1:10' },
    },
    {
      ...CLSACT,
      name: 'actions',
      ...NUMBERED,
      needs: ['qdisc:clsact', 'action:mirred'],
      tc: `${RULE} bytecode '1,6 0 0 1' action mirred egress mirror dev DEV2`,
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 1', actions: [MIRROR] } },
      dumped: { actions: [MIRROR] },
    },
    {
      ...CLSACT,
      name: 'handle and skip_hw',
      tc: `filter add dev DEV egress protocol ip prio 7 handle 5 bpf bytecode '1,6 0 0 1' skip_hw`,
      spec: {
        ...SPEC,
        parent: 'egress',
        protocol: 'ip',
        priority: 7,
        handle: 5,
        options: { bytecode: '1,6 0 0 1', skipHw: true },
      },
      dumped: { skipHw: true, inHw: false },
    },
    {
      ...CLSACT,
      name: 'skip_sw',
      bytesOnly: 'the kernel refuses it where no hardware takes the filter',
      tc: `${RULE} bytecode '1,6 0 0 1' skip_sw`,
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 1', skipSw: true } },
      dumped: {},
    },
  ],
  refusals: [
    {
      name: 'no program',
      before: ['qdisc add dev DEV clsact'],
      spec: { ...SPEC, options: { classid: '1:1' } },
      path: 'options.pinned',
      kernel: { tc: `${RULE} flowid 1:1` },
    },
    {
      name: 'two programs',
      spec: { ...SPEC, options: { fd: 3, bytecode: '1,6 0 0 0' } },
      path: 'options.bytecode',
      kernel: { client: 'tc takes one only; the kernel refuses two' },
    },
    {
      name: 'fewer instructions than counted',
      spec: { ...SPEC, options: { bytecode: '2,6 0 0 0' } },
      path: 'options.bytecode',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'a program without instructions',
      spec: { ...SPEC, options: { bytecode: [] } },
      path: 'options.bytecode',
      kernel: { client: 'tc refuses it itself, the kernel as well' },
    },
    {
      name: 'an operand in hexadecimal text',
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 0x10' } },
      path: 'options.bytecode',
      kernel: { client: 'tc reads 0' },
    },
    {
      name: 'a jump beyond a byte',
      spec: { ...SPEC, options: { bytecode: [{ code: 21, jt: 256, jf: 0, k: 0 }] } },
      path: 'options.bytecode[0].jt',
      kernel: { client: 'it does not fit' },
    },
    {
      name: 'the name of a classic program',
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 0', name: 'mine' } },
      path: 'options.name',
      kernel: { client: 'the kernel ignores it' },
    },
    {
      name: 'actions besides direct action',
      spec: { ...SPEC, options: { bytecode: '1,6 0 0 0', directAction: true, actions: [MIRROR] } },
      path: 'options.actions',
      kernel: { client: 'the kernel never runs them' },
    },
    {
      name: 'a pin that is no absolute path',
      spec: { ...SPEC, options: { pinned: 'mine' } },
      path: 'options.pinned',
      kernel: { client: 'nothing is pinned there' },
    },
  ],
}
