// How long one request takes: a class found by the device's index, a qdisc by the device's name.

import type { TrafficControl } from '../src/index.ts'
import { type Floor, tc } from './contenders.ts'
import { type Row, takeTurns, timed } from './row.ts'
import { DEVICE, dropClasses, IFINDEX, makeClasses } from './scenes.ts'

const CLASSES = 16
const ROUNDS = 10_000
const TC_ROUNDS = 50

/** Measures both requests on a device with few classes. */
export async function measureRequests(client: TrafficControl, floor: Floor | undefined): Promise<Row[]> {
  makeClasses(CLASSES)
  const rows: Row[] = [
    {
      task: 'get one class, by the index of the device',
      netsched: await repeat(() => client.classes.get({ ifindex: IFINDEX, classid: '1:a' })),
      tcCall: '`tc -s class` of one class',
      tc: await repeatTc(() => tc('-s', 'class', 'show', 'dev', DEVICE, 'classid', '1:a')),
      floor: floor?.('class', IFINDEX, '1000a', ROUNDS),
    },
    {
      task: 'get one qdisc, by the name of the device',
      netsched: await repeat(() => client.qdiscs.get({ dev: DEVICE, parent: 'root' })),
      tcCall: '`tc -s -j qdisc` and JSON.parse',
      tc: await repeatTc(async () =>
        JSON.parse(await tc('-s', '-j', 'qdisc', 'show', 'dev', DEVICE, 'root')),
      ),
      floor: floor?.('qdisc', DEVICE, ROUNDS),
    },
  ]
  dropClasses()
  return rows
}

/** The first half warms up. */
async function repeat(request: () => Promise<unknown>): Promise<number[]> {
  const [samples = []] = await takeTurns(2 * ROUNDS, [() => timed(request)])
  return samples.slice(ROUNDS)
}

async function repeatTc(request: () => Promise<unknown>): Promise<number[]> {
  const [samples = []] = await takeTurns(TC_ROUNDS, [() => timed(request)])
  return samples
}
