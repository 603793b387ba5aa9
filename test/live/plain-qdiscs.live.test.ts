// What rows of test/cases cannot say of the plain qdiscs: who shares a place, which classes come by themselves, and
// what becomes of a burst that the kernel tells as time alone.

import { describe, expect } from 'vitest'
import { KernelError, type QdiscSpec, type TrafficControl } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { liveTest } from './support/live-test.ts'

/** A place and a kind that the types do not tell apart. */
const spec = (place: object): QdiscSpec => place as QdiscSpec
const refusal = (code: string) => expect.objectContaining({ constructor: KernelError, code })

describe('ingress and clsact share one place', () => {
  for (const [first, second] of [
    ['ingress', 'clsact'],
    ['clsact', 'ingress'],
  ] as const) {
    liveTest(`${second} after ${first}`, { proves: ['qdisc:ingress', 'qdisc:clsact'] }, async (live) => {
      const dev = live.device()
      const { qdiscs } = await openClient()
      await qdiscs.add(spec({ dev, kind: first }))
      await expect(qdiscs.add(spec({ dev, kind: first }))).rejects.toThrow(refusal('EEXIST'))
      await expect(qdiscs.add(spec({ dev, kind: second }))).rejects.toThrow(refusal('EEXIST'))
      await expect(qdiscs.replace(spec({ dev, kind: second }))).rejects.toThrow(refusal('EINVAL'))
      const target = { dev, parent: 'clsact', kind: second }
      await expect(qdiscs.delete(target, { ifExists: true })).rejects.toThrow(refusal('EINVAL'))
      expect(await qdiscs.replace(spec({ dev, kind: first }))).toMatchObject({ kind: first, handle: 'ffff:' })
      expect(await qdiscs.delete({ ...target, kind: first })).toBe(true)
      expect(await qdiscs.add(spec({ dev, kind: second }))).toMatchObject({ kind: second, parent: 'ingress' })
    })
  }

  liveTest('and keep the blocks they were made with', { proves: ['qdisc:clsact'] }, async (live) => {
    const dev = live.device()
    const { qdiscs } = await openClient()
    await qdiscs.add({ dev, kind: 'clsact', ingressBlock: 11, egressBlock: 12 })
    const [listed] = (await qdiscs.list({ dev })).filter(({ kind }) => kind === 'clsact')
    expect(listed).toMatchObject({ ingressBlock: 11, egressBlock: 12, options: {} })
  })
})

describe('a queue whose limit is not told', () => {
  for (const kind of ['pfifo', 'bfifo', 'pfifo_head_drop'] as const) {
    liveTest(`keeps the one it has: ${kind}`, { proves: [`qdisc:${kind}`] }, async (live) => {
      const dev = live.device()
      const { qdiscs } = await openClient()
      const place = { dev, parent: 'root', handle: '1:', kind }
      await qdiscs.add(spec({ ...place, options: { limit: 5 } }))
      expect(await qdiscs.change(spec(place))).toMatchObject({ options: { limit: 5 } })
    })
  }
})

async function classesOf({ classes }: TrafficControl, dev: string): Promise<object[]> {
  return (await classes.list({ dev })).map(({ stats: _, ...known }) => known)
}

