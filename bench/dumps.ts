// Dumps of 10,000 classes and 10,000 filters.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TrafficControl } from '../src/index.ts'
import { type Floor, tc } from './contenders.ts'
import { type Contender, type Row, takeTurns, timed } from './row.ts'
import { DEVICE, dropClasses, dropFilters, IFINDEX, INGRESS, makeClasses, makeFilters } from './scenes.ts'

const COUNT = 10_000
const ROUNDS = 15
const WARM_UP = 10
const COLD_ROUNDS = 7

interface Dump {
  name: string
  /** What the floor and the fresh process call it. */
  what: 'classes' | 'filters'
  make: (count: number) => void
  drop: () => void
  netsched: (client: TrafficControl) => Promise<readonly unknown[]>
  tcCall: string
  tc: () => Promise<readonly unknown[]>
}

const DUMPS: readonly Dump[] = [
  {
    name: '10,000 htb classes with statistics',
    what: 'classes',
    make: makeClasses,
    drop: dropClasses,
    netsched: (client) => client.classes.list({ dev: DEVICE }),
    tcCall: '`tc -s class`, its text parsed: it gives no JSON for htb',
    tc: async () => parseClasses(await tc('-s', 'class', 'show', 'dev', DEVICE)),
  },
  {
    name: '10,000 u32 filters, half of them with an action',
    what: 'filters',
    make: makeFilters,
    drop: dropFilters,
    netsched: (client) => client.filters.list({ dev: DEVICE, parent: INGRESS }),
    tcCall: '`tc -s -j filter` and JSON.parse',
    tc: async () => rules(JSON.parse(await tc('-s', '-j', 'filter', 'show', 'dev', DEVICE, INGRESS))),
  },
]

/** Measures each dump, the first of a process by itself. */
export async function measureDumps(client: TrafficControl, floor: Floor | undefined): Promise<Row[]> {
  const rows: Row[] = []
  for (const dump of DUMPS) {
    dump.make(COUNT)
    rows.push(...(await measureDump(dump, client, floor)))
    dump.drop()
  }
  return rows
}

async function measureDump(dump: Dump, client: TrafficControl, floor: Floor | undefined): Promise<Row[]> {
  for (let round = 0; round < WARM_UP; round++) checkCount(await dump.netsched(client), dump)
  const contenders: Contender[] = [
    () => timed(async () => dump.netsched(client)),
    () => timed(async () => checkCount(await dump.tc(), dump)),
  ]
  // The first round of a process warms the caches up.
  if (floor) contenders.push(async () => floor(dump.what, IFINDEX, 2).at(-1) ?? Number.NaN)
  const [netsched = [], tcSamples = [], floorSamples] = await takeTurns(ROUNDS, contenders)
  const same = { tcCall: dump.tcCall, tc: tcSamples, floor: floorSamples }
  return [
    { task: `dump ${dump.name}`, netsched, ...same },
    { task: `the same, as the first call of a process`, netsched: firstDumps(dump.what), ...same },
  ]
}

function firstDumps(what: string): number[] {
  const program = fileURLToPath(new URL('cold.js', import.meta.url))
  return Array.from({ length: COLD_ROUNDS }, () =>
    Number(execFileSync(process.execPath, [program, what], { encoding: 'utf8' })),
  )
}

function checkCount(objects: readonly unknown[], { name }: Dump): void {
  if (objects.length !== COUNT) throw new Error(`${name}: ${objects.length} came back`)
}

/** The entries of `tc`'s JSON that are rules, not the tables they are in. */
function rules(entries: { options?: { match?: unknown } }[]): unknown[] {
  return entries.filter((entry) => entry.options?.match !== undefined)
}

const CLASS_TEXT =
  /class htb (\S+) (?:root|parent (\S+)) .*?prio (\d+) rate (\S+) ceil (\S+) burst (\S+) cburst (\S+) *\n Sent (\d+) bytes (\d+) pkt \(dropped (\d+), overlimits (\d+) requeues (\d+)\)/g

/** As much of `tc`'s text as a user of its numbers needs. */
function parseClasses(text: string): unknown[] {
  return Array.from(text.matchAll(CLASS_TEXT), (found) => ({
    classid: found[1],
    parent: found[2],
    prio: Number(found[3]),
    rate: found[4],
    ceil: found[5],
    burst: found[6],
    cburst: found[7],
    bytes: Number(found[8]),
    packets: Number(found[9]),
    drops: Number(found[10]),
    overlimits: Number(found[11]),
    requeues: Number(found[12]),
  }))
}
