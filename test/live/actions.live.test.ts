// The verbs of actions on the running kernel: in the tables that all filters share, and in filters. The tables are closed to
// the root of a user namespace.

import { describe, expect } from 'vitest'
import { type ActionSpec, OptionError, type TrafficControl } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const TABLE = { needs: ['action:mirred', 'feature:real-root'] } as const
const FILTER = { needs: ['action:mirred', 'filter:u32', 'qdisc:clsact'] } as const

const mirror = (dev: string, more: object = {}): ActionSpec =>
  ({ kind: 'mirred', options: { dev, action: 'mirror', direction: 'egress' }, ...more }) as ActionSpec

/** A device, a client, and an action table of mirred that is empty before and afterwards. */
async function table(live: LiveContext): Promise<{ dev: string; tc: TrafficControl }> {
  const dev = live.device()
  const tc = await openClient()
  await tc.actions.flush({ kind: 'mirred' })
  live.after(() => live.tc('actions', 'flush', 'action', 'mirred'))
  return { dev, tc }
}

describe('the action table', () => {
  liveTest('gives the index that the kernel chose, and each action of its own', TABLE, async (live) => {
    const { dev, tc } = await table(live)
    const first = await tc.actions.add(mirror(dev))
    const second = await tc.actions.add(mirror(dev, { index: 7 }))
    expect(first).toMatchObject({
      kind: 'mirred',
      index: 1,
      options: { dev, action: 'mirror', control: 'pipe' },
    })
    expect(second).toMatchObject({ index: 7 })
    await expect(tc.actions.get({ kind: 'mirred', index: 7 })).resolves.toMatchObject({
      index: 7,
      options: { dev },
    })
    const listed = await tc.actions.list({ kind: 'mirred' })
    expect(listed.map(({ index }) => index)).toEqual([1, 7])
    const shown = live.tcJson('actions', 'list', 'action', 'mirred') as { actions?: { index: number }[] }[]
    expect(shown.flatMap(({ actions = [] }) => actions).map(({ index }) => index)).toEqual([1, 7])
  })

  liveTest('lists all of many, in messages far above a page (B03)', TABLE, async (live) => {
    const { dev, tc } = await table(live)
    const indexes = Array.from({ length: 333 }, (_, i) => i + 1)
    for (const index of indexes) await tc.actions.add(mirror(dev, { index }))
    const listed = await tc.actions.list({ kind: 'mirred' })
    expect(listed.map(({ index }) => index)).toEqual(indexes)
    const streamed: (number | undefined)[] = []
    for await (const { index } of tc.actions.stream({ kind: 'mirred' })) streamed.push(index)
    expect(streamed).toEqual(indexes)
  })

  liveTest(
    'refuses an index that is taken, a change and a get of one that is not there',
    TABLE,
    async (live) => {
      const { dev, tc } = await table(live)
      await tc.actions.add(mirror(dev, { index: 7 }))
      await expect(tc.actions.add(mirror(dev, { index: 7 }))).rejects.toMatchObject({
        code: 'EEXIST',
        reason: 'exists',
      })
      const missing = { code: 'ENOENT', reason: 'not-found' }
      await expect(tc.actions.get({ kind: 'mirred', index: 8 })).rejects.toMatchObject(missing)
      const change = tc.actions.change({ ...mirror(dev), index: 8 })
      await expect(change).rejects.toMatchObject(missing)
      await expect(tc.actions.list({ kind: 'mirred' })).resolves.toHaveLength(1)
    },
  )

  liveTest(
    'changes an action for all who use it',
    { needs: [...TABLE.needs, ...FILTER.needs] },
    async (live) => {
      const { dev, tc } = await table(live)
      const other = live.device()
      await tc.actions.add(mirror(dev, { index: 7 }))
      await tc.qdiscs.add({ dev, kind: 'clsact' })
      const place = { dev, parent: 'ingress', priority: 1, kind: 'u32' } as const
      const bound = { kind: 'mirred', index: 7 } as unknown as ActionSpec
      await tc.filters.add({ ...place, options: { match: [], actions: [bound] } })
      await tc.actions.change({ ...mirror(other), index: 7 })
      const [filter] = await tc.filters.list({ dev, parent: 'ingress' })
      expect(filter?.options).toMatchObject({
        actions: [{ kind: 'mirred', index: 7, options: { dev: other } }],
      })
      const used = await tc.actions.get({ kind: 'mirred', index: 7 })
      expect(used).toMatchObject({ bindings: 1, references: 2 })
      const inUse = tc.actions.delete({ kind: 'mirred', index: 7 }, { ifExists: true })
      await expect(inUse).rejects.toMatchObject({ code: 'EPERM', reason: 'in-use' })
      await tc.filters.delete({ ...place })
      // The kernel lets go of it a little later.
      const bindings = async () => (await tc.actions.get({ kind: 'mirred', index: 7 })).bindings
      await expect.poll(bindings, { timeout: 30_000 }).toBe(0)
      await expect(tc.actions.delete({ kind: 'mirred', index: 7 })).resolves.toBe(true)
    },
  )

  liveTest('deletes what is there, and with ifExists says where there was nothing', TABLE, async (live) => {
    const { dev, tc } = await table(live)
    await tc.actions.add(mirror(dev, { index: 7 }))
    await expect(tc.actions.delete({ kind: 'mirred', index: 7 })).resolves.toBe(true)
    await expect(tc.actions.delete({ kind: 'mirred', index: 7 })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(tc.actions.delete({ kind: 'mirred', index: 7 }, { ifExists: true })).resolves.toBe(false)
    await tc.actions.flush({ kind: 'mirred' })
    await expect(tc.actions.list({ kind: 'mirred' })).resolves.toEqual([])
  })

  liveTest('lists an action whose device is gone', TABLE, async (live) => {
    const { dev, tc } = await table(live)
    const gone = `gone${process.pid % 10_000}`
    live.ip('link', 'add', gone, 'type', 'veth', 'peer', 'name', `${gone}p`)
    await tc.actions.add(mirror(gone, { index: 7 }))
    await tc.actions.add(mirror(dev, { index: 8 }))
    live.ip('link', 'delete', gone)
    const listed = await tc.actions.list({ kind: 'mirred' })
    expect(listed).toMatchObject([
      { index: 7, options: { action: 'mirror', ifindex: 0 } },
      { index: 8, options: { dev } },
    ])
    expect(listed[0]?.options).not.toHaveProperty('dev')
  })

  liveTest('keeps the cookie that it was given', TABLE, async (live) => {
    const { dev, tc } = await table(live)
    const cookie = new Uint8Array([0xde, 0xad, 0xbe, 0xef])
    await tc.actions.add(mirror(dev, { index: 7, cookie }))
    await expect(tc.actions.get({ kind: 'mirred', index: 7 })).resolves.toMatchObject({ cookie })
    expect(live.tc('actions', 'get', 'action', 'mirred', 'index', '7')).toContain('cookie deadbeef')
  })

  liveTest(
    'is closed to who is root of a user namespace only, and the error says so',
    {
      needs: ['action:mirred'],
    },
    async (live) => {
      const dev = live.device()
      const tc = await openClient()
      const outcome = await tc.actions.add(mirror(dev, { index: 9 })).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'EPERM', reason: 'permission' })
      else await tc.actions.delete({ kind: 'mirred', index: 9 })
    },
  )
})

