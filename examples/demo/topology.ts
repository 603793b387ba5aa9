// The two hosts and the link between them.

import type { TrafficControl } from 'netsched'
import { here, PREFIX, there } from './plan.ts'

/**
 * Joins two hosts by a veth pair.
 * @param tc   this host
 * @param peer the other one
 * @param pid  a process of the other one
 */
export async function joinHosts(tc: TrafficControl, peer: TrafficControl, pid: number): Promise<void> {
  // ip link add here0 up type veth peer name there0 netns PID
  await tc.links.add({
    kind: 'veth',
    dev: here.dev,
    up: true,
    options: { peer: { dev: there.dev, netns: pid } },
  })
  await peer.links.set({ dev: there.dev }, { up: true })
  // ip address add 192.0.2.1/24 dev here0, and at the peer 192.0.2.2/24 dev there0
  await tc.addresses.add({ dev: here.dev, address: `${here.address}/${PREFIX}` })
  await peer.addresses.add({ dev: there.dev, address: `${there.address}/${PREFIX}` })
}
