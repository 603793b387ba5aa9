// Shares a link of 100 Mbit/s: SSH is sure of 10, all else of 90, and each may take what the other leaves.
//
//   tc qdisc add dev eth0 root handle 1: htb default 20
//   tc class add dev eth0 parent 1: classid 1:1 htb rate 100mbit
//   tc class add dev eth0 parent 1:1 classid 1:10 htb rate 10mbit ceil 100mbit prio 0
//   tc class add dev eth0 parent 1:1 classid 1:20 htb rate 90mbit ceil 100mbit prio 1
//   tc filter add dev eth0 parent 1: protocol ip prio 1 u32 match ip protocol 6 0xff \
//     match ip dport 22 0xffff flowid 1:10
//
// usage: node --import tsx examples/htb-classes.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })

const classes = [
  { parent: '1:', classid: '1:1', options: { rate: '100mbit' } },
  { parent: '1:1', classid: '1:10', options: { rate: '10mbit', ceil: '100mbit', prio: 0 } },
  { parent: '1:1', classid: '1:20', options: { rate: '90mbit', ceil: '100mbit', prio: 1 } },
]

try {
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb', options: { default: '1:20' } })
  for (const each of classes) await tc.classes.add({ dev, kind: 'htb', ...each })
  await tc.filters.add({
    dev,
    parent: '1:',
    protocol: 'ip',
    priority: 1,
    kind: 'u32',
    options: { match: ['ip protocol 6 0xff', 'ip dport 22 0xffff'], classid: '1:10' },
  })

  for (const found of await tc.classes.list({ dev })) {
    if (found.kind !== 'htb') continue
    const { rate, ceil } = found.options
    console.log(`class ${found.classid} below ${found.parent}: ${rate / 1e6} to ${ceil / 1e6} Mbit/s`)
  }

  // With the qdisc go its classes and filters.
  await tc.qdiscs.delete({ dev, parent: 'root' })
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
