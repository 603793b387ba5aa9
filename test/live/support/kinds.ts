// The kinds that the probe knows, and those that the matrix has a row for: what the kernel calls
// `family:kind`, such as `qdisc:htb`. A kind with a row that no live test proves fails the run on
// every kernel that has it.

import { actionKinds, filterKinds, qdiscKinds } from '../../../src/kinds/registry.ts'

export const FAMILIES = ['qdisc', 'class', 'filter', 'ematch', 'action', 'chain', 'link'] as const

export type Family = (typeof FAMILIES)[number]

/** One kind of one family, as tests name it: `qdisc:htb`, `action:mirred`, `link:veth`. */
export type KindName = `${Family}:${string}`

const qdiscs = [
  ...['atm', 'bfifo', 'blackhole', 'bpf', 'cake', 'cake_mq', 'cbq', 'cbs', 'choke', 'clsact', 'codel', 'drr'],
  ...['dsmark', 'dualpi2', 'etf', 'ets', 'fq', 'fq_codel', 'fq_pie', 'gred', 'hfsc', 'hhf', 'htb', 'ingress'],
  ...['mq', 'mqprio', 'multiq', 'netem', 'noop', 'noqueue', 'pfifo', 'pfifo_fast', 'pfifo_head_drop', 'pie'],
  ...['plug', 'prio', 'qfq', 'red', 'sfb', 'sfq', 'skbprio', 'taprio', 'tbf', 'teql'],
]
const filters = [
  ...[
    'basic',
    'bpf',
    'cgroup',
    'flow',
    'flower',
    'fw',
    'matchall',
    'route',
    'rsvp',
    'rsvp6',
    'tcindex',
    'u32',
  ],
]
const ematches = ['canid', 'cmp', 'ipset', 'ipt', 'meta', 'nbyte', 'text', 'u32']
const actions = [
  ...[
    'bpf',
    'connmark',
    'csum',
    'ct',
    'ctinfo',
    'gact',
    'gate',
    'ife',
    'ipt',
    'mirred',
    'mpls',
    'nat',
    'pedit',
  ],
  ...['police', 'sample', 'simple', 'skbedit', 'skbmod', 'tunnel_key', 'vlan', 'xt'],
]

// The qdiscs whose classes a user can make; the classes of the others come with the qdisc.
const classes = ['atm', 'cbq', 'drr', 'dsmark', 'ets', 'hfsc', 'htb', 'qfq']
const chains = ['chain', 'template']
const links = ['bridge', 'dummy', 'ifb', 'veth', 'vlan']

const named = (family: Family, kinds: readonly string[]): KindName[] =>
  kinds.map((kind): KindName => `${family}:${kind}`)

/** Every kind that the probe can look for. */
export const KNOWN_KINDS: readonly KindName[] = [
  ...named('qdisc', qdiscs),
  ...named('class', classes),
  ...named('filter', filters),
  ...named('ematch', ematches),
  ...named('action', actions),
  ...named('chain', chains),
  ...named('link', links),
]

const classful = Object.entries(qdiscKinds).filter(([, kind]) => 'classOptions' in kind)

/** Every kind with a row of its own in the matrix: those that are registered, and so must be proven. */
export const KINDS: readonly KindName[] = [
  ...named('qdisc', Object.keys(qdiscKinds)),
  ...named(
    'class',
    classful.map(([kind]) => kind),
  ),
  ...named('filter', Object.keys(filterKinds)),
  ...named('action', Object.keys(actionKinds)),
  ...named('link', links),
]
