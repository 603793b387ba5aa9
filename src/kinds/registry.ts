// All kinds that a client knows: the built-in ones, and those that its user registered.

import { type ActionKinds, actionKinds } from './action/registry.ts'
import type { KindLookup } from './context.ts'
import type { ActionKind, FilterKind, QdiscKind } from './descriptor.ts'
import { type FilterKinds, filterKinds } from './filter/registry.ts'
import { type QdiscKinds, qdiscKinds } from './qdisc/registry.ts'

export { type ActionKinds, actionKinds, type FilterKinds, filterKinds, type QdiscKinds, qdiscKinds }

/** Descriptors of a user's own, for kinds that are not built in. They go before the built-in ones. */
export interface CustomKinds {
  qdiscs?: readonly QdiscKind[]
  filters?: readonly FilterKind[]
  actions?: readonly ActionKind[]
}

/** Finds descriptors by kind. */
export class Kinds implements KindLookup {
  private readonly qdiscs: Map<string, QdiscKind>
  private readonly filters: Map<string, FilterKind>
  private readonly actions: Map<string, ActionKind>

  constructor(custom: CustomKinds = {}) {
    this.qdiscs = tableOf<QdiscKind>(Object.values(qdiscKinds), custom.qdiscs)
    this.filters = tableOf<FilterKind>(Object.values(filterKinds), custom.filters)
    this.actions = tableOf<ActionKind>(Object.values(actionKinds), custom.actions)
  }

  qdisc(kind: string): QdiscKind | undefined {
    return this.qdiscs.get(kind)
  }

  filter(kind: string): FilterKind | undefined {
    return this.filters.get(kind)
  }

  action(kind: string): ActionKind | undefined {
    return this.actions.get(kind)
  }
}

function tableOf<K extends { kind: string }>(
  builtIn: readonly K[],
  custom: readonly K[] = [],
): Map<string, K> {
  return new Map([...builtIn, ...custom].map((kind) => [kind.kind, kind]))
}
