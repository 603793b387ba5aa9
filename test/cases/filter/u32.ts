// Rows about u32. Values of keys are the packet's bytes from left to right; places are those of the headers' RFCs.

import type { KindCases } from '../types.ts'

const HOOK = 'qdisc add dev DEV clsact'
const RULE = 'filter add dev DEV ingress protocol ip prio 1 u32'
const SPEC = { dev: 'DEV', parent: 'ingress', protocol: 'ip', priority: 1, kind: 'u32' }
const RULE6 = 'filter add dev DEV ingress protocol ipv6 prio 1 u32'
const SPEC6 = { ...SPEC, protocol: 'ipv6' }
const TABLE = 'filter add dev DEV ingress protocol ip prio 9 handle 1: u32 divisor 256'
const CLSACT = { before: [HOOK], needs: ['qdisc:clsact'] }
/** The kernel lists what is in a table at the table's priority. */
const INSIDE = 'filter add dev DEV ingress protocol ip prio 9 u32'
const INSIDE_SPEC = { ...SPEC, priority: 9 }
/** Keeps the table: with the last rule of all priorities the kernel deletes the tables as well. */
const LINK = `${INSIDE} link 1: match u32 0 0`
const IN_TABLE = { before: [HOOK, TABLE, LINK], needs: ['qdisc:clsact'] }
const WITH_TABLE = { before: [HOOK, TABLE], needs: ['qdisc:clsact'] }
const ANY = { value: 0, mask: 0, offset: 0 }
/** Actions of another filter have numbers of their own. */
const NUMBERED = {
  showDiffers: { index: 'the kernel chooses it' },
  listDiffers: { index: 'the kernel chooses it' },
}
const NO_HARDWARE = 'the kernel refuses it where no hardware takes the filter'