describe('actions of a filter', () => {
  liveTest('stay in their order, and have the verdict that tc gives them (B61)', FILTER, async (live) => {
    const [dev, other] = [live.device(), live.device()]
    const tc = await openClient()
    await tc.qdiscs.add({ dev, kind: 'clsact' })
    const actions = [
      mirror(other),
      { kind: 'mirred', options: { dev: other, action: 'redirect', direction: 'egress' } },
    ] as ActionSpec[]
    const made = await tc.filters.add({
      dev,
      parent: 'ingress',
      priority: 1,
      kind: 'u32',
      options: { match: [], actions },
    })
    expect(made.options).toMatchObject({
      actions: [
        { kind: 'mirred', options: { action: 'mirror', control: 'pipe' } },
        { kind: 'mirred', options: { action: 'redirect', control: 'stolen' } },
      ],
    })
    const shown = live.tc('filter', 'show', 'dev', dev, 'ingress')
    expect(shown).toMatch(/action order 1: mirred \(Egress Mirror to device \S+\) pipe/)
    expect(shown).toMatch(/action order 2: mirred \(Egress Redirect to device \S+\) stolen/)
  })

  liveTest('are 32 at most: the 33rd is refused before it is sent (B63)', FILTER, async (live) => {
    const [dev, other] = [live.device(), live.device()]
    const tc = await openClient()
    await tc.qdiscs.add({ dev, kind: 'clsact' })
    const withActions = (count: number) => {
      const options = { match: [], actions: Array.from({ length: count }, () => mirror(other)) }
      return { dev, parent: 'ingress', priority: 1, kind: 'u32', options } as const
    }
    const made = await tc.filters.add(withActions(32))
    expect((made.options as { actions: unknown[] }).actions).toHaveLength(32)
    const call = tc.filters.add(withActions(33))
    await expect(call).rejects.toBeInstanceOf(OptionError)
    await expect(call).rejects.toMatchObject({ path: 'options.actions' })
  })

  liveTest('name a device that is not there in the error', FILTER, async (live) => {
    const dev = live.device()
    const tc = await openClient()
    await tc.qdiscs.add({ dev, kind: 'clsact' })
    const options = { match: [], actions: [mirror('nowhere0')] }
    const call = tc.filters.add({ dev, parent: 'ingress', priority: 1, kind: 'u32', options })
    await expect(call).rejects.toMatchObject({ code: 'ENODEV', reason: 'no-device' })
    await expect(call).rejects.toThrow('nowhere0')
  })
})
