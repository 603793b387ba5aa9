// Options of bridges. Names are those of ip-link(8), times are milliseconds in steps of 10.

import type { Dumped } from '../../kinds/dumped.ts'
import type { Duration } from '../../units/time.ts'
import type { VlanProtocol } from './vlan-protocol.ts'

/** Options of a bridge. What is not given the kernel chooses, or leaves as it is. */
export interface BridgeOptions {
  /** Time in the listening, and in the learning state; 2 to 30 s with STP. @unit ms @default 15000 */
  forwardDelay?: Duration | undefined
  /** Time between hello messages, 1 to 10 s. @unit ms @default 2000 */
  helloTime?: Duration | undefined
  /** Silence after which a bridge counts as dead, 6 to 40 s. @unit ms @default 20000 */
  maxAge?: Duration | undefined
  /** Time that a learned address is kept; 0 for ever. @unit ms @default 300000 */
  ageingTime?: Duration | undefined
  /** Spanning tree: 0 off, 1 on; 2 where a program runs it. @default 0 */
  stpState?: number | undefined
  /** Who runs the spanning tree; only while it is off. Kernel 7.1. @default auto */
  stpMode?: 'auto' | 'user' | 'kernel' | undefined
  /** Priority in the spanning tree, 0 to 65535; the lowest becomes root. @default 32768 */
  priority?: number | undefined
  /** Link-local groups (01:80:c2:00:00:0X) to forward, one a bit from 3 on. @default 0 */
  groupFwdMask?: number | undefined
  /** Group of the spanning tree's messages. @default 01:80:c2:00:00:00 */
  groupAddress?: string | undefined
  /** Learn nothing from link-local frames. @default false */
  noLinklocalLearn?: boolean | undefined
  /** Most learned addresses; 0 for no limit. Kernel 6.7. @default 0 */
  fdbMaxLearned?: number | undefined
  /** Forget the learned addresses. In only. */
  fdbFlush?: boolean | undefined
  /** Heed VLANs. @default false */
  vlanFiltering?: boolean | undefined
  /** Protocol of those VLANs. @default 802.1Q */
  vlanProtocol?: VlanProtocol | undefined
  /** VLAN of untagged packets, 0 for none. @default 1 */
  vlanDefaultPvid?: number | undefined
  /** Count by VLAN. @default false */
  vlanStatsEnabled?: boolean | undefined
  /** Count by VLAN and port. @default false */
  vlanStatsPerPort?: boolean | undefined
  /** Multiple spanning trees. Kernel 5.18. @default false */
  mstEnabled?: boolean | undefined
  /** Whether multicast routers are behind the bridge itself: 0 no, 1 if they query, 2 yes. @default 1 */
  mcastRouter?: number | undefined
  /** Learn who listens to which group. @default true */
  mcastSnooping?: boolean | undefined
  /** Learn it for each VLAN. Kernel 5.15. @default false */
  mcastVlanSnooping?: boolean | undefined
  /** Query from the own address instead of 0.0.0.0. @default false */
  mcastQueryUseIfaddr?: boolean | undefined
  /** Send queries. @default false */
  mcastQuerier?: boolean | undefined
  /** Most groups. @default 4096 */
  mcastHashMax?: number | undefined
  /** Queries before a group counts as left. @default 2 */
  mcastLastMemberCount?: number | undefined
  /** Queries at start. @default 2 */
  mcastStartupQueryCount?: number | undefined
  /** Time between queries for a group that is being left. @unit ms @default 1000 */
  mcastLastMemberInterval?: Duration | undefined
  /** Time without reports after which a group is left. @unit ms @default 260000 */
  mcastMembershipInterval?: Duration | undefined
  /** Time without another's queries after which own ones are sent. @unit ms @default 255000 */
  mcastQuerierInterval?: Duration | undefined
  /** Time between queries. @unit ms @default 125000 */
  mcastQueryInterval?: Duration | undefined
  /** Time to answer a query. @unit ms @default 10000 */
  mcastQueryResponseInterval?: Duration | undefined
  /** Time between queries at start. @unit ms @default 31250 */
  mcastStartupQueryInterval?: Duration | undefined
  /** Count multicast messages. @default false */
  mcastStatsEnabled?: boolean | undefined
  /** Version of IGMP, 2 or 3. @default 2 */
  mcastIgmpVersion?: number | undefined
  /** Version of MLD, 1 or 2. @default 1 */
  mcastMldVersion?: number | undefined
  /** Pass IPv4 packets to iptables. @default false */
  nfCallIptables?: boolean | undefined
  /** Pass IPv6 packets to ip6tables. @default false */
  nfCallIp6tables?: boolean | undefined
  /** Pass ARP packets to arptables. @default false */
  nfCallArptables?: boolean | undefined
  /** Id of the root bridge, `8000.02:00:00:00:00:01`. Out only. */
  rootId?: string | undefined
  /** Id of this bridge. Out only. */
  bridgeId?: string | undefined
  /** Port towards the root bridge. Out only. */
  rootPort?: number | undefined
  /** Cost of the way to the root bridge. Out only. */
  rootPathCost?: number | undefined
  /** Whether the topology changes. Out only. */
  topologyChange?: boolean | undefined
  /** Whether this bridge saw the change. Out only. */
  topologyChangeDetected?: boolean | undefined
  /** Time left to the next hello message. Out only. @unit ms */
  helloTimer?: number | undefined
  /** Time left to the next change notification. Out only. @unit ms */
  tcnTimer?: number | undefined
  /** Time left of the topology change. Out only. @unit ms */
  topologyChangeTimer?: number | undefined
  /** Time left to the next clearing of addresses. Out only. @unit ms */
  gcTimer?: number | undefined
  /** Always 16: newer kernels have no such limit. Out only. */
  mcastHashElasticity?: number | undefined
  /** Number of learned addresses. Out only. */
  fdbNLearned?: number | undefined
}

/** Options of a bridge as dumps give them: those that its kernel has. */
export type DumpedBridgeOptions = Dumped<Omit<BridgeOptions, 'fdbFlush'>>
