// Makes a link as slow as one to the other side of the world: for tests of what runs over it.
//
//   tc qdisc add dev eth0 root netem delay 120ms 15ms 25% distribution normal loss 0.5% rate 20mbit limit 2000
//
// usage: node --import tsx examples/slow-wan.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { KernelError, TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })

try {
  const { options } = await tc.qdiscs.add({
    dev,
    parent: 'root',
    kind: 'netem',
    options: {
      delay: '120ms',
      jitter: '15ms',
      delayCorrelation: '25%',
      distribution: 'normal',
      loss: '0.5%',
      rate: '20mbit',
      // Enough for what is on its way: 20 Mbit/s for 135 ms are some 230 packets.
      limit: 2000,
    },
  })
  console.log(`${dev} is slow now:`, options)

  await tc.qdiscs.delete({ dev, parent: 'root' })
} catch (error) {
  if (!(error instanceof KernelError) || error.reason !== 'kind-unknown') throw error
  console.log('This kernel has no netem: its module sch_netem is not installed.')
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
