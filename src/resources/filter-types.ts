// Filters as users write them and as dumps give them. The unions are made from the registry.

import type { CustomKind } from '../kinds/custom.ts'
import type { OptionsIn, OptionsOut } from '../kinds/descriptor.ts'
import type { FilterKinds } from '../kinds/filter/registry.ts'
import type { Stats } from '../kinds/stats.ts'
import type { Handle } from '../units/handle.ts'
import type { Protocol } from '../units/protocol.ts'
import type { UnknownAttribute } from '../wire/attribute.ts'
import type { OptionsField } from './qdisc-types.ts'
import type { TcObject } from './tc-object.ts'

/** Options that each kind of filter takes. */
export type FilterOptions = { [K in keyof FilterKinds]: OptionsIn<FilterKinds[K]['options']> }

/** Options of each kind of filter as dumps give them. */
export type DumpedFilterOptions = { [K in keyof FilterKinds]: OptionsOut<FilterKinds[K]['options']> }

/**
 * Where filters hang. There is no default: a filter without a place would go to the root qdisc.
 * On a device, `parent` is `'root'`, `'ingress'`, `'egress'` (of clsact), a qdisc or a class. A shared
 * block has no device and no parent.
 */
export interface FilterPlace {
  /** Name of the device; goes before `ifindex`. */
  dev?: string | undefined
  ifindex?: number | undefined
  parent?: Handle | undefined
  /** Index of a shared block, instead of device and parent. */
  block?: number | undefined
}

/** Number of a filter: text such as `'800::800'` for u32, a number for other kinds. */
export type FilterHandle = number | string

/** What can be said of a filter of any kind. */
export interface FilterSettings extends FilterPlace {
  /** Frames it looks at: an EtherType by name or number. @default all */
  protocol?: Protocol | undefined
  /** Filters are asked in this order, 1 to 65535. Chosen by the kernel where absent, each before the one before. */
  priority?: number | undefined
  /** Chosen by the kernel where absent. */
  handle?: FilterHandle | undefined
  /** Chain that the filter is in. @default 0 */
  chain?: number | undefined
  /** Attributes that this version of netsched has no name for, sent as they are. */
  unknown?: UnknownAttribute[] | undefined
}

/** A filter to make, change or replace. */
export type FilterSpec = FilterSettings &
  (
    | { [K in keyof FilterKinds]: { kind: K } & OptionsField<FilterOptions[K]> }[keyof FilterKinds]
    | { kind: CustomKind; options?: object | undefined }
  )

/** Which filter is meant. Without `handle`, all of that priority are. */
export interface FilterTarget extends FilterPlace {
  protocol?: Protocol | undefined
  priority: number
  handle?: FilterHandle | undefined
  chain?: number | undefined
  kind?: string | undefined
}

/** Which filters to list. */
export interface FilterQuery extends FilterPlace {
  protocol?: Protocol | undefined
  priority?: number | undefined
  /** Those of this chain only. */
  chain?: number | undefined
  /** Also the entries of a classifier that are no rules, such as u32's hash tables. @default false */
  tables?: boolean | undefined
}

/** What dumps tell of a filter of any kind. */
export interface FilterInfo extends TcObject {
  /** The qdisc, class or hook that it hangs at; absent on a shared block. */
  parent?: string
  /** Index of the shared block that it is in. */
  block?: number
  protocol: string
  priority: number
  handle: FilterHandle
  chain: number
  stats?: Stats
}

/** A filter as dumps give it. */
export type Filter = FilterInfo &
  (
    | { [K in keyof FilterKinds]: { kind: K; options: DumpedFilterOptions[K] } }[keyof FilterKinds]
    | { kind: CustomKind; options: object }
  )
