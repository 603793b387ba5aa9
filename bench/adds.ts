// Adding 2,000 u32 filters: each awaited before the next, and all at once.

import type { FilterSpec, TrafficControl } from '../src/index.ts'
import { type Floor, tc, tcBatch } from './contenders.ts'
import { type Contender, type Row, takeTurns, timed } from './row.ts'
import { addressOf, dropFilters, filterLine, IFINDEX, INGRESS, makeFilters } from './scenes.ts'

const COUNT = 2000
const ROUNDS = 9
/** Filters for which `tc` is started one by one; 2,000 would take a minute. */
const STARTED = 100
/** Requests that C sends in one system call: 256 acknowledgements fill a receive queue. */
const BATCH = 128

const NUMBERS = Array.from({ length: COUNT }, (_, number) => number)

/** Measures both ways to add. */
export async function measureAdds(client: TrafficControl, floor: Floor | undefined): Promise<Row[]> {
  return [
    {
      task: 'add 2,000 u32 filters, one after the other',
      tcCall: `a process for each, ${STARTED} measured`,
      ...(await measure(
        () => addEach(client),
        addByProcesses,
        floor && (() => floor('add', IFINDEX, COUNT, 1)),
      )),
    },
    {
      task: 'add 2,000 u32 filters, all at once',
      tcCall: '`tc -batch`',
      ...(await measure(
        () => addAtOnce(client),
        addByBatch,
        floor && (() => floor('add', IFINDEX, COUNT, BATCH)),
      )),
    },
  ]
}

async function measure(
  netsched: () => Promise<unknown>,
  byTc: Contender,
  floor: (() => readonly number[]) | undefined,
): Promise<Pick<Row, 'netsched' | 'tc' | 'floor'>> {
  const contenders = [() => timed(netsched), byTc]
  if (floor) contenders.push(async () => floor()[0] ?? Number.NaN)
  const fresh = contenders.map((contender) => () => onFreshQdisc(contender))
  await fresh[0]?.()
  const [ours = [], tcSamples = [], floorSamples] = await takeTurns(ROUNDS, fresh)
  return { netsched: ours, tc: tcSamples, floor: floorSamples }
}

async function onFreshQdisc(contender: Contender): Promise<number> {
  makeFilters(0)
  try {
    return await contender()
  } finally {
    dropFilters()
  }
}

async function addEach(client: TrafficControl): Promise<void> {
  for (const number of NUMBERS) await client.filters.add(filter(number))
}

function addAtOnce(client: TrafficControl): Promise<unknown> {
  return Promise.all(NUMBERS.map((number) => client.filters.add(filter(number))))
}

async function addByProcesses(): Promise<number> {
  const time = await timed(async () => {
    for (const number of NUMBERS.slice(0, STARTED)) await tc(...tcLine(number).split(' '))
  })
  return (time / STARTED) * COUNT
}

function addByBatch(): Promise<number> {
  return timed(async () => tcBatch(NUMBERS.map(tcLine)))
}

function tcLine(number: number): string {
  return `${filterLine(number)} flowid 1:1`
}

function filter(number: number): FilterSpec {
  return {
    ifindex: IFINDEX,
    parent: INGRESS,
    protocol: 'ip',
    priority: 1,
    kind: 'u32',
    options: { classid: '1:1', match: [`ip dst ${addressOf(number)}/32`] },
  }
}
