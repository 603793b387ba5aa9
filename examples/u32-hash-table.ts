// Finds one of 256 hosts in one step: a hash table with a bucket for each last byte of the source address,
// and a filter that leads to it.
//
//   tc filter add dev eth0 parent 1: protocol ip prio 5 handle 2: u32 divisor 256
//   tc filter add dev eth0 parent 1: protocol ip prio 5 u32 ht 2:7b: match ip src 192.0.2.123/32 flowid 1:10
//   tc filter add dev eth0 parent 1: protocol ip prio 5 u32 match ip src 192.0.2.0/24 \
//     hashkey mask 0x000000ff at 12 link 2:
//
// usage: node --import tsx examples/u32-hash-table.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { type Filter, TrafficControl } from 'netsched'

const given = process.argv[2]
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })

const place = { dev, parent: '1:', protocol: 'ip', priority: 5, kind: 'u32' } as const
const hosts = new Map([
  ['192.0.2.7', '1:10'],
  ['192.0.2.123', '1:10'],
  ['192.0.2.200', '1:20'],
])

/** The filter for one host, in the bucket of the address's last byte. */
function addHost(address: string, classid: string): Promise<Filter> {
  const bucket = Number(address.split('.').at(-1)).toString(16)
  return tc.filters.add({
    ...place,
    options: { ht: `2:${bucket}:`, match: [`ip src ${address}/32`], classid },
  })
}

try {
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
  await tc.filters.add({ ...place, handle: '2:', options: { divisor: 256 } })
  for (const [address, classid] of hosts) await addHost(address, classid)
  // The source address stands at byte 12 of the IP header.
  const hashkey = { mask: 0x000000ff, at: 12 }
  await tc.filters.add({ ...place, options: { match: ['ip src 192.0.2.0/24'], hashkey, link: '2:' } })

  for (const filter of await tc.filters.list({ dev, parent: '1:', tables: true })) {
    if (filter.kind !== 'u32') continue
    const { divisor, link, classid } = filter.options
    const what = divisor === undefined ? `filter for ${classid ?? link}` : `table of ${divisor} buckets`
    console.log(filter.handle.toString().padEnd(9), what)
  }

  await tc.qdiscs.delete({ dev, parent: 'root' })
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
