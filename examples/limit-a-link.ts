// Limits what leaves a device to 10 Mbit/s.
//
//   tc qdisc add dev eth0 root tbf rate 10mbit burst 32kb latency 50ms
//
// usage: node --import tsx examples/limit-a-link.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })

try {
  // 32 kB may leave at once; what would have to wait longer than 50 ms is dropped.
  const { handle, options } = await tc.qdiscs.add({
    dev,
    parent: 'root',
    kind: 'tbf',
    options: { rate: '10mbit', burst: '32kb', latency: '50ms' },
  })
  console.log(`${dev} now has tbf ${handle}`, options)

  await tc.qdiscs.delete({ dev, parent: 'root' })
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
