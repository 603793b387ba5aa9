// What the rows of test/cases mean to the drivers: which verb of which resource a command of tc is, what the
// placeholders for devices stand for, and how the file of a row's recorded bytes is called.

import type { Case, KindCases } from '../cases/types.ts'

export type Resource = 'qdiscs' | 'classes' | 'filters' | 'actions'
export type Verb = 'add' | 'change' | 'replace'

const RESOURCES: Readonly<Record<string, Resource>> = {
  qdisc: 'qdiscs',
  class: 'classes',
  filter: 'filters',
  actions: 'actions',
}
const VERBS: readonly Verb[] = ['add', 'change', 'replace']

/** What a row's command does, in our terms. */
export function callOf({ tc }: Pick<Case, 'tc'>): { resource: Resource; verb: Verb } {
  const [object = '', word = ''] = tc.split(' ')
  const resource = RESOURCES[object]
  const verb = VERBS.find((known) => known === word)
  if (resource === undefined || verb === undefined)
    throw new Error(`not a command that makes something: tc ${tc}`)
  return { resource, verb }
}

/** The words of a command; quotes of either sort hold words together. */
export function wordsOf(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
}

/** Names of the devices that a row calls DEV and DEV2. */
export interface Devices {
  DEV: string
  DEV2: string
}

/** A command or a value of a row with the names of real devices in it. */
export function withDevices<T>(value: T, devices: Devices): T {
  return substitute(value, devices) as T
}

function substitute(value: unknown, devices: Devices): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\bDEV2?\b/g, (name) => devices[name as keyof Devices])
  if (Array.isArray(value)) return value.map((item) => substitute(item, devices))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, devices)]))
}

/** The name of the file that holds what tc sent for a row. */
export function goldenName(
  { family, kind }: Pick<KindCases, 'family' | 'kind'>,
  { name }: Pick<Case, 'name'>,
): string {
  return `${kind}.${family}.${name.replaceAll(/[^\w+-]+/g, '-')}.hex`
}
