// Our side of a row: the object that its command made, found in our listings, and the calls on it.

import type { TrafficControl } from '../../../../src/index.ts'
import type { Case } from '../../../cases/types.ts'
import { callOf, type Devices, type Resource, type Verb, wordsOf } from '../../../wire/rows.ts'
import { withoutKeys, withoutNames } from './shown.ts'

/** An object as our listings give it; which members it has depends on the resource. */
export type Listed = Readonly<Record<string, unknown>> & { kind: string; options: object }

/** Members that differ between two objects which are the same otherwise: counters, times, holders, indexes. */
const PASSING: ReadonlySet<string> = new Set([
  ...['stats', 'xstats', 'times', 'references', 'bindings', 'ifindex', 'warning', 'pcnt'],
  ...['usedHwStats', 'inHwCount'],
])

/** What is left of an object for comparing it. */
export function lasting(object: unknown, devices: Devices): unknown {
  return rename(withoutKeys(object, PASSING), devices)
}

function rename(value: unknown, devices: Devices): unknown {
  if (typeof value === 'string') return withoutNames(value, devices)
  if (Array.isArray(value)) return value.map((item) => rename(item, devices))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rename(item, devices)]))
}

/** Calls the row's verb, or another one, with a spec that the row's resource takes. */
export function call(client: TrafficControl, row: Case, verb: Verb, spec: unknown): Promise<Listed> {
  const resource = client[callOf(row).resource]
  const make: (spec: never) => Promise<unknown> = resource[verb].bind(resource)
  return make(spec as never) as Promise<Listed>
}

/** All objects that the row's one may be among. */
export async function list(
  client: TrafficControl,
  row: Case,
  { DEV }: Devices,
  tables = false,
): Promise<Listed[]> {
  const { parent, block } = row.spec as { parent?: string; block?: number }
  const listings: Readonly<Record<Resource, () => Promise<unknown>>> = {
    qdiscs: () => client.qdiscs.list({ dev: DEV }),
    classes: () => client.classes.list({ dev: DEV }),
    filters: () =>
      client.filters.list(block === undefined ? { dev: DEV, parent, tables } : { block, tables }),
    actions: () => client.actions.list({ kind: actionKind(row) }),
  }
  return (await listings[callOf(row).resource]()) as Listed[]
}

function actionKind(row: Case): string {
  return wordsOf(row.tc)[3] ?? ''
}

/** Finds what the row's command made, or changed, by what was there before. */
export async function find(
  client: TrafficControl,
  row: Case,
  devices: Devices,
  before: readonly Listed[],
): Promise<Listed> {
  const known = new Set(before.map(fingerprint))
  const isNew = (object: Listed): boolean =>
    object.kind === row.spec['kind'] && !known.has(fingerprint(object))
  let found = (await list(client, row, devices)).filter(isNew)
  // What is no rule, such as a hash table, is listed on request only.
  if (found.length === 0) found = (await list(client, row, devices, true)).filter(isNew)
  for (const key of ['handle', 'classid', 'index', 'priority', 'parent']) {
    const named = found.filter((object) => object[key] === row.spec[key])
    if (found.length > 1 && named.length > 0) found = named
  }
  const [object] = found
  if (object === undefined || found.length > 1) {
    throw new Error(`expected one new ${String(row.spec['kind'])}, found ${found.length}: ${print(found)}`)
  }
  return object
}

const fingerprint = (object: Listed): string => print(withoutKeys(object, PASSING))
const print = (value: unknown): string =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item))

/** Deletes an object that was listed. */
export function remove(client: TrafficControl, row: Case, object: Listed): Promise<boolean> {
  const target = object as never
  switch (callOf(row).resource) {
    case 'qdiscs':
      return client.qdiscs.delete(target)
    case 'classes':
      return client.classes.delete(target)
    case 'filters':
      return client.filters.delete(target)
    case 'actions':
      return client.actions.delete(target)
  }
}
