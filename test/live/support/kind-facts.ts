// Which module, configuration option and kernel version stand behind each kind, and from that whether the
// running kernel has it. Source: net/sched/Kconfig, Makefile and the MODULE_ALIASes there and in drivers/net.

import type { KernelFacts } from './kernel-facts.ts'
import type { KindName } from './kinds.ts'

interface KindFact {
  /** The module, without `.ko`; none if the kind is always inside the image. */
  readonly module?: string
  /** The option that builds it, without `CONFIG_`; none if the kind cannot be left out. */
  readonly config?: string
  /** The first kernel whose module, or whose core, has this kind. */
  readonly since?: readonly [number, number]
}

const upper = (kind: string): string => kind.toUpperCase()

/** What holds for a kind unless `EXCEPTIONS` says otherwise. */
const RULES: Record<string, (kind: string) => KindFact> = {
  qdisc: (kind) => ({ module: `sch_${kind}`, config: `NET_SCH_${upper(kind)}` }),
  class: (kind) => factOf(`qdisc:${kind}`),
  filter: (kind) => ({ module: `cls_${kind}`, config: `NET_CLS_${upper(kind)}` }),
  ematch: (kind) => ({ module: `em_${kind}`, config: `NET_EMATCH_${upper(kind)}` }),
  action: (kind) => ({ module: `act_${kind}`, config: `NET_ACT_${upper(kind)}` }),
  link: (kind) => ({ module: kind, config: upper(kind) }),
}

const fifo: KindFact = { config: 'NET_SCH_FIFO' }
const ingress: KindFact = { module: 'sch_ingress', config: 'NET_SCH_INGRESS' }
const iptables: KindFact = { module: 'act_ipt', config: 'NET_ACT_IPT' }
const core: KindFact = { config: 'NET_SCHED' }

const EXCEPTIONS: Partial<Record<KindName, KindFact>> = {
  'qdisc:bfifo': fifo,
  'qdisc:pfifo': fifo,
  'qdisc:pfifo_head_drop': fifo,
  'qdisc:blackhole': core,
  'qdisc:mq': core,
  'qdisc:noop': core,
  'qdisc:noqueue': core,
  'qdisc:pfifo_fast': core,
  'qdisc:bpf': { config: 'NET_SCH_BPF', since: [6, 16] },
  'qdisc:cake_mq': { module: 'sch_cake', config: 'NET_SCH_CAKE', since: [7, 0] },
  'qdisc:clsact': ingress,
  'qdisc:ingress': ingress,
  'filter:route': { module: 'cls_route', config: 'NET_CLS_ROUTE4' },
  'action:ipt': iptables,
  'action:xt': iptables,
  'action:simple': { module: 'act_simple', config: 'NET_ACT_SIMP' },
  'chain:chain': core,
  'chain:template': { module: 'cls_flower', config: 'NET_CLS_FLOWER' },
  'link:vlan': { module: '8021q', config: 'VLAN_8021Q' },
}

export function factOf(name: KindName): KindFact {
  const [family = '', kind = ''] = name.split(':')
  return EXCEPTIONS[name] ?? RULES[family]?.(kind) ?? {}
}

const older = (version: readonly [number, number], than: readonly [number, number]): boolean =>
  version[0] < than[0] || (version[0] === than[0] && version[1] < than[1])

/**
 * Whether a kernel has a kind, by what it tells of itself; undefined where it tells nothing.
 * A kernel's list of modules decides for what can be a module, its configuration for the rest.
 */
export function hasKind(kernel: KernelFacts, name: KindName): boolean | undefined {
  const { module, config, since } = factOf(name)
  if (since !== undefined && older(kernel.version, since)) return false
  if (module !== undefined && kernel.modules !== undefined) return kernel.modules.has(module)
  if (config !== undefined && kernel.config !== undefined) return kernel.config.has(`CONFIG_${config}`)
  // Options that no distribution leaves out: NET_SCHED itself, and the FIFOs that it falls back to.
  if (config === core.config || config === fifo.config) return kernel.modules !== undefined || undefined
  return undefined
}
