// A program that makes and deletes a tree of classes for as long as it lives. Its first argument is the device.

import { TrafficControl } from '../../../src/index.ts'

/** Classes of the tree: each is made after the one before. */
const CLASSES = 40
const RATE = 1_000_000

const dev = process.argv[2] ?? ''
const tc = await TrafficControl.open()
console.log('started')
for (;;) {
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb', options: { default: 1 } })
  for (let minor = 1; minor <= CLASSES; minor++) {
    const classid = `1:${minor.toString(16)}`
    const options = { rate: RATE * minor, quantum: 1500 }
    await tc.classes.add({ dev, parent: '1:', classid, kind: 'htb', options })
  }
  await tc.qdiscs.delete({ dev, parent: 'root' })
}
