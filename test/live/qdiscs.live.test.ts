// The verbs of qdiscs on the running kernel: where they go, what takes whose place, and what is counted. The numbers in
// brackets are those of the cases that others' clients got wrong.

import { describe, expect } from 'vitest'
import { KernelError } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { liveTest } from './support/live-test.ts'
import { HEADERS, sendPackets } from './support/traffic.ts'

const HTB = { parent: 'root', handle: '1:', kind: 'htb' } as const
const PFIFO = { kind: 'pfifo', options: { limit: 7 } } as const
const CLASS = { parent: '1:', kind: 'htb', options: { rate: '1mbit' } } as const

describe('add', () => {
  liveTest(
    'gives the handle that the kernel chose',
    { needs: ['qdisc:pfifo'] },
    async ({ device, tcJson }) => {
      const dev = device()
      const tc = await openClient()
      const made = await tc.qdiscs.add({ dev, parent: 'root', ...PFIFO })
      expect(made).toMatchObject({ dev, kind: 'pfifo', parent: 'root', options: { limit: 7 } })
      expect(tcJson('qdisc', 'show', 'dev', dev)).toMatchObject([
        { kind: 'pfifo', handle: made.handle, root: true },
      ])
      expect(made.handle).not.toBe('none')
    },
  )

  liveTest(
    'is refused where one is there already (B20)',
    { needs: ['qdisc:htb', 'qdisc:pfifo'] },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, ...HTB })
      const again = tc.qdiscs.add({ dev, ...HTB })
      await expect(again).rejects.toBeInstanceOf(KernelError)
      await expect(again).rejects.toMatchObject({ code: 'EEXIST', reason: 'exists', op: 'qdisc add' })
      await expect(again).rejects.toThrow(/Exclusivity flag on/)
      await tc.classes.add({ dev, classid: '1:10', ...CLASS })
      await tc.qdiscs.add({ dev, parent: '1:10', handle: '10:', ...PFIFO })
      const child = tc.qdiscs.add({ dev, parent: '1:10', handle: '11:', ...PFIFO })
      await expect(child).rejects.toMatchObject({ code: 'EEXIST', reason: 'exists' })
      await expect(child).rejects.toThrow(/NLM_F_REPLACE needed to override/)
    },
  )

  liveTest(
    'reads handles in hexadecimal (B49, B50)',
    { needs: ['qdisc:htb'] },
    async ({ device, tcJson }) => {
      const tc = await openClient()
      for (const [written, handle] of [
        ['1', '1:'],
        ['1:0', '1:'],
        ['10:', '10:'],
        ['0x2a:', '2a:'],
        ['ffff', 'ffff:'],
      ]) {
        const dev = device()
        const made = await tc.qdiscs.add({
          dev,
          parent: 'root',
          handle: written,
          kind: 'htb',
          options: { default: '30' },
        })
        expect(made).toMatchObject({ handle, options: { default: 0x30 } })
        expect(tcJson('qdisc', 'show', 'dev', dev)).toMatchObject([{ handle, options: { default: '0x30' } }])
      }
    },
  )

  liveTest(
    'takes the child of tbf under both names of its one class (B48)',
    { needs: ['qdisc:tbf', 'qdisc:pfifo'] },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      const options = { rate: '1mbit', burst: '10kb', limit: '10kb' } as const
      await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'tbf', options })
      await tc.qdiscs.add({ dev, parent: '1:', handle: '5:', ...PFIFO })
      await expect(tc.classes.list({ dev })).resolves.toMatchObject([{ classid: '1:1', leaf: '5:' }])
      await expect(tc.qdiscs.add({ dev, parent: '1:1', handle: '6:', ...PFIFO })).rejects.toMatchObject({
        code: 'EEXIST',
      })
    },
  )
})

describe('replace', () => {
  liveTest('succeeds twice, with the same end (B20)', { needs: ['qdisc:pfifo'] }, async ({ device }) => {
    const dev = device()
    const tc = await openClient()
    const spec = { dev, parent: 'root', handle: '1:', ...PFIFO } as const
    const first = await tc.qdiscs.replace(spec)
    const second = await tc.qdiscs.replace(spec)
    expect(second).toMatchObject({ handle: first.handle, parent: 'root', options: first.options })
    await expect(tc.qdiscs.list({ dev })).resolves.toHaveLength(1)
  })

  liveTest(
    'by another kind needs another handle, and the error says so (B43)',
    {
      needs: ['qdisc:htb', 'qdisc:pfifo'],
    },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, ...HTB })
      const same = tc.qdiscs.replace({ dev, parent: 'root', handle: '1:', ...PFIFO })
      await expect(same).rejects.toMatchObject({
        code: 'EINVAL',
        hint: expect.stringContaining('another handle'),
      })
      await expect(same).rejects.toThrow(/Invalid qdisc name/)
      await expect(tc.qdiscs.replace({ dev, parent: 'root', handle: '2:', ...PFIFO })).resolves.toMatchObject(
        { handle: '2:' },
      )
      await expect(tc.qdiscs.list({ dev })).resolves.toMatchObject([{ kind: 'pfifo', handle: '2:' }])
    },
  )
})

