// netem, red and fq_codel beyond what rows can say: what they count, and what they do. Oracles: tc, and the kernel.

import { createSocket } from 'node:dgram'
import { describe, expect, vi } from 'vitest'
import { openClient } from './support/client.ts'
import { isOlder, readKernelFacts } from './support/kernel-facts.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const SENDER = '192.0.2.1'
const RECEIVER = '192.0.2.2'
const PAYLOAD = 500
/** Ethernet, IPv4 and UDP in front of it. */
const PACKET = PAYLOAD + 14 + 20 + 8
/** A link that sends one packet, and the next a minute later: what waits stays as it is. */
const STUCK = { rate: '80bit', burst: 600, limit: 1_000_000 }

/** A device over which datagrams to RECEIVER leave. */
function sendingDevice(live: LiveContext): string {
  const dev = live.device()
  live.ip('address', 'add', `${SENDER}/24`, 'dev', dev)
  live.ip('neighbour', 'add', RECEIVER, 'lladdr', '02:00:00:00:00:01', 'dev', dev)
  return dev
}

/** Sends datagrams of one flow; they are in the qdisc when this resolves. */
async function send(count: number): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, SENDER, resolve))
  for (let i = 0; i < count; i++) {
    await new Promise<void>((resolve) => socket.send(Buffer.alloc(PAYLOAD), 9, RECEIVER, () => resolve()))
  }
  socket.close()
}

describe('netem', () => {
  liveTest(
    'loses what it is asked to, and counts it',
    { needs: ['tool:tc'], proves: ['qdisc:netem'] },
    async (live) => {
      const dev = sendingDevice(live)
      const client = await openClient()
      await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'netem', options: { loss: 1 } })
      await send(5)
      const qdisc = await client.qdiscs.get({ dev, handle: '1:' })
      expect(qdisc.stats).toMatchObject({ drops: 5, packets: 0 })
      if (isOlder(readKernelFacts().version, '7.2')) expect(qdisc.xstats).toBeUndefined()
      else
        expect(qdisc.xstats).toMatchObject({
          dropped: 5,
          delayed: 0,
          corrupted: 0,
          duplicated: 0,
          reordered: 0,
        })
    },
  )

  liveTest('holds what is delayed', { proves: ['qdisc:netem'] }, async (live) => {
    const dev = sendingDevice(live)
    const client = await openClient()
    const options = { delay: '100s', limit: 3 }
    await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'netem', options })
    await send(5)
    const { stats } = await client.qdiscs.get({ dev, handle: '1:' })
    expect(stats).toMatchObject({ qlen: 3, backlog: 3 * PACKET, drops: 2, packets: 0 })
  })

  liveTest(
    'has slots of a distribution as tc makes them',
    { needs: ['tool:tc'], proves: ['qdisc:netem'] },
    async (live) => {
      const [theirs, ours] = [live.device(), live.device()]
      const words = 'root handle 1: netem slot distribution pareto 10ms 1ms packets 3'.split(' ')
      live.tc('qdisc', 'add', 'dev', theirs, ...words)
      const client = await openClient()
      const slot = { distribution: 'pareto', delay: '10ms', jitter: '1ms', packets: 3 } as const
      await client.qdiscs.add({ dev: ours, parent: 'root', handle: '1:', kind: 'netem', options: { slot } })
      expect(live.tcJson('qdisc', 'show', 'dev', ours)).toEqual(live.tcJson('qdisc', 'show', 'dev', theirs))
    },
  )

  liveTest(
    'shows its child as a class',
    { needs: ['qdisc:pfifo'], proves: ['qdisc:netem'] },
    async (live) => {
      const dev = live.device()
      const client = await openClient()
      await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'netem', options: { delay: 1 } })
      expect(await client.classes.list({ dev })).toEqual([])
      await client.qdiscs.add({ dev, parent: '1:1', handle: '2:', kind: 'pfifo' })
      expect(await client.classes.list({ dev })).toMatchObject([
        { kind: 'netem', classid: '1:1', leaf: '2:', options: {} },
      ])
    },
  )
})

describe('red', () => {
  liveTest('adapts where it is asked to', { proves: ['qdisc:red'] }, async (live) => {
    const dev = live.device()
    const client = await openClient()
    const options = { limit: 400_000, avpkt: 1000, ecn: true, adaptive: true, probability: 0.5 }
    await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'red', options })
    // The queue is empty: every half second the kernel takes off a tenth.
    await vi.waitFor(
      async () => {
        const qdisc = await client.qdiscs.get({ dev, handle: '1:' })
        expect(qdisc.options).toMatchObject({ probability: expect.closeTo(0.45, 6) })
      },
      { timeout: 30_000, interval: 50 },
    )
  })

  liveTest(
    'counts as tc shows it',
    { needs: ['tool:tc', 'qdisc:tbf'], proves: ['qdisc:red'] },
    async (live) => {
      const dev = sendingDevice(live)
      const client = await openClient()
      await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'tbf', options: STUCK })
      const options = { limit: 3000, min: 2000, max: 20_000, avpkt: 1000 }
      await client.qdiscs.add({ dev, parent: '1:1', handle: '2:', kind: 'red', options })
      await send(20)
      const { xstats } = await client.qdiscs.get({ dev, handle: '2:' })
      const shown = live.tcJson('-statistics', 'qdisc', 'show', 'dev', dev) as { kind: string }[]
      const { early, pdrop, other, marked } = shown.find(({ kind }) => kind === 'red') as unknown as Record<
        string,
        number
      >
      expect(pdrop).toBeGreaterThan(0)
      expect(xstats).toEqual({ early, pdrop, other, marked })
    },
  )
})

describe('fq_codel', () => {
  liveTest(
    'counts, for itself and for its flows, as tc shows it',
    { needs: ['tool:tc', 'qdisc:tbf'], proves: ['qdisc:fq_codel'] },
    async (live) => {
      const dev = sendingDevice(live)
      const client = await openClient()
      await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'tbf', options: STUCK })
      await client.qdiscs.add({ dev, parent: '1:1', handle: '2:', kind: 'fq_codel', options: { limit: 10 } })
      await send(20)
      const qdisc = await client.qdiscs.get({ dev, handle: '2:' })
      const shown = live.tcJson('-statistics', 'qdisc', 'show', 'dev', dev) as { kind: string }[]
      expect(qdisc.xstats).toMatchObject({ maxpacket: PACKET, oldFlowsLen: expect.any(Number) })
      expect(shown.find(({ kind }) => kind === 'fq_codel')).toMatchObject(inTcsWords(qdisc.xstats ?? {}))
      const flows = (await client.classes.list({ dev })).filter(({ kind }) => kind === 'fq_codel')
      expect(flows).toHaveLength(1)
      const text = live.tc('-statistics', 'class', 'show', 'dev', dev)
      for (const word of ['deficit', 'count', 'lastcount']) {
        const [, value] = new RegExp(`\\b${word} (-?\\d+)`).exec(text) ?? []
        expect(flows[0]?.xstats, text).toMatchObject({ [word]: Number(value) })
      }
      expect(flows[0]).toMatchObject({ parent: '2:', stats: { backlog: expect.any(Number) } })
      expect(flows[0]?.stats?.qlen).toBeGreaterThan(0)
    },
  )
})

/** `newFlowCount` as `new_flow_count`; without what this tc calls otherwise, or leaves out where it is 0. */
function inTcsWords(xstats: object): Record<string, unknown> {
  const members = Object.entries(xstats).filter(([name, value]) => name !== 'memoryUsage' && value !== 0)
  return Object.fromEntries(
    members.map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
