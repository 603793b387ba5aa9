// Oracles: tc's eyes in both directions, and the kernel's round trip, for every row of test/cases on every kernel that has
// the row's kind.

import { spawnSync } from 'node:child_process'
import { describe, expect, inject, test } from 'vitest'
import { filterKinds } from '../../src/kinds/registry.ts'
import { CASES } from '../cases/index.ts'
import type { Case, KindCases, Refusal } from '../cases/types.ts'
import { callOf, type Devices, withDevices, wordsOf } from '../wire/rows.ts'
import { isOlder, readKernelFacts } from './support/kernel-facts.ts'
import type { KindName } from './support/kinds.ts'
import { type LiveContext, liveTest, type Need } from './support/live-test.ts'
import { runRow } from './support/rows/row-test.ts'

const kernel = readKernelFacts()

/** Why a row says nothing about this kernel; undefined where it does. */
function beside({ since, until, bytesOnly }: Case): string | undefined {
  if (bytesOnly !== undefined) return bytesOnly
  if (since !== undefined && isOlder(kernel.version, since)) return `kernels from ${since} on`
  if (until !== undefined && !isOlder(kernel.version, until) && !sameRelease(until))
    return `kernels up to ${until}`
  return undefined
}

const sameRelease = (release: string): boolean => kernel.version.join('.') === release

function needsOf(kind: KindCases, row: Case): Need[] {
  // A class needs its qdisc; the rest is in the row.
  const own: Need[] = kind.family === 'class' ? [`qdisc:${kind.kind}`] : []
  const table: Need[] = callOf(row).resource === 'actions' ? ['feature:real-root'] : []
  return ['tool:tc', 'tool:ip', ...own, ...table, ...((row.needs ?? []) as Need[])]
}

function testRow(kind: KindCases, row: Case): void {
  const reason = beside(row)
  if (reason !== undefined) {
    test.skip(`${row.name} (${reason})`)
    return
  }
  const proves: KindName[] = [`${kind.family}:${kind.kind}`]
  const unchangeable = row.unchangeable ?? kind.unchangeable
  liveTest(row.name, { needs: needsOf(kind, row), proves }, (live) => runRow(live, row, unchangeable))
  const carrier = kind.family === 'action' ? asFilter(row) : undefined
  if (carrier === undefined) return
  liveTest(`${row.name}, in a filter`, { needs: needsOf(kind, carrier), proves }, (live) =>
    runRow(live, carrier, undefined),
  )
}

/** The row of an action as one of a filter that does nothing else. */
function asFilter(row: Case): Case | undefined {
  const filter = ['u32', 'matchall'].find(
    (kind) => Object.hasOwn(filterKinds, kind) && inject('probe').kinds[`filter:${kind}`] === 'present',
  )
  const onTable = [...(row.before ?? []), row.tc].some((command) => !/^(qdisc|actions add) /.test(command))
  if (
    filter === undefined ||
    onTable ||
    (row.before ?? []).some((command) => command.startsWith('actions'))
  ) {
    return undefined
  }
  // An action that hardware skips takes a filter that it skips, too.
  const skipHw = row.spec['skipHw'] === true
  const match = `${filter === 'u32' ? 'u32 match u32 0 0' : filter}${skipHw ? ' skip_hw' : ''}`
  const hasHook = (row.before ?? []).some((command) => /\b(clsact|ingress)\b/.test(command))
  const place = { dev: 'DEV', parent: 'ingress', protocol: 'all', priority: 1 }
  const options = {
    actions: [row.spec],
    ...(filter === 'u32' && { match: ['u32 0 0'] }),
    ...(skipHw && { skipHw }),
  }
  // Of a filter on another device: it has its own action, with a number of its own.
  const numbers = row.spec['index'] === undefined && { index: 'the kernel chooses it' }
  return {
    ...row,
    showDiffers: { ...row.showDiffers, ...numbers },
    listDiffers: { ...row.listDiffers, ...numbers },
    before: hasHook ? (row.before ?? []) : ['qdisc add dev DEV clsact', ...(row.before ?? [])],
    tc: `filter add dev DEV ingress protocol all prio 1 ${match} ${row.tc.replace(/^actions add /, '')}`,
    spec: { ...place, kind: filter, options },
    dumped: { actions: [{ kind: row.spec['kind'], options: row.dumped }] },
    dumpedSince: Object.fromEntries(
      Object.entries(row.dumpedSince ?? {}).map(([since, options]) => [since, { actions: [{ options }] }]),
    ),
    needs: [...(row.needs ?? []), `filter:${filter}`, 'qdisc:clsact'],
  }
}

/** What is refused before it is sent is what the kernel refuses, too. That we refuse it shows test/wire/refusals.test.ts. */
function testRefusal(kind: KindCases, refusal: Refusal): void {
  const { kernel: asked } = refusal
  if (!('tc' in asked)) return
  const needs: Need[] = [
    'tool:tc',
    'tool:ip',
    ...(kind.family === 'action' ? (['feature:real-root'] as const) : []),
  ]
  liveTest(
    `the kernel refuses ${refusal.name}`,
    { needs: [...needs, `${kind.family}:${kind.kind}`] },
    (live) => {
      const devices = refusalDevices(live, refusal)
      const done = spawnSync('tc', wordsOf(withDevices(asked.tc, devices)), { encoding: 'utf8' })
      // tc's own objections have another status.
      expect(done.status, `status of tc ${asked.tc}: ${done.stderr}`).toBe(2)
    },
  )
}

function refusalDevices(live: LiveContext, { before = [] }: Refusal): Devices {
  const DEV = live.device()
  const devices = { DEV, DEV2: `${DEV}p` }
  for (const command of before) live.tc(...wordsOf(withDevices(command, devices)))
  return devices
}

for (const kind of CASES) {
  describe(`${kind.family} ${kind.kind}`, () => {
    for (const row of kind.cases) testRow(kind, row)
    for (const refusal of kind.refusals ?? []) testRefusal(kind, refusal)
  })
}
