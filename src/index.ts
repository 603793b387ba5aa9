// netsched: traffic control for Node. This is all of its public surface, but for the subpaths
// `netsched/wire`, `netsched/layouts` and `netsched/testing`.

// The client
export { type OpenOptions, TrafficControl } from './client.ts'
export type { Actions, ActionQuery, ActionTarget } from './resources/actions.ts'
export type { Classes, ClassFilter } from './resources/classes.ts'
export type { Filters } from './resources/filters.ts'
export type { QdiscFilter, Qdiscs } from './resources/qdiscs.ts'
export type { Counter, DeleteOptions, ReadOptions, Warning } from './resources/session.ts'
export type { Netns } from './socket/netns.ts'
export type { TransportKind } from './socket/open-transport.ts'
export type { CallOptions } from './socket/request.ts'
export type { Transport, TransportFactory } from './socket/transport.ts'

// Objects
export type {
  Class,
  ClassInfo,
  ClassOptions,
  ClassSpec,
  ClassTarget,
  ClassXstats,
  DumpedClassOptions,
  DumpedQdiscOptions,
  Qdisc,
  QdiscInfo,
  QdiscOptions,
  QdiscSettings,
  QdiscSpec,
  QdiscTarget,
  QdiscXstats,
} from './resources/qdisc-types.ts'
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
export type {
  Action,
  ActionInfo,
  ActionOptions,
  ActionSettings,
  ActionSpec,
  DumpedActionOptions,
  HardwareStats,
} from './kinds/action/spec.ts'
export type { Device, FoundDevice } from './resources/device-names.ts'
export type { TcObject } from './resources/tc-object.ts'
export type { RateEstimate, Stats } from './kinds/stats.ts'

// Options of kinds
export type { Control, DumpedControl, SimpleControl } from './kinds/action/control.ts'
export type { GactOptions, GactRandom } from './kinds/action/gact.ts'
export type { DumpedMirredOptions, MirredOptions } from './kinds/action/mirred.ts'
export type {
  DumpedHtbClassOptions,
  DumpedHtbQdiscOptions,
  HtbClassOptions,
  HtbQdiscOptions,
  HtbXstats,
} from './kinds/qdisc/htb.ts'
export type { DumpedLinkOptions, LinkLayer, LinkOptions } from './kinds/ratespec.ts'

// Kinds of one's own
export { type CustomKind, customKind, type RawOptions } from './kinds/custom.ts'
export type {
  ActionCodec,
  ActionKind,
  ActionState,
  ActionTimes,
  Codec,
  DecodeContext,
  EncodeContext,
  FilterHandle as FilterHandleCodec,
  FilterKind,
  KindLookup,
  Named,
  NoOptions,
  QdiscKind,
  StatsReader,
  WithUnknown,
} from './kinds/descriptor.ts'
export { defineAction, defineFilter, defineQdisc } from './kinds/descriptor.ts'
export type { Dumped, DumpedWith } from './kinds/dumped.ts'
export type { ActionKinds } from './kinds/action/registry.ts'
export type { FilterKinds } from './kinds/filter/registry.ts'
export type { QdiscKinds } from './kinds/qdisc/registry.ts'
export type { CustomKinds } from './kinds/registry.ts'

// Errors
export {
  ClosedError,
  DumpInterruptedError,
  KernelError,
  type Reason,
  TimeoutError,
  TransportError,
} from './socket/errors.ts'
export { MalformedMessageError, NetschedError, OptionError } from './wire/errors.ts'
export type { Policy } from './wire/policy.ts'

// Values
export type { Handle } from './units/handle.ts'
export type { Fraction } from './units/fraction.ts'
export type { Protocol } from './units/protocol.ts'
export { formatRate, type Rate } from './units/rate.ts'
export { formatSize, type Size } from './units/size.ts'
export { type Duration, formatTime } from './units/time.ts'
export type { Bitfield32, Int64, UnknownAttribute } from './wire/attribute.ts'