describe('change', () => {
  liveTest('is refused where nothing is there', { needs: ['qdisc:pfifo'] }, async ({ device }) => {
    const dev = device()
    const tc = await openClient()
    const call = tc.qdiscs.change({ dev, parent: 'root', handle: '1:', ...PFIFO })
    await expect(call).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
  })

  liveTest('changes what it is asked to', { needs: ['qdisc:pfifo'] }, async ({ device, tcJson }) => {
    const dev = device()
    const tc = await openClient()
    await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', ...PFIFO })
    const changed = await tc.qdiscs.change({
      dev,
      parent: 'root',
      handle: '1:',
      kind: 'pfifo',
      options: { limit: 9 },
    })
    expect(changed.options).toEqual({ limit: 9 })
    expect(tcJson('qdisc', 'show', 'dev', dev)).toMatchObject([{ options: { limit: 9 } }])
  })
})

describe('delete', () => {
  liveTest('with ifExists is false where only the default is there (B19)', {}, async ({ device }) => {
    const dev = device()
    const tc = await openClient()
    const refused = tc.qdiscs.delete({ dev, parent: 'root' })
    await expect(refused).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
    await expect(tc.qdiscs.delete({ dev, parent: 'root' }, { ifExists: true })).resolves.toBe(false)
    await expect(tc.qdiscs.delete({ dev, parent: 'ingress' }, { ifExists: true })).resolves.toBe(false)
  })

  liveTest(
    'with ifExists still rejects for a wrong handle, a wrong kind and a missing device (B19)',
    {
      needs: ['qdisc:pfifo'],
    },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', ...PFIFO })
      const options = { ifExists: true }
      await expect(tc.qdiscs.delete({ dev, parent: 'root', handle: '2:' }, options)).rejects.toMatchObject({
        code: 'EINVAL',
      })
      await expect(tc.qdiscs.delete({ dev, parent: 'root', kind: 'htb' }, options)).rejects.toMatchObject({
        code: 'EINVAL',
      })
      const missing = tc.qdiscs.delete({ dev: 'nowhere0', parent: 'root' }, options)
      await expect(missing).rejects.toMatchObject({ code: 'ENODEV', reason: 'no-device' })
      await expect(tc.qdiscs.delete({ dev, parent: 'root' })).resolves.toBe(true)
    },
  )
})

describe('ingress and clsact', () => {
  liveTest(
    'share one place, which the first of them keeps (B44)',
    { needs: ['qdisc:ingress', 'qdisc:clsact'] },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, kind: 'ingress' })
      await expect(tc.qdiscs.add({ dev, kind: 'clsact' })).rejects.toMatchObject({ code: 'EEXIST' })
      await expect(tc.qdiscs.replace({ dev, kind: 'clsact' })).rejects.toMatchObject({ code: 'EINVAL' })
      await expect(tc.qdiscs.delete({ dev, parent: 'clsact', kind: 'clsact' })).rejects.toMatchObject({
        code: 'EINVAL',
      })
      await expect(tc.qdiscs.replace({ dev, kind: 'ingress' })).resolves.toMatchObject({ kind: 'ingress' })
      const inPlace = (await tc.qdiscs.list({ dev })).filter(({ parent }) => parent === 'ingress')
      expect(inPlace).toMatchObject([{ kind: 'ingress', handle: 'ffff:' }])
    },
  )
})

describe('list', () => {
  liveTest(
    'gives children with their parents, and hidden defaults on request (B31)',
    {
      needs: ['qdisc:htb', 'qdisc:pfifo'],
    },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, ...HTB })
      for (const classid of ['1:10', '1:20', '1:30']) await tc.classes.add({ dev, classid, ...CLASS })
      await tc.qdiscs.add({ dev, parent: '1:10', handle: '10:', ...PFIFO })
      const listed = await tc.qdiscs.list({ dev })
      expect(listed).toMatchObject([
        { kind: 'htb', handle: '1:', parent: 'root' },
        { kind: 'pfifo', handle: '10:', parent: '1:10' },
      ])
      const all = await tc.qdiscs.list({ dev, invisible: true })
      const hidden = all.filter(({ handle }) => handle === 'none')
      expect(hidden.map(({ parent }) => parent).sort()).toEqual(['1:20', '1:30'])
      expect(all).toHaveLength(4)
    },
  )

  liveTest('of all devices has those of each', { needs: ['qdisc:pfifo'] }, async ({ device }) => {
    const devices = [device(), device(), device()]
    const tc = await openClient()
    for (const dev of devices) await tc.qdiscs.add({ dev, parent: 'root', handle: '7:', ...PFIFO })
    const listed = (await tc.qdiscs.list()).filter(({ handle }) => handle === '7:')
    expect(listed.map(({ dev }) => dev).sort()).toEqual([...devices].sort())
    const [dev = ''] = devices
    await expect(tc.qdiscs.list({ dev })).resolves.toMatchObject([{ dev, handle: '7:' }])
  })

  liveTest('rejects for a device that is not there (B14)', {}, async () => {
    const tc = await openClient()
    const missing = { code: 'ENODEV', reason: 'no-device' }
    await expect(tc.qdiscs.list({ dev: 'nowhere0' })).rejects.toMatchObject(missing)
    await expect(tc.qdiscs.list({ ifindex: 9999 })).rejects.toMatchObject(missing)
  })
})

