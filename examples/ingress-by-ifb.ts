// Limits what arrives at a device to 20 Mbit/s. The kernel shapes only what leaves; so all that arrives is
// sent through an ifb device first, and is shaped where it leaves that.
//
//   ip link add example-ifb up type ifb
//   tc qdisc add dev example-ifb root tbf rate 20mbit burst 64kb latency 50ms
//   tc qdisc add dev eth0 ingress
//   tc filter add dev eth0 ingress protocol ip prio 1 u32 match u32 0 0 \
//     action mirred egress redirect dev example-ifb
//
// usage: node --import tsx examples/ingress-by-ifb.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const ifb = 'example-ifb'
const tc = await TrafficControl.open()
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })

try {
  await tc.links.add({ kind: 'ifb', dev: ifb, up: true })
  await tc.qdiscs.add({
    dev: ifb,
    parent: 'root',
    kind: 'tbf',
    options: { rate: '20mbit', burst: '64kb', latency: '50ms' },
  })
  await tc.qdiscs.add({ dev, kind: 'ingress' })
  const filter = await tc.filters.add({
    dev,
    parent: 'ingress',
    protocol: 'ip',
    priority: 1,
    kind: 'u32',
    options: {
      match: ['u32 0 0'],
      actions: [{ kind: 'mirred', options: { action: 'redirect', dev: ifb } }],
    },
  })
  console.log(`what arrives at ${dev} passes ${ifb}, by filter ${filter.handle}`)

  await tc.qdiscs.delete({ dev, parent: 'ingress' })
} finally {
  await tc.links.delete({ dev: ifb }, { ifExists: true })
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
