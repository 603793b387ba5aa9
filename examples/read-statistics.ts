// Reads the statistics of all qdiscs of a device every second, three times, and tells what each has sent since.
//
//   tc -s qdisc show dev eth0
//
// usage: node --import tsx examples/read-statistics.ts [DEVICE]
// Without a device it makes a veth pair of its own. It changes nothing on a device that is given.

import { setTimeout as sleep } from 'node:timers/promises'
import { TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
if (given === undefined) {
  // A device that is up sends something by itself: IPv6 looks for routers.
  await tc.links.add({ kind: 'veth', dev, up: true, options: { peer: { dev: 'example1', up: true } } })
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
}

try {
  const before = new Map<string, bigint>()
  for (let second = 0; second < 3; second += 1) {
    if (second > 0) await sleep(1000)
    // As bigints, counters are exact whatever they have come to.
    for (const { kind, handle, stats } of await tc.qdiscs.list({ dev }, { bigint: true })) {
      if (stats === undefined) continue
      const name = `${kind} ${handle}`
      const { bytes, packets, drops, backlog } = stats
      const rate = before.has(name) ? `, ${(bytes - (before.get(name) ?? 0n)) * 8n} bit/s` : ''
      console.log(`${second} s  ${name}  ${packets} packets, ${drops} dropped, ${backlog} B waiting${rate}`)
      before.set(name, bytes)
    }
  }
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
