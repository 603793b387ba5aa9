// netsched: traffic control for Node. This is all of its public surface, but for the subpaths
// `netsched/wire`, `netsched/layouts` and `netsched/testing`.

export { type OpenOptions, TrafficControl } from './client.ts'
export type {
  Action,
  ActionInfo,
  ActionOptions,
  ActionSettings,
  ActionSpec,
  DumpedActionOptions,
  HardwareStats,
} from './kinds/action/spec.ts'
export { type CustomKind, customKind, type RawOptions } from './kinds/custom.ts'
export {
  type ActionCodec,
  type ActionKind,
  type ActionState,
  type ActionTimes,
  type Codec,
  type DecodeContext,
  defineAction,
  defineFilter,
  defineQdisc,
  type EncodeContext,
  type FilterKind,
  type HandleFormat,
  type KindLookup,
  type Named,
  type NoOptions,
  type OptionsIn,
  type OptionsOut,
  type QdiscKind,
  type StatsReader,
  type WithUnknown,
} from './kinds/descriptor.ts'
export type { Dumped, DumpedWith } from './kinds/dumped.ts'
export { parseDistributionTable } from './kinds/qdisc/netem-tables.ts'
export {
  type ActionKinds,
  actionKinds,
  type CustomKinds,
  type FilterKinds,
  filterKinds,
  type QdiscKinds,
  qdiscKinds,
} from './kinds/registry.ts'
export type { RateEstimate, Stats } from './kinds/stats.ts'
export type * from './kinds/types.ts'
export type { ActionQuery, Actions, ActionTarget } from './resources/actions.ts'
export type {
  Address,
  AddressFilter,
  AddressScope,
  AddressSettings,
  AddressSpec,
  AddressTarget,
} from './resources/address-types.ts'
export type { Addresses } from './resources/addresses.ts'
export type { Classes, ClassFilter } from './resources/classes.ts'
export type { Device, FoundDevice } from './resources/device-names.ts'
export type {
  DumpedFilterOptions,
  Filter,
  FilterHandle,
  FilterInfo,
  FilterOptions,
  FilterPlace,
  FilterQuery,
  FilterSettings,
  FilterSpec,
  FilterTarget,
} from './resources/filter-types.ts'
export type { Filters } from './resources/filters.ts'
export type { BridgeOptions, DumpedBridgeOptions } from './resources/link-kinds/bridge-options.ts'
export { type LinkKinds, linkKinds } from './resources/link-kinds/registry.ts'
export type { DumpedVethOptions, VethOptions, VethPeer } from './resources/link-kinds/veth.ts'
export type {
  DumpedVlanOptions,
  VlanChanges,
  VlanOptions,
  VlanPriority,
} from './resources/link-kinds/vlan.ts'
export type { VlanProtocol } from './resources/link-kinds/vlan-protocol.ts'
export type { Linkmode, Operstate } from './resources/link-names.ts'
export type { LinkSettings, NewLinkSettings } from './resources/link-settings.ts'
export type {
  DumpedLinkOptions,
  Link,
  LinkChanges,
  LinkFilter,
  LinkInfo,
  LinkOptionChanges,
  LinkOptions,
  LinkSpec,
  LinkStats,
  NewLink,
  RxStats,
  TxStats,
} from './resources/link-types.ts'
export type { Links } from './resources/links.ts'
export type {
  Class,
  ClassInfo,
  ClassOptions,
  ClassSpec,
  ClassTarget,
  ClassXstats,
  DumpedClassOptions,
  DumpedQdiscOptions,
  OptionsField,
  Qdisc,
  QdiscInfo,
  QdiscOptions,
  QdiscSettings,
  QdiscSpec,
  QdiscTarget,
  QdiscXstats,
} from './resources/qdisc-types.ts'
export type { QdiscFilter, Qdiscs } from './resources/qdiscs.ts'
export type { Counter, DeleteOptions, ReadOptions, Warning } from './resources/session.ts'
export type { TcObject } from './resources/tc-object.ts'
export {
  ClosedError,
  DumpInterruptedError,
  KernelError,
  type Reason,
  type Refusal,
  TimeoutError,
  TransportError,
} from './socket/errors.ts'
export type { Netns } from './socket/netns.ts'
export type { TransportKind } from './socket/open-transport.ts'
export type { CallOptions } from './socket/request.ts'
export type { Transport, TransportFactory } from './socket/transport.ts'
export type { Fraction } from './units/fraction.ts'
export type { Handle } from './units/handle.ts'
export type { Protocol } from './units/protocol.ts'
export { Clock } from './units/psched.ts'
export { formatRate, type Rate } from './units/rate.ts'
export { formatSize, type Size } from './units/size.ts'
export { type Duration, formatTime } from './units/time.ts'
export type { U32Handle } from './units/u32handle.ts'
export type { Bitfield32, Int64, UnknownAttribute } from './wire/attribute.ts'
export { MalformedMessageError, NetschedError, OptionError, type OptionFault } from './wire/errors.ts'
export type { Ack } from './wire/extack.ts'
export type { Policy } from './wire/policy.ts'