describe('get', () => {
  liveTest('finds one by its place or by its handle', { needs: ['qdisc:htb'] }, async ({ device }) => {
    const dev = device()
    const tc = await openClient()
    await tc.qdiscs.add({ dev, ...HTB })
    const [listed] = await tc.qdiscs.list({ dev })
    await expect(tc.qdiscs.get({ dev, parent: 'root' })).resolves.toEqual(listed)
    await expect(tc.qdiscs.get({ dev, handle: '1:' })).resolves.toEqual(listed)
    const missing = tc.qdiscs.get({ dev, handle: '9:' })
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
  })
})

describe('a device that was never up', () => {
  liveTest('has nothing to list and nothing to get', { needs: ['link:veth', 'tool:ip'] }, async (live) => {
    const dev = `down${process.pid % 10_000}`
    live.ip('link', 'add', dev, 'type', 'veth', 'peer', 'name', `${dev}p`)
    live.after(() => live.ip('link', 'delete', dev))
    const tc = await openClient()
    expect(live.tc('qdisc', 'show', 'dev', dev)).not.toMatch(/root/)
    await expect(tc.qdiscs.list({ dev })).resolves.toEqual([])
    const get = tc.qdiscs.get({ dev, parent: 'root' })
    await expect(get).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
  })
})

describe('link', () => {
  liveTest(
    'puts a qdisc in the place of another, where the kernel still does so for tc',
    {
      needs: ['qdisc:htb', 'qdisc:pfifo', 'tool:tc'],
    },
    async ({ device, tc: runTc }) => {
      const tc = await openClient()
      const prepare = async (): Promise<string> => {
        const dev = device()
        await tc.qdiscs.add({ dev, ...HTB })
        for (const classid of ['1:10', '1:20']) await tc.classes.add({ dev, classid, ...CLASS })
        await tc.qdiscs.add({ dev, parent: '1:10', handle: '10:', ...PFIFO })
        return dev
      }
      const outcomeOn = async (dev: string, link: () => unknown): Promise<unknown> => {
        const refusal = /Cannot move an existing qdisc to a different parent/
        try {
          await link()
        } catch (error) {
          return refusal.exec(String(error))?.[0]
        }
        return (await tc.classes.list({ dev })).map(({ classid, leaf }) => `${classid} ${leaf}`).sort()
      }
      const [theirs, ours] = [await prepare(), await prepare()]
      const words = ['qdisc', 'link', 'dev', theirs, 'parent', '1:20', 'handle', '10:']
      const expected = await outcomeOn(theirs, () => runTc(...words))
      expect(expected).toBeDefined()
      const target = { dev: ours, parent: '1:20', handle: '10:' }
      expect(await outcomeOn(ours, () => tc.qdiscs.link(target))).toEqual(expected)
    },
  )
})

describe('statistics', () => {
  liveTest(
    'are those that tc shows, and exact as bigint',
    { needs: ['qdisc:pfifo', 'tool:ip'] },
    async (live) => {
      const dev = live.device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', ...PFIFO })
      await sendPackets(live, dev, 5, 100)
      const { stats } = await tc.qdiscs.get({ dev, parent: 'root' })
      const exact = await tc.qdiscs.get({ dev, parent: 'root' }, { bigint: true })
      expect(live.tcJson('-s', 'qdisc', 'show', 'dev', dev)).toMatchObject([
        {
          bytes: stats?.bytes,
          packets: stats?.packets,
          drops: 0,
          overlimits: 0,
          requeues: 0,
          backlog: 0,
          qlen: 0,
        },
      ])
      expect(stats).toMatchObject({ packets: 5, bytes: 5 * (100 + HEADERS), drops: 0 })
      expect(exact.stats).toMatchObject({ packets: 5n, bytes: 5n * BigInt(100 + HEADERS), drops: 0 })
    },
  )
})
