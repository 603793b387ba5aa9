// The shortest `tc` or `ip` command that makes one object of each kind, and what the kernel answers to it.
// A second, independent way to learn which kinds a kernel has: it asks the kernel itself.

import { spawnSync } from 'node:child_process'
import type { KindName } from './kinds.ts'

// What follows the kind in the command, where tc or the kernel will not do without.
const QDISCS: Record<string, string> = {
  cbq: 'cbq bandwidth 1mbit avpkt 1000',
  cbs: 'cbs locredit -1470 hicredit 30 sendslope -980000 idleslope 20000',
  choke: 'choke limit 400 bandwidth 10mbit',
  dsmark: 'dsmark indices 8',
  etf: 'etf clockid CLOCK_TAI delta 100',
  ets: 'ets bands 3',
  gred: 'gred setup DPs 3 default 0',
  mqprio: 'mqprio num_tc 2 map 0 1 queues 1@0 1@1 hw 0',
  red: 'red limit 400000 min 30000 max 90000 avpkt 1000 burst 55 bandwidth 10mbit',
  taprio: 'taprio num_tc 2 map 0 1 queues 1@0 1@1 base-time 0 sched-entry S 01 100000 clockid CLOCK_TAI',
  tbf: 'tbf rate 1mbit burst 10k limit 10k',
}

const FILTERS: Record<string, string> = {
  basic: 'basic classid 1:1',
  bpf: "bpf bytecode '1,6 0 0 4294967295,' classid 1:1",
  cgroup: 'handle 1 cgroup',
  flow: 'handle 1 flow hash keys src divisor 16',
  flower: 'flower classid 1:1',
  fw: 'handle 1 fw classid 1:1',
  matchall: 'matchall classid 1:1',
  route: 'route from 1 classid 1:1',
  rsvp: 'rsvp ipproto tcp session 127.0.0.1 classid 1:1',
  rsvp6: 'rsvp6 ipproto tcp session ::1 classid 1:1',
  tcindex: 'handle 1 tcindex classid 1:1',
  u32: 'u32 match u32 0 0 classid 1:1',
}

const EMATCHES: Record<string, string> = {
  canid: 'canid(sff 0x123)',
  cmp: 'cmp(u8 at 0 layer 1 mask 0xff gt 1)',
  meta: 'meta(priority gt 0)',
  nbyte: 'nbyte("abc" at 0 layer 1)',
  u32: 'u32(u8 0x1 0xff at 0)',
}

const ACTIONS: Record<string, string> = {
  bpf: "bpf bytecode '1,6 0 0 4294967295,'",
  connmark: 'connmark',
  csum: 'csum icmp',
  ct: 'ct',
  ctinfo: 'ctinfo dscp 0xfc000000',
  gact: 'gact pass',
  gate: 'gate clockid CLOCK_TAI sched-entry open 200000000 -1 -1',
  ife: 'ife encode allow mark',
  mirred: 'mirred egress redirect dev DEV',
  mpls: 'mpls pop protocol ip',
  nat: 'nat ingress 10.0.0.0/8 10.0.0.1',
  pedit: 'pedit munge offset 0 u8 set 0',
  police: 'police rate 1mbit burst 10k',
  sample: 'sample rate 10 group 1',
  simple: 'simple sdata hi',
  skbedit: 'skbedit mark 1',
  skbmod: 'skbmod set smac 02:00:00:00:00:01',
  tunnel_key: 'tunnel_key unset',
  vlan: 'vlan pop',
}

// No command makes these: noop cannot be asked for; a bpf qdisc and teql bear names of their own.
const NO_TRIAL: ReadonlySet<KindName> = new Set<KindName>(['qdisc:bpf', 'qdisc:noop', 'qdisc:teql'])

const CLSACT = 'tc qdisc add dev DEV clsact'

