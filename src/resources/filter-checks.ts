// Checks of filter requests that take a look at the filters that are there: the kernel would act on another
// filter than the one that is meant, or ignore a part of what is asked, and say nothing.

import type { FilterKind } from '../kinds/descriptor.ts'
import { parseParent } from '../units/handle.ts'
import { OptionError } from '../wire/errors.ts'
import type { Filter, FilterPlace, FilterQuery, FilterSettings, FilterSpec } from './filter-types.ts'
import type { Address } from './tc-object.ts'

/** Lists filters. */
export type ListFilters = (query: FilterQuery) => Promise<Filter[]>

/** The hooks of clsact. */
const HOOKS = ['ingress', 'egress'] as const

/**
 * Refuses a change of which the kernel would ignore a part, or that would hit another filter.
 * @throws OptionError naming the option, or the handle
 */
export async function checkChange(
  kind: FilterKind | undefined,
  spec: FilterSpec,
  address: Address,
  list: ListFilters,
): Promise<void> {
  const existing = await checkPriority(kind, spec, address, list)
  if (existing === undefined || spec.options === undefined) return
  const ignored = kind?.ignoredByChange?.(existing.options, spec.options)
  if (ignored === undefined) return
  const expected =
    'what the filter has already: the kernel ignores a change of it, so delete the filter and add it anew'
  throw new OptionError({ path: `options.${ignored}`, expected, received: spec.options })
}

/**
 * For kinds whose handles name a filter at any priority: gives the filter that has the handle at the priority
 * that was asked for.
 * @throws OptionError where the handle belongs to another priority
 */
export async function checkPriority(
  kind: FilterKind | undefined,
  settings: FilterSettings & { kind?: string | undefined },
  address: Address,
  list: ListFilters,
): Promise<Filter | undefined> {
  if (!kind?.handlesSpanPriorities || address.handle === 0 || settings.priority === undefined)
    return undefined
  const { priority, chain = 0, handle } = settings
  const owners = await filtersWithHandle(kind, settings, address, list)
  const owner = owners.find(
    (filter) =>
      filter.priority === priority &&
      filter.chain === chain &&
      (filter.parent === undefined || isSamePlace(filter.parent, address)),
  )
  const [stranger] = owners
  if (owner !== undefined || stranger === undefined) return owner
  const here = `priority ${stranger.priority} and chain ${stranger.chain}`
  const expected = `a filter of priority ${priority} and chain ${chain}; this one, at ${stranger.parent ?? 'the block'}, has ${here}`
  throw new OptionError({ path: 'handle', expected, received: handle })
}

async function filtersWithHandle(
  kind: FilterKind,
  { dev, ifindex, parent, block }: FilterPlace,
  address: Address,
  list: ListFilters,
): Promise<Filter[]> {
  const wanted = kind.handle?.format(address.handle) ?? address.handle
  const places = sharingPlaces({ dev, ifindex, parent, block }, address)
  const filters = await Promise.all(places.map((place) => list({ ...place, tables: true })))
  return filters.flat().filter((filter) => filter.kind === kind.kind && filter.handle === wanted)
}

/** The places whose filters share their handles: both hooks of clsact do. */
function sharingPlaces(place: FilterPlace, { parent }: Address): FilterPlace[] {
  const isHook =
    place.block === undefined && HOOKS.some((hook) => parseParent(hook, 'parent', 'filter') === parent)
  return isHook ? HOOKS.map((hook) => ({ ...place, parent: hook })) : [place]
}

function isSamePlace(parent: string, address: Address): boolean {
  // The kernel takes 0 for the root qdisc, and then tells its handle.
  return address.parent === 0 || parseParent(parent, 'parent', 'filter') === address.parent
}
