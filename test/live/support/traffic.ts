// Packets that leave by a device, for what counts them.

import { createSocket } from 'node:dgram'
import type { LiveContext } from './live-test.ts'

const HERE = '10.11.12.1'
const THERE = '10.11.12.2'
/** Headers of Ethernet, IP and UDP. */
export const HEADERS = 42

/** Sends UDP packets of `size` bytes of payload out of a device; nobody answers. The device gets an address for it. */
export async function sendPackets(
  live: LiveContext,
  device: string,
  count: number,
  size: number,
): Promise<void> {
  live.ip('address', 'replace', `${HERE}/24`, 'dev', device)
  live.ip('neighbour', 'replace', THERE, 'lladdr', '02:00:00:00:00:02', 'dev', device, 'nud', 'permanent')
  const socket = createSocket('udp4')
  try {
    for (let i = 0; i < count; i += 1) {
      await new Promise<void>((resolve, reject) => {
        socket.send(Buffer.alloc(size), 9, THERE, (error) => (error ? reject(error) : resolve()))
      })
    }
  } finally {
    socket.close()
  }
}