describe('classes that come by themselves', () => {
  liveTest('prio has one for each band', { proves: ['qdisc:prio'] }, async (live) => {
    const dev = live.device()
    const client = await openClient()
    await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'prio', options: { bands: 4 } })
    await client.qdiscs.add({ dev, parent: '1:2', handle: '20:', kind: 'pfifo', options: { limit: 9 } })
    const listed = await classesOf(client, dev)
    expect(listed).toHaveLength(4)
    expect(listed[1]).toMatchObject({ kind: 'prio', classid: '1:2', parent: '1:', leaf: '20:', options: {} })
  })

  liveTest('mq has one for each queue', { proves: ['qdisc:mq'] }, async (live) => {
    const dev = live.device({ queues: 4 })
    const client = await openClient()
    await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'mq' })
    await client.qdiscs.add({ dev, parent: '1:3', handle: '30:', kind: 'pfifo', options: { limit: 9 } })
    const listed = await classesOf(client, dev)
    expect(listed).toHaveLength(4)
    expect(listed[2]).toMatchObject({ kind: 'mq', classid: '1:3', parent: 'root', leaf: '30:', options: {} })
  })

  liveTest('tbf has one, whatever it is called', { proves: ['qdisc:tbf'] }, async (live) => {
    const dev = live.device()
    const client = await openClient()
    const options = { rate: '1mbit', burst: '10kb', limit: '10kb' }
    await client.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'tbf', options })
    const child = { dev, kind: 'pfifo', options: { limit: 9 } } as const
    expect(await client.qdiscs.add({ ...child, parent: '1:', handle: '5:' })).toMatchObject({ parent: '1:' })
    await expect(client.qdiscs.add({ ...child, parent: '1:1', handle: '6:' })).rejects.toThrow(
      refusal('EEXIST'),
    )
    const own = { kind: 'tbf', classid: '1:1', parent: '1:', leaf: '5:', options: {} }
    expect(await classesOf(client, dev)).toMatchObject([own])
  })
})

/** TCA_TBF_PARMS alone, as programs send it that know no TCA_TBF_BURST: the burst is a time. */
function timedOptions(rate: number, limit: number, ticks: number, overhead: number): Uint8Array {
  const bytes = Buffer.alloc(40)
  bytes.writeUInt16LE(40, 0)
  bytes.writeUInt16LE(1, 2)
  bytes.writeUInt8(1, 5)
  bytes.writeUInt16LE(overhead, 6)
  bytes.writeUInt32LE(rate, 12)
  bytes.writeUInt32LE(limit, 28)
  bytes.writeUInt32LE(ticks, 32)
  return bytes
}

describe("a tbf's burst", () => {
  liveTest('that was told as time is told as that time again', { proves: ['qdisc:tbf'] }, async (live) => {
    const [one, other] = [live.device(), live.device()]
    const { qdiscs } = await openClient()
    const place = { parent: 'root', handle: '1:', kind: 'tbf' } as const
    for (const [rate, ticks, overhead] of [
      [125_000, 200_001, 0],
      [125_000, 200_001, 24],
      [1_000_003, 77_777, 0],
      [125_000_000, 1001, 0],
      [3, 4_294_967_295, 0],
    ] as const) {
      const raw = timedOptions(rate, 30_000, ticks, overhead)
      const listed = await qdiscs.replace({ ...place, dev: one, options: { raw } as never })
      const again = await qdiscs.replace({ ...place, dev: other, options: listed.options as never })
      expect(again.options).toEqual(listed.options)
      const { burst } = listed.options as { burst: number }
      expect(Math.abs((burst + overhead) / rate - ticks * 64e-9)).toBeLessThanOrEqual(64e-9 + overhead / rate)
    }
  })

  liveTest('that was told in bytes comes back', { proves: ['qdisc:tbf'] }, async (live) => {
    const [one, other] = [live.device(), live.device()]
    const { qdiscs } = await openClient()
    const place = { parent: 'root', handle: '1:', kind: 'tbf' } as const
    for (const rate of [8000, 9_600_000, 99_999_992, 1e9, 2.5e9, 33e9, 400e9]) {
      for (const burst of [1514, 9001, 65_536, 123_457]) {
        for (const link of [{}, { overhead: 14, mpu: 64 }, { overhead: 10, linklayer: 'atm' as const }]) {
          const options = { rate, burst, limit: 100_000, ...link }
          const made = await qdiscs.replace({ ...place, dev: one, options })
          const told = made.options as { burst: number; inexact?: string[] }
          if (told.inexact === undefined) expect(told.burst).toBe(burst)
          else expect(Math.abs(told.burst - burst)).toBeLessThan((rate / 8) * 64e-9 + 48)
          expect(rate < 124e6 && !('linklayer' in link)).toBe(told.inexact === undefined)
          const again = await qdiscs.replace({ ...place, dev: other, options: told as never })
          expect(again.options).toEqual(told)
        }
      }
    }
  })
})
