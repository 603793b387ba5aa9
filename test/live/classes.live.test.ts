// The verbs of classes on the running kernel, and what the kernel does with them that nobody asked for.

import { describe, expect } from 'vitest'
import type { TrafficControl } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const NEEDS = { needs: ['qdisc:htb', 'class:htb'] } as const
const RATE = { kind: 'htb', options: { rate: '1mbit' } } as const

/** A device with an htb qdisc, and a client. */
async function htb({ device }: LiveContext): Promise<{ dev: string; tc: TrafficControl }> {
  const dev = device()
  const tc = await openClient()
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
  return { dev, tc }
}

describe('add', () => {
  liveTest('tells where a class has gone whose parent is not there (B46)', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const made = await tc.classes.add({ dev, parent: '1:99', classid: '1:20', ...RATE })
    expect(made).toMatchObject({ classid: '1:20', parent: 'root', warning: expect.any(String) })
    expect(live.tc('class', 'show', 'dev', dev)).toMatch(/^class htb 1:20 root /)
    const proper = await tc.classes.add({ dev, parent: '1:20', classid: '1:21', ...RATE })
    expect(proper).toMatchObject({ classid: '1:21', parent: '1:20' })
    expect(proper.warning).toBeUndefined()
  })

  liveTest('is refused where the id is taken', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const spec = { dev, parent: '1:', classid: '1:10', ...RATE } as const
    await tc.classes.add(spec)
    await expect(tc.classes.add(spec)).rejects.toMatchObject({ code: 'EEXIST', reason: 'exists' })
  })

  liveTest('reads ids in hexadecimal (B50)', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await tc.classes.add({ dev, parent: '1:', classid: '1:10', ...RATE })
    await tc.classes.add({ dev, parent: '1:0', classid: '1:2a', ...RATE })
    await tc.classes.add({ dev, parent: 0x10000, classid: 0x1002b, ...RATE })
    const shown = live.tc('class', 'show', 'dev', dev).matchAll(/^class htb (\S+) root/gm)
    expect(Array.from(shown, ([, id]) => id).sort()).toEqual(['1:10', '1:2a', '1:2b'])
    const ids = (await tc.classes.list({ dev })).map(({ classid }) => classid)
    expect(ids.sort()).toEqual(['1:10', '1:2a', '1:2b'])
  })

  liveTest('under the id of the qdisc itself makes a class of its own (B33)', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await tc.classes.add({ dev, parent: '1:', classid: '1:1', ...RATE })
    await tc.classes.add({ dev, parent: '1:1', classid: '1:0', ...RATE })
    const ids = (await tc.classes.list({ dev })).map(({ classid }) => classid)
    expect(ids.sort()).toEqual(['1:', '1:1'])
  })
})

describe('replace', () => {
  liveTest('changes a class but never its place, and says so (B47)', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await tc.classes.add({ dev, parent: '1:', classid: '1:2a', ...RATE })
    await tc.classes.add({ dev, parent: '1:', classid: '1:10', ...RATE })
    const spec = { dev, parent: '1:2a', classid: '1:10', kind: 'htb', options: { rate: '2mbit' } } as const
    const replaced = await tc.classes.replace(spec)
    expect(replaced).toMatchObject({
      parent: 'root',
      options: { rate: 2_000_000 },
      warning: expect.any(String),
    })
    await expect(tc.classes.get({ dev, classid: '1:10' })).resolves.toMatchObject({ parent: 'root' })
  })

  liveTest('makes a class that is not there', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const made = await tc.classes.replace({ dev, parent: '1:', classid: '1:10', ...RATE })
    expect(made).toMatchObject({ classid: '1:10', options: { rate: 1_000_000 } })
    expect(made.warning).toBeUndefined()
  })
})

describe('change', () => {
  liveTest('is refused where the class is not there', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const call = tc.classes.change({ dev, parent: '1:', classid: '1:10', ...RATE })
    await expect(call).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
  })
})

describe('delete', () => {
  liveTest(
    'is refused while a filter or a class needs it (B58)',
    { needs: [...NEEDS.needs, 'filter:u32'] },
    async (live) => {
      const { dev, tc } = await htb(live)
      await tc.classes.add({ dev, parent: '1:', classid: '1:10', ...RATE })
      const rule = { dev, parent: '1:', protocol: 'ip', kind: 'u32' } as const
      await tc.filters.add({ ...rule, priority: 1, options: { match: [], classid: '1:10' } })
      const busy = tc.classes.delete({ dev, classid: '1:10' }, { ifExists: true })
      await expect(busy).rejects.toMatchObject({ code: 'EBUSY', reason: 'in-use', op: 'class delete' })
      // A filter may name a class that is not there.
      await tc.filters.add({ ...rule, priority: 2, options: { match: [], classid: '1:77' } })
      await tc.filters.delete({ dev, parent: '1:', priority: 1 })
      await expect(tc.classes.delete({ dev, classid: '1:10' })).resolves.toBe(true)
    },
  )

  liveTest('with ifExists is false where there is none', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await expect(tc.classes.delete({ dev, classid: '1:10' })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(tc.classes.delete({ dev, classid: '1:10' }, { ifExists: true })).resolves.toBe(false)
    const missing = tc.classes.delete({ dev: 'nowhere0', classid: '1:10' }, { ifExists: true })
    await expect(missing).rejects.toMatchObject({ code: 'ENODEV' })
  })
})

describe('list', () => {
  liveTest('rejects for a device that is not there, where the kernel lists nothing (B14)', {}, async () => {
    const tc = await openClient()
    const missing = { code: 'ENODEV', reason: 'no-device' }
    await expect(tc.classes.list({ dev: 'nowhere0' })).rejects.toMatchObject(missing)
    await expect(tc.classes.list({ ifindex: 9999 })).rejects.toMatchObject(missing)
  })

  liveTest('of no device goes through all of them (B14)', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const other = live.device()
    await tc.qdiscs.add({ dev: other, parent: 'root', handle: '1:', kind: 'htb' })
    for (const name of [dev, other])
      await tc.classes.add({ dev: name, parent: '1:', classid: '1:10', ...RATE })
    const listed = await tc.classes.list()
    expect(listed.map(({ dev: name }) => name).sort()).toEqual([dev, other].sort())
  })

  liveTest('of a parent gives those below it', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await tc.classes.add({ dev, parent: '1:', classid: '1:1', ...RATE })
    await tc.classes.add({ dev, parent: '1:1', classid: '1:10', ...RATE })
    await tc.classes.add({ dev, parent: '1:1', classid: '1:11', ...RATE })
    const below = await tc.classes.list({ dev, parent: '1:1' })
    expect(below.map(({ classid }) => classid).sort()).toEqual(['1:10', '1:11'])
    await expect(tc.classes.list({ dev, parent: '1:' })).resolves.toHaveLength(3)
  })
})

describe('an htb qdisc', () => {
  liveTest('needs the version that only we know to send (B86)', NEEDS, async ({ device }) => {
    const dev = device()
    const tc = await openClient()
    const raw = { dev, parent: 'root', handle: '1:', kind: 'htb', options: { raw: new Uint8Array() } }
    const bare = tc.qdiscs.add(raw as unknown as Parameters<typeof tc.qdiscs.add>[0])
    await expect(bare).rejects.toMatchObject({ code: 'EINVAL' })
    await expect(tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })).resolves.toMatchObject({
      options: { r2q: 10 },
    })
  })
})
