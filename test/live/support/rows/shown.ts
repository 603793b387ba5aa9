// What tc shows of a device or an action table, without what changes by itself, so that two showings can be compared.

import type { Case } from '../../../cases/types.ts'
import { callOf, type Devices, wordsOf } from '../../../wire/rows.ts'
import type { LiveContext } from '../live-test.ts'

// Counts of holders, and of entries in an action table. Statistics are not asked for in the first place.
const COUNTS: ReadonlySet<string> = new Set(['refcnt', 'ref', 'bind', 'total acts'])
const IN_TEXT = / (?:refcnt|ref|bind) \d+|^total acts.*$/gm

/** Replaces names of devices by those that rows have for them. */
export function withoutNames(text: string, { DEV, DEV2 }: Devices): string {
  return text
    .replaceAll(new RegExp(`\\b${DEV2}\\b`, 'g'), 'DEV2')
    .replaceAll(new RegExp(`\\b${DEV}\\b`, 'g'), 'DEV')
}

/** What tc shows, once the row's command was carried out: parsed JSON, or text where the JSON of this tc is broken. */
export function show(live: LiveContext, row: Case, devices: Devices): unknown {
  const command = showCommand(row, devices)
  const json = withoutNames(live.tc('-details', '-json', ...command), devices)
  try {
    return withoutKeys(JSON.parse(json || '[]'), new Set([...COUNTS, ...Object.keys(row.showDiffers ?? {})]))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return withoutNames(live.tc('-details', ...command), devices).replaceAll(IN_TEXT, '')
  }
}

function showCommand(row: Case, { DEV }: Devices): string[] {
  const words = wordsOf(row.tc)
  switch (callOf(row).resource) {
    case 'qdiscs':
      return ['qdisc', 'show', 'dev', DEV]
    case 'classes':
      return ['class', 'show', 'dev', DEV]
    case 'filters':
      return ['filter', 'show', ...filterPlace(row, DEV)]
    case 'actions':
      return ['actions', 'list', 'action', words[3] ?? '']
  }
}

function filterPlace({ spec }: Case, dev: string): string[] {
  const { parent, block } = spec as { parent?: unknown; block?: unknown }
  if (block !== undefined) return ['block', String(block)]
  const isHook = parent === 'root' || parent === 'ingress' || parent === 'egress'
  return ['dev', dev, ...(isHook ? [parent] : ['parent', String(parent)])]
}

/** A value without the members of these names, at any depth. */
export function withoutKeys(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutKeys(item, keys))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const kept = Object.entries(value).filter(([key]) => !keys.has(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutKeys(item, keys)]))
}