const MATCHES: KindCases['cases'] = [
  {
    ...CLSACT,
    name: 'address and port',
    tc: `${RULE} match ip dst 10.0.0.1/32 match ip dport 80 0xffff flowid 1:1`,
    spec: { ...SPEC, options: { match: ['ip dst 10.0.0.1/32', 'ip dport 80 0xffff'], classid: '1:1' } },
    dumped: {
      match: [
        { value: 0x0a00_0001, mask: 0xffff_ffff, offset: 16 },
        { value: 80, mask: 0xffff, offset: 20 },
      ],
      classid: '1:1',
      ht: '800:',
      inHw: false,
    },
  },
  {
    ...CLSACT,
    name: 'networks',
    tc: `${RULE} match ip src 10.1.2.3/255.255.0.0 match ip dst 10.1.2.3/24 at 24 match ip dst any flowid 1:1`,
    spec: {
      ...SPEC,
      options: {
        match: ['ip src 10.1.2.3/255.255.0.0', 'ip dst 10.1.2.3/24 at 24', 'ip dst any'],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 0x0a01_0000, mask: 0xffff_0000, offset: 12 },
        { value: 0x0a01_0200, mask: 0xffff_ff00, offset: 24 },
        { value: 0, mask: 0, offset: 16 },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'fields of ip',
    tc: `${RULE} match ip tos 0x10 0xff match ip ihl 5 0x0f match ip protocol 6 ff match ip sport 0x16 ffff match ip dport 80 fff0 flowid 1:1`,
    spec: {
      ...SPEC,
      options: {
        match: [
          'ip tos 0x10 0xff',
          'ip ihl 5 0x0f',
          'ip protocol 6 ff',
          'ip sport 0x16 ffff',
          'ip dport 80 fff0',
        ],
        classid: '1:1',
      },
    },
    // What is in one word of the packet is one key.
    dumped: {
      match: [
        { value: 0x0510_0000, mask: 0x0fff_0000, offset: 0 },
        { value: 0x0006_0000, mask: 0x00ff_0000, offset: 8 },
        { value: 0x0016_0050, mask: 0xffff_fff0, offset: 20 },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'other names of tos',
    tc: `${RULE} match ip dsfield 0x18 0x1c match ip precedence 0xc0 0xe0 flowid 1:1`,
    spec: {
      ...SPEC,
      options: { match: ['ip dsfield 0x18 0x1c', 'ip precedence 0xc0 0xe0'], classid: '1:1' },
    },
    dumped: { match: [{ value: 0x00d8_0000, mask: 0x00fc_0000, offset: 0 }] },
  },
  {
    ...CLSACT,
    name: 'icmp behind ip',
    tc: `${RULE} match ip icmp_type 8 ff match ip icmp_code 1 ff flowid 1:1`,
    spec: { ...SPEC, options: { match: ['ip icmp_type 8 ff', 'ip icmp_code 1 ff'], classid: '1:1' } },
    dumped: { match: [{ value: 0x0801_0000, mask: 0xffff_0000, offset: 20 }] },
  },
  {
    ...CLSACT,
    name: 'no fragment',
    tc: `${RULE} match ip nofrag match ip df flowid 1:1`,
    spec: { ...SPEC, options: { match: ['ip nofrag', 'ip df'], classid: '1:1' } },
    dumped: { match: [{ value: 0x4000, mask: 0x7fff, offset: 4 }] },
  },
  {
    ...CLSACT,
    name: 'first fragment',
    tc: `${RULE} match ip firstfrag match ip mf flowid 1:1`,
    spec: { ...SPEC, options: { match: ['ip firstfrag', 'ip mf'], classid: '1:1' } },
    dumped: { match: [{ value: 0x2000, mask: 0x3fff, offset: 4 }] },
  },
  {
    ...CLSACT,
    name: 'address of ip6',
    tc: `${RULE6} match ip6 dst fd00::1/128 match ip6 src fd00:1:2:3::/60 match ip6 src any flowid 1:1`,
    spec: {
      ...SPEC6,
      options: {
        match: ['ip6 dst fd00::1/128', 'ip6 src fd00:1:2:3::/60', 'ip6 src any'],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 0xfd00_0000, mask: 0xffff_ffff, offset: 24 },
        { value: 0, mask: 0xffff_ffff, offset: 28 },
        { value: 0, mask: 0xffff_ffff, offset: 32 },
        { value: 1, mask: 0xffff_ffff, offset: 36 },
        { value: 0xfd00_0001, mask: 0xffff_ffff, offset: 8 },
        { value: 0x0002_0000, mask: 0xffff_fff0, offset: 12 },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'fields of ip6',
    tc: `${RULE6} match ip6 priority 0x1a 0xff match ip6 flowlabel 0x12345 0xfffff match ip6 protocol 6 ff match ip6 sport 1 ffff match ip6 dport 2 ffff flowid 1:1`,
    spec: {
      ...SPEC6,
      options: {
        match: [
          'ip6 priority 0x1a 0xff',
          'ip6 flowlabel 0x12345 0xfffff',
          'ip6 protocol 6 ff',
          'ip6 sport 1 ffff',
          'ip6 dport 2 ffff',
        ],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 0x01a1_2345, mask: 0x0fff_ffff, offset: 0 },
        { value: 0x0600, mask: 0xff00, offset: 4 },
        { value: 0x0001_0002, mask: 0xffff_ffff, offset: 40 },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'icmp behind ip6',
    tc: `${RULE6} match ip6 icmp_type 128 ff match u8 3 ff at 41 flowid 1:1`,
    spec: { ...SPEC6, options: { match: ['ip6 icmp_type 128 ff', 'ip6 icmp_code 3 ff'], classid: '1:1' } },
    dumped: { match: [{ value: 0x8003_0000, mask: 0xffff_0000, offset: 40 }] },
  },
  {
    ...CLSACT,
    name: 'ports in the next header',
    tc: `${RULE} match tcp src 22 ffff match udp dst 53 ffff match tcp dst 7 f at 4 flowid 1:1`,
    spec: {
      ...SPEC,
      options: { match: ['tcp src 22 ffff', 'udp dst 53 ffff', 'tcp dst 7 f at 4'], classid: '1:1' },
    },
    dumped: {
      match: [
        { value: 0x0016_0035, mask: 0xffff_ffff, offset: 0, nexthdr: true },
        { value: 0x0007_0000, mask: 0x000f_0000, offset: 4, nexthdr: true },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'icmp in the next header',
    tc: `${RULE} match icmp type 8 ff match icmp code 1 ff flowid 1:1`,
    spec: { ...SPEC, options: { match: ['icmp type 8 ff', 'icmp code 1 ff'], classid: '1:1' } },
    dumped: { match: [{ value: 0x0801_0000, mask: 0xffff_0000, offset: 0, nexthdr: true }] },
  },
  {
    ...CLSACT,
    name: 'ether',
    tc: `${RULE} match ether src 02:00:00:00:00:01 match ether dst 02:03:04:05:06:07 flowid 1:1`,
    spec: {
      ...SPEC,
      options: { match: ['ether src 02:00:00:00:00:01', 'ether dst 02:03:04:05:06:07'], classid: '1:1' },
    },
    dumped: {
      match: [
        { value: 0x0200_0000, mask: 0xffff_ffff, offset: -8 },
        { value: 0x0001_0000, mask: 0xffff_0000, offset: -4 },
        { value: 0x0203, mask: 0xffff, offset: -16 },
        { value: 0x0405_0607, mask: 0xffff_ffff, offset: -12 },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'bits anywhere',
    tc: `${RULE} match u32 0x12345678 0xffff00ff at 12 match u16 0x0800 ffff at -2 match u8 0377 0f at 5 match u8 7 ff at nexthdr+13 flowid 1:1`,
    spec: {
      ...SPEC,
      options: {
        match: [
          'u32 0x12345678 0xffff00ff at 12',
          'u16 0x0800 ffff at -2',
          'u8 0377 0f at 5',
          'u8 7 ff at nexthdr+13',
        ],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 0x1234_0078, mask: 0xffff_00ff, offset: 12 },
        { value: 0x0800, mask: 0xffff, offset: -4 },
        { value: 0x000f_0000, mask: 0x000f_0000, offset: 4 },
        { value: 0x0007_0000, mask: 0x00ff_0000, offset: 12, nexthdr: true },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'keys',
    tc: `${RULE} match u32 0x0a000001 0xffffffff at 16 match u32 1 3 at nexthdr+-4 flowid 1:1`,
    spec: {
      ...SPEC,
      options: {
        match: [
          { value: 0x0a00_0001, mask: 0xffff_ffff, offset: 16 },
          { value: 1, mask: 3, offset: -4, nexthdr: true },
        ],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 0x0a00_0001, mask: 0xffff_ffff, offset: 16 },
        { value: 1, mask: 3, offset: -4, nexthdr: true },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'keys that tc cannot say',
    noTc: 'tc makes one key of both, and knows no mask of the next header',
    tc: `${RULE} match u32 1 1 at 0`,
    spec: {
      ...SPEC,
      options: {
        match: [
          { value: 1, mask: 1, offset: 0 },
          { value: 2, mask: 2, offset: 0 },
          { value: 0xff, mask: 0xf, offset: 3, offmask: 0xfc },
        ],
        classid: '1:1',
      },
    },
    dumped: {
      match: [
        { value: 1, mask: 1, offset: 0 },
        { value: 2, mask: 2, offset: 0 },
        { value: 0xff, mask: 0xf, offset: 3, offmask: 0xfc },
      ],
    },
  },
  {
    ...CLSACT,
    name: 'everything',
    noTc: 'tc wants at least one match',
    tc: RULE,
    spec: { ...SPEC, options: { match: [], classid: '1:1' } },
    dumped: { match: [], classid: '1:1' },
  },
  {
    ...CLSACT,
    name: 'mark',
    tc: `${RULE} match mark 5 0xf match ip dst 10.0.0.1 flowid 1:1`,
    spec: { ...SPEC, options: { match: ['mark 5 0xf', 'ip dst 10.0.0.1'], classid: '1:1' } },
    // Kernels without CONFIG_CLS_U32_MARK tell no mark, as they ignore it; what others tell, tc shows as well.
    dumped: { match: [{ value: 0x0a00_0001, mask: 0xffff_ffff, offset: 16 }] },
  },
  {
    ...CLSACT,
    name: 'mark as option',
    tc: `${RULE} match mark 0x10 0xf0 flowid 1:1`,
    spec: { ...SPEC, options: { mark: { value: 0x10, mask: 0xf0 }, classid: '1:1' } },
    dumped: { match: [] },
  },
]

const TABLES: KindCases['cases'] = [
  {
    ...CLSACT,
    name: 'hash table',
    tc: 'filter add dev DEV ingress protocol ip prio 1 handle 1: u32 divisor 256',
    spec: { ...SPEC, handle: '1:', options: { divisor: 256 } },
    dumped: { divisor: 256 },
    unchangeable: 'a hash table cannot be changed',
  },
  {
    ...IN_TABLE,
    name: 'bucket',
    tc: `${INSIDE} ht 1:5: match u32 0 0 flowid 1:1`,
    spec: { ...INSIDE_SPEC, options: { ht: '1:5', match: ['u32 0 0'], classid: '1:1' } },
    dumped: { match: [ANY], ht: '1:5', classid: '1:1' },
  },
  {
    ...IN_TABLE,
    name: 'bucket by sample',
    tc: `${INSIDE} ht 1: sample u32 0x00000800 0x0000ff00 at 12 match ip src 192.168.8.0/24 classid 1:1`,
    spec: {
      ...INSIDE_SPEC,
      options: {
        ht: '1:',
        sample: { match: 'u32 0x00000800 0x0000ff00 at 12' },
        match: ['ip src 192.168.8.0/24'],
        classid: '1:1',
      },
    },
    dumped: { match: [{ value: 0xc0a8_0800, mask: 0xffff_ff00, offset: 12 }], ht: '1:8' },
  },
  {
    ...IN_TABLE,
    name: 'bucket of a small table',
    tc: `${INSIDE} ht 1: sample ip protocol 0x16 ff divisor 16 match u32 0 0 classid 1:1`,
    spec: {
      ...INSIDE_SPEC,
      options: {
        ht: '1:',
        sample: { match: { value: 0x0016_0000, mask: 0x00ff_0000, offset: 8 }, divisor: 16 },
        match: ['u32 0 0'],
        classid: '1:1',
      },
    },
    dumped: { match: [ANY], ht: '1:6' },
  },
  {
    ...WITH_TABLE,
    name: 'link',
    tc: `${RULE} link 1: hashkey mask 0x0000ff00 at 12 match ip src 192.168.0.0/16`,
    spec: {
      ...SPEC,
      options: { link: '1:', hashkey: { mask: 0xff00, at: 12 }, match: ['ip src 192.168.0.0/16'] },
    },
    dumped: {
      match: [{ value: 0xc0a8_0000, mask: 0xffff_0000, offset: 12 }],
      link: '1:',
      hashkey: { mask: 0xff00, at: 12 },
    },
  },
  {
    ...WITH_TABLE,
    name: 'offset of the next header',
    tc: `${RULE} ht fff: match ip protocol 6 ff match u16 0 1fff at 6 offset at 0 mask 0f00 shift 6 link 1:`,
    spec: {
      ...SPEC,
      options: {
        ht: 'fff:',
        match: ['ip protocol 6 ff', 'u16 0 1fff at 6'],
        offset: { at: 0, mask: 0x0f00, shift: 6 },
        link: '1:',
      },
    },
    dumped: {
      match: [
        { value: 0x0006_0000, mask: 0x00ff_0000, offset: 8 },
        { value: 0, mask: 0x1fff, offset: 4 },
      ],
      offset: { at: 0, mask: 0x0f00, shift: 6 },
      link: '1:',
      ht: '801:',
    },
  },
  {
    ...WITH_TABLE,
    name: 'fixed offset',
    tc: `${RULE} match u32 0 0 offset plus 20 at 2 mask ffff shift 2 eat link 1:`,
    spec: {
      ...SPEC,
      options: {
        match: ['u32 0 0'],
        offset: { plus: 20, at: 2, mask: 0xffff, shift: 2, eat: true },
        link: '1:',
      },
    },
    dumped: { match: [ANY], offset: { plus: 20, at: 2, mask: 0xffff, shift: 2, eat: true }, link: '1:' },
  },
  {
    ...CLSACT,
    name: 'order',
    tc: `${RULE} order 5 match u32 0 0 flowid 1:1`,
    spec: { ...SPEC, options: { order: 5, match: ['u32 0 0'], classid: '1:1' } },
    dumped: { match: [ANY], classid: '1:1' },
  },
  {
    ...IN_TABLE,
    name: 'handle',
    tc: 'filter add dev DEV ingress protocol ip prio 9 handle 1::7 u32 ht 1:5: match u32 0 0 flowid 1:1',
    spec: { ...INSIDE_SPEC, handle: '1::7', options: { ht: '1:5', match: ['u32 0 0'], classid: '1:1' } },
    dumped: { match: [ANY], ht: '1:5' },
  },
]

const VERDICTS: KindCases['cases'] = [
  {
    name: 'at a qdisc',
    before: ['qdisc add dev DEV root handle 1: htb'],
    needs: ['qdisc:htb'],
    tc: 'filter add dev DEV parent 1: protocol all prio 3 u32 match u32 0 0 flowid 1:10',
    spec: {
      dev: 'DEV',
      parent: '1:',
      protocol: 'all',
      priority: 3,
      kind: 'u32',
      options: { match: ['u32 0 0'], classid: '1:10' },
    },
    dumped: { match: [ANY], classid: '1:10' },
  },
  {
    name: 'at the root qdisc',
    noTc: 'tc says the number of the root, for which the kernel looks in vain',
    before: ['qdisc add dev DEV root handle 1: htb'],
    needs: ['qdisc:htb'],
    tc: 'filter add dev DEV root protocol all prio 3 u32 match u32 0 0 flowid 1:10',
    spec: {
      dev: 'DEV',
      parent: 'root',
      protocol: 'all',
      priority: 3,
      kind: 'u32',
      options: { match: ['u32 0 0'], classid: '1:10' },
    },
    dumped: { match: [ANY], classid: '1:10' },
  },
  {
    name: 'at a class',
    before: [
      'qdisc add dev DEV root handle 1: htb',
      'class add dev DEV parent 1: classid 1:1 htb rate 1mbit',
    ],
    needs: ['qdisc:htb', 'class:htb'],
    tc: 'filter add dev DEV parent 1:1 protocol all prio 3 u32 match u32 0 0 flowid 1:10',
    spec: {
      dev: 'DEV',
      parent: '1:1',
      protocol: 'all',
      priority: 3,
      kind: 'u32',
      options: { match: ['u32 0 0'], classid: '1:10' },
    },
    dumped: { match: [ANY], classid: '1:10' },
  },
  {
    ...CLSACT,
    name: 'at egress, in a chain',
    tc: 'filter add dev DEV egress protocol ip chain 5 prio 1 u32 match u32 0 0 flowid 1:1',
    spec: { ...SPEC, parent: 'egress', chain: 5, options: { match: ['u32 0 0'], classid: '1:1' } },
    dumped: { match: [ANY], classid: '1:1' },
  },
  {
    ...CLSACT,
    name: 'end without class',
    tc: `${RULE} match u32 0 0 flowid none`,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: 'none' } },
    dumped: { match: [ANY], terminal: true },
  },
  {
    ...CLSACT,
    name: 'no end',
    noTc: 'tc makes every filter with a class an end',
    tc: RULE,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: '1:1', terminal: false } },
    dumped: { match: [ANY], classid: '1:1', terminal: false },
  },
  {
    ...CLSACT,
    name: 'indev',
    tc: `${RULE} match u32 0 0 flowid 1:1 indev DEV2`,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: '1:1', indev: 'DEV2' } },
    dumped: { match: [ANY], indev: 'DEV2' },
  },
  {
    ...CLSACT,
    name: 'skip_hw',
    tc: `${RULE} match u32 0 0 flowid 1:1 skip_hw`,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: '1:1', skipHw: true } },
    dumped: { match: [ANY], skipHw: true, inHw: false },
  },
  {
    ...CLSACT,
    name: 'skip_sw',
    bytesOnly: NO_HARDWARE,
    tc: `${RULE} match u32 0 0 flowid 1:1 skip_sw`,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: '1:1', skipSw: true } },
    dumped: {},
  },
  {
    ...CLSACT,
    name: 'verbose',
    noTc: 'tc 6.1 has no such option',
    tc: RULE,
    spec: { ...SPEC, options: { match: ['u32 0 0'], classid: '1:1', verbose: true } },
    dumped: { verbose: true },
  },
  {
    ...CLSACT,
    name: 'redirect',
    ...NUMBERED,
    needs: ['qdisc:clsact', 'action:mirred'],
    tc: `${RULE} match u32 0 0 action mirred egress redirect dev DEV2`,
    spec: {
      ...SPEC,
      options: {
        match: ['u32 0 0'],
        actions: [{ kind: 'mirred', options: { action: 'redirect', dev: 'DEV2' } }],
      },
    },
    dumped: {
      match: [ANY],
      actions: [{ kind: 'mirred', options: { action: 'redirect', direction: 'egress', dev: 'DEV2' } }],
    },
  },
  {
    ...CLSACT,
    name: 'class and actions in order',
    ...NUMBERED,
    needs: ['qdisc:clsact', 'action:mirred', 'action:gact'],
    tc: `${RULE} match u32 0 0 flowid 1:1 action pass random determ jump 1 5 action mirred egress mirror dev DEV2 action goto chain 5 cookie 0102`,
    spec: {
      ...SPEC,
      options: {
        match: ['u32 0 0'],
        classid: '1:1',
        actions: [
          {
            kind: 'gact',
            options: { control: 'pass', random: { type: 'determ', control: 'jump 1', value: 5 } },
          },
          { kind: 'mirred', options: { action: 'mirror', dev: 'DEV2' } },
          // Last, because tc puts a cookie on the actions behind it as well.
          { kind: 'gact', options: { control: { goto: 5 } }, cookie: '0102' },
        ],
      },
    },
    dumped: {
      classid: '1:1',
      actions: [
        {
          kind: 'gact',
          options: { control: 'pass', random: { type: 'determ', control: { jump: 1 }, value: 5 } },
        },
        { kind: 'mirred', options: { action: 'mirror', dev: 'DEV2', control: 'pipe' } },
        { kind: 'gact', options: { control: { goto: 5 } }, cookie: Uint8Array.of(1, 2) },
      ],
    },
  },
]

const TC_TOO = 'tc refuses it itself'

export const u32: KindCases = {
  family: 'filter',
  kind: 'u32',
  cases: [...MATCHES, ...TABLES, ...VERDICTS],
  refusals: [
    {
      name: 'a divisor that is no power of two',
      spec: { ...SPEC, options: { divisor: 3 } },
      path: 'options.divisor',
      kernel: { client: `${TC_TOO}; the kernel: "Divisor is not a power of 2"` },
    },
    {
      name: 'a divisor above 256',
      spec: { ...SPEC, options: { divisor: 512 } },
      path: 'options.divisor',
      kernel: { client: `${TC_TOO}; the kernel: "Exceeded maximum 256 hash buckets"` },
    },
    {
      name: 'a divisor of 0',
      spec: { ...SPEC, options: { divisor: 0 } },
      path: 'options.divisor',
      kernel: { client: `${TC_TOO}; the kernel: "Divisor is not a power of 2"` },
    },
    {
      name: "a table among the kernel's own",
      spec: { ...SPEC, handle: '801:', options: { divisor: 1 } },
      path: 'handle',
      kernel: { client: 'the kernel takes it, but may give the number to the next priority as well' },
    },
    {
      name: 'a table with a match',
      spec: { ...SPEC, options: { divisor: 1, match: ['u32 0 0'] } },
      path: 'options.match',
      kernel: { client: 'the kernel ignores all but the divisor' },
    },
    {
      ...WITH_TABLE,
      name: 'a link to a bucket',
      spec: { ...SPEC, options: { match: ['u32 0 0'], link: '1:2' } },
      path: 'options.link',
      kernel: { tc: `${RULE} link 1:2: match u32 0 0` },
    },
    {
      name: 'a node in ht',
      spec: { ...SPEC, options: { match: ['u32 0 0'], ht: '1:2:3' } },
      path: 'options.ht',
      kernel: { client: 'the kernel ignores the node' },
    },
    {
      name: 'a sample without table',
      before: [HOOK],
      spec: { ...SPEC, options: { match: ['u32 0 0'], sample: { match: 'u32 1 ff at 0' } } },
      path: 'options.ht',
      kernel: { tc: `${RULE} sample u32 1 ff at 0 match u32 0 0` },
    },
    {
      name: 'a sample of several keys',
      spec: { ...SPEC, options: { match: [], ht: '1:', sample: { match: 'ip6 dst fd00::1' } } },
      path: 'options.sample.match',
      kernel: { client: TC_TOO },
    },
    {
      name: 'a match that is none',
      spec: { ...SPEC, options: { match: ['ip dst 10.0.0.1', 'ip colour 1 ff'] } },
      path: 'options.match[1]',
      kernel: { client: TC_TOO },
    },
    {
      name: 'matches that contradict each other',
      spec: { ...SPEC, options: { match: ['u32 1 3 at 0', 'u32 2 2 at 0'] } },
      path: 'options.match[1]',
      kernel: { client: TC_TOO },
    },
    {
      name: 'a value wider than its field',
      spec: { ...SPEC, options: { match: ['u16 0x10000 ffff at 2'] } },
      path: 'options.match[0]',
      kernel: { client: TC_TOO },
    },
    {
      name: 'a u16 at an odd place',
      spec: { ...SPEC, options: { match: ['u16 1 ffff at 3'] } },
      path: 'options.match[0]',
      kernel: { client: 'tc compares other bytes than those' },
    },
    {
      name: 'a mark outside its mask',
      spec: { ...SPEC, options: { match: ['mark 0xff 0xf'] } },
      path: 'options.match[0]',
      kernel: { client: TC_TOO },
    },
    {
      name: 'a key without mask',
      spec: { ...SPEC, options: { match: [{ value: 1, offset: 0 }] } },
      path: 'options.match[0].mask',
      kernel: { client: 'there is no key without mask' },
    },
    {
      name: 'more keys than a byte can count',
      spec: { ...SPEC, options: { match: Array.from({ length: 256 }, () => ANY) } },
      path: 'options.match',
      kernel: { client: 'the count is one byte' },
    },
    {
      name: 'a hash key without match',
      before: [HOOK],
      spec: { ...SPEC, options: { hashkey: { mask: 0xff, at: 0 } } },
      path: 'options.match',
      kernel: { tc: `${RULE} hashkey mask ff at 0` },
    },
    {
      name: 'an offset without mask',
      spec: { ...SPEC, options: { match: ['u32 0 0'], offset: { at: 2, shift: 1 } } },
      path: 'options.offset.mask',
      kernel: { client: 'the kernel reads no bit then' },
    },
    {
      name: 'a shift beyond the 16 bits',
      spec: { ...SPEC, options: { match: ['u32 0 0'], offset: { at: 2, mask: 0xffff, shift: 16 } } },
      path: 'options.offset.shift',
      kernel: { client: 'kernels that do not refuse it shift all bits out' },
    },
    {
      name: 'neither hardware nor software',
      spec: { ...SPEC, options: { match: ['u32 0 0'], skipHw: true, skipSw: true } },
      path: 'options.skipSw',
      kernel: { client: `${TC_TOO}; the kernel: "Invalid filter flags"` },
    },
    {
      name: 'actions besides the policer of old',
      spec: {
        ...SPEC,
        options: {
          match: [],
          actions: [{ kind: 'gact', options: { control: 'drop' } }],
          police: { raw: new Uint8Array(4) },
        },
      },
      path: 'options.police',
      kernel: { client: 'the kernel ignores the actions' },
    },
    {
      name: 'an order other than the node of the handle',
      spec: { ...SPEC, handle: '800::7', options: { match: [], order: 5 } },
      path: 'options.order',
      kernel: { client: TC_TOO },
    },
    {
      name: 'an order beyond the nodes',
      spec: { ...SPEC, options: { match: [], order: 4096 } },
      path: 'options.order',
      kernel: { client: 'tc puts what is too much into the bucket' },
    },
  ],
}
