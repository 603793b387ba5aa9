// Which of the filters that the kernel lists at a place are really there. A classifier whose handles span priorities
// lists the filters of a priority again in each chain, and at each hook of clsact, that has this priority.

import type { KindLookup } from '../kinds/context.ts'
import type { FilterKind } from '../kinds/descriptor.ts'
import { KernelError } from '../socket/errors.ts'
import type { Filter } from './filter-types.ts'

/** Asks the kernel for the handle of the root that a filter's place, chain and priority have. */
export type AskRoot = (like: Filter, handle: number) => Promise<number>

/** Tells filters from their repetitions, throughout one listing. */
export class Owners {
  private readonly kinds: KindLookup
  private readonly ask: AskRoot
  private readonly roots = new Map<string, number | undefined>()
  /** Where what belongs to no root is told, by kind and priority. */
  private readonly tellers = new Map<string, string>()

  constructor(kinds: KindLookup, ask: AskRoot) {
    this.kinds = kinds
    this.ask = ask
  }

  /** Those of a listing that are where they are listed. */
  async select(filters: readonly Filter[]): Promise<Filter[]> {
    const selected: Filter[] = []
    for (const filter of filters) {
      const kind = this.kinds.filter(filter.kind)
      if (!kind?.handlesSpanPriorities || (await this.owns(kind, filter))) selected.push(filter)
    }
    return selected
  }

  private async owns(kind: FilterKind, filter: Filter): Promise<boolean> {
    const place = `${filter.parent ?? filter.block} ${filter.chain}`
    const owner = await this.owner(kind, filter, place)
    if (owner !== undefined) return owner
    const key = `${filter.kind} ${filter.priority}`
    if (!this.tellers.has(key)) this.tellers.set(key, place)
    return this.tellers.get(key) === place
  }

  private async owner(kind: FilterKind, filter: Filter, place: string): Promise<boolean | undefined> {
    if (kind.root === undefined) return undefined
    const key = `${filter.kind} ${filter.priority} ${place}`
    if (!this.roots.has(key)) this.roots.set(key, await this.rootOf(kind.root.handle, filter))
    const root = this.roots.get(key)
    const handle = kind.handle?.parse(filter.handle, 'handle') ?? Number(filter.handle)
    return root === undefined ? undefined : kind.root.owns(root, handle)
  }

  // What was listed may be gone by now.
  private async rootOf(handle: number, filter: Filter): Promise<number | undefined> {
    try {
      return await this.ask(filter, handle)
    } catch (error) {
      if (error instanceof KernelError && error.reason === 'not-found') return undefined
      throw error
    }
  }
}