/** The command lines that try a kind on the device DEV: the last one tells, those before prepare it. */
export function trialOf(name: KindName): string[] | undefined {
  const [family = '', kind = ''] = name.split(':')
  if (NO_TRIAL.has(name)) return undefined
  if (family === 'qdisc') return [qdiscTrial(kind)]
  if (family === 'link') return [linkTrial(kind)]
  const filter = filterTrial(family, kind)
  const protocol = kind === 'rsvp6' ? 'ipv6' : 'ip'
  return filter === undefined
    ? undefined
    : [CLSACT, `tc filter add dev DEV ingress protocol ${protocol} prio 1 ${filter}`]
}

// An action on a filter, not in its shared table: that one is closed to the root of a user namespace.
function filterTrial(family: string, kind: string): string | undefined {
  if (family === 'filter') return FILTERS[kind]
  const [match, action] = [EMATCHES[kind], ACTIONS[kind]]
  if (family === 'ematch' && match !== undefined) return `basic match '${match}' classid 1:1`
  if (family === 'action' && action !== undefined) return `u32 match u32 0 0 action ${action}`
  return undefined
}

function qdiscTrial(kind: string): string {
  const place = kind === 'ingress' || kind === 'clsact' ? '' : 'root '
  return `tc qdisc add dev DEV ${place}${QDISCS[kind] ?? kind}`
}

function linkTrial(kind: string): string {
  return kind === 'vlan'
    ? 'ip link add link DEV name DEVt type vlan id 5'
    : `ip link add name DEVt type ${kind}`
}

// The kernel's words for a kind that it does not have. ENOENT without a sentence is an unknown ematch.
const UNKNOWN = [
  /Specified qdisc (kind is unknown|not found)/,
  /TC classifier not found/,
  /Failed to load TC action module/,
  /Unknown device type/,
  /^RTNETLINK answers: No such file or directory/m,
]

export interface Verdict {
  /** Undefined: the answer does not tell. */
  readonly present: boolean | undefined
  /** What the command said to that. */
  readonly answer: string
}

/** Runs a command line, in which single quotes hold words together. */
function shell(line: string): { ok: boolean; answer: string } {
  const [program = '', ...args] = (line.match(/'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^'(.*)'$/, '$1'),
  )
  const done = spawnSync(program, args, { encoding: 'utf8' })
  return {
    ok: done.status === 0,
    answer: `${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`.trim(),
  }
}

const DEVICE = 'trial0'

/** Makes the device of all trials, with queues enough for the kinds that ask for some. */
function haveDevice(): boolean {
  const queues = 'numtxqueues 4 numrxqueues 4'
  return (
    shell(`ip link show ${DEVICE}`).ok ||
    shell(`ip link add ${DEVICE} ${queues} type veth peer name ${DEVICE}p ${queues}`).ok
  )
}

const CLSACT_GONE = `tc qdisc delete dev ${DEVICE} clsact`

const CLEANING: Record<string, string> = {
  qdisc: `tc qdisc delete dev ${DEVICE} root`,
  link: `ip link delete ${DEVICE}t`,
}

/** Tries a kind on the device of the trials; undefined if there is no trial for it, or no device. */
export function tryKind(name: KindName): Verdict | undefined {
  const [family = ''] = name.split(':')
  const lines = trialOf(name)
  if (lines === undefined || !haveDevice()) return undefined
  const place = /ingress|clsact/.exec(name)
  let last = { ok: false, answer: '' }
  for (const line of lines) last = shell(line.replaceAll('DEV', DEVICE))
  if (last.ok || lines.length > 1) {
    shell(place ? `tc qdisc delete dev ${DEVICE} ${place[0]}` : (CLEANING[family] ?? CLSACT_GONE))
  }
  const unknown = UNKNOWN.some((sentence) => sentence.test(last.answer))
  return { present: last.ok ? true : unknown ? false : undefined, answer: last.answer }
}

/** Takes away what the trials left. */
export function endTrials(): void {
  shell(`ip link delete ${DEVICE}`)
}
