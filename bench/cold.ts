// A fresh process, started with `classes` or `filters`: prints the microseconds of its first dump.
// Loading the package and opening the client come before.

import { TrafficControl } from '../src/index.ts'
import { timed } from './row.ts'
import { DEVICE, INGRESS } from './scenes.ts'

const client = await TrafficControl.open()
const dump =
  process.argv[2] === 'classes'
    ? () => client.classes.list({ dev: DEVICE })
    : () => client.filters.list({ dev: DEVICE, parent: INGRESS })
console.log(await timed(dump))
await client.close()
