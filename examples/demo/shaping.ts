// The shaping itself: what you would do to your own link, and nothing else.

import type { TrafficControl } from 'netsched'
import { ARRIVALS, DEFAULT_CLASS, type Flow, flows, here, LINK_RATE } from './plan.ts'

/** What may leave at once: with it a timer that is late costs no rate. */
const BURST = '32kb'
const PROTOCOLS = { tcp: 6, udp: 17 } as const

/** Shapes what leaves this host: a class for each kind of traffic, and a filter for all but the default one. */
export async function shapeDepartures(tc: TrafficControl): Promise<void> {
  const { dev } = here
  // tc qdisc add dev here0 root handle 1: htb default 30
  await tc.qdiscs.add({
    dev,
    parent: 'root',
    handle: '1:',
    kind: 'htb',
    options: { default: DEFAULT_CLASS },
  })
  await addClass(tc, dev, '1:', '1:1', LINK_RATE)
  for (const flow of flows) {
    if (flow.direction === 'up') await addLeaf(tc, dev, '1:1', flow)
    // What answers a download belongs to the qdisc itself, where htb lets it pass at once.
    const classid = flow.direction === 'up' ? flow.classid : '1:'
    if (classid !== DEFAULT_CLASS) await addFilter(tc, dev, '1:', flow, 'dport', classid)
  }
}

/**
 * Shapes what arrives. The kernel shapes only what leaves, so all that arrives is sent through a device
 * of its own first.
 */
export async function shapeArrivals(tc: TrafficControl): Promise<void> {
  // ip link add arrivals0 up type ifb
  await tc.links.add({ kind: 'ifb', dev: ARRIVALS, up: true })
  await redirect(tc, here.dev, ARRIVALS)
  // tc qdisc add dev arrivals0 root handle 2: htb
  await tc.qdiscs.add({ dev: ARRIVALS, parent: 'root', handle: '2:', kind: 'htb' })
  for (const flow of flows.filter(({ direction }) => direction === 'down')) {
    await addLeaf(tc, ARRIVALS, '2:', flow)
    await addFilter(tc, ARRIVALS, '2:', flow, 'sport', flow.classid)
  }
}

// tc qdisc add dev here0 ingress
// tc filter add dev here0 ingress protocol ip prio 1 u32 match u32 0 0
//   action mirred egress redirect dev arrivals0
async function redirect(tc: TrafficControl, from: string, to: string): Promise<void> {
  await tc.qdiscs.add({ dev: from, kind: 'ingress' })
  await tc.filters.add({
    dev: from,
    parent: 'ingress',
    protocol: 'ip',
    priority: 1,
    kind: 'u32',
    options: {
      match: ['u32 0 0'],
      actions: [{ kind: 'mirred', options: { action: 'redirect', dev: to } }],
    },
  })
}

/** A class with a queue of its own. */
async function addLeaf(tc: TrafficControl, dev: string, parent: string, flow: Flow): Promise<void> {
  await addClass(tc, dev, parent, flow.classid, flow.rate)
  // tc qdisc add dev here0 parent 1:10 bfifo limit 256kb
  await tc.qdiscs.add({ dev, parent: flow.classid, kind: 'bfifo', options: { limit: flow.queue } })
}

// tc class add dev here0 parent 1:1 classid 1:10 htb rate 20mbit burst 32kb cburst 32kb
async function addClass(
  tc: TrafficControl,
  dev: string,
  parent: string,
  classid: string,
  rate: number,
): Promise<void> {
  const options = { rate, burst: BURST, cburst: BURST }
  await tc.classes.add({ dev, parent, classid, kind: 'htb', options })
}

// tc filter add dev here0 parent 1: protocol ip prio 1 u32 match ip protocol 6 0xff
//   match ip dport 8080 0xffff flowid 1:10
async function addFilter(
  tc: TrafficControl,
  dev: string,
  parent: string,
  { transport, port }: Flow,
  side: 'dport' | 'sport',
  classid: string,
): Promise<void> {
  const match = [`ip protocol ${PROTOCOLS[transport]} 0xff`, `ip ${side} ${port} 0xffff`]
  await tc.filters.add({
    dev,
    parent,
    protocol: 'ip',
    priority: 1,
    kind: 'u32',
    options: { match, classid },
  })
}
