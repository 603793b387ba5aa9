// What is peculiar to u32 on a running kernel: its echo of changes, and its hash tables. Oracle: tc's listing.

import { describe, expect } from 'vitest'
import { KernelError } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, type LiveSpec, liveTest } from './support/live-test.ts'

const NEEDS: LiveSpec = { needs: ['tool:tc', 'tool:ip', 'qdisc:clsact'], proves: ['filter:u32'] }

interface Shown {
  pref: number
  chain: number
  options?: { fh: string; flowid?: string; match?: { value: string } }
}

function hook({ device, tc }: LiveContext) {
  const dev = device()
  tc('qdisc', 'add', 'dev', dev, 'clsact')
  const place = { dev, parent: 'ingress' } as const
  return { dev, place, rule: { ...place, protocol: 'ip', priority: 10, kind: 'u32' } as const }
}

/** What tc shows of rules: handle, class and value of the match. */
function shown({ tcJson }: LiveContext, dev: string): (string | undefined)[][] {
  const entries = tcJson('filter', 'show', 'dev', dev, 'ingress') as Shown[]
  return entries
    .filter(({ options }) => options?.match !== undefined)
    .map(({ options }) => [options?.fh, options?.flowid, options?.match?.value])
}

const ONE = { match: ['ip dst 10.0.0.1'], classid: '1:1' }
const TWO = { match: ['ip dst 10.0.0.2'], classid: '1:2' }

describe('u32', () => {
  liveTest('gives a changed filter as it is now, not as the kernel echoes it', NEEDS, async (live) => {
    const client = await openClient()
    const { dev, rule } = hook(live)
    const { handle } = await client.filters.add({ ...rule, options: ONE })
    const changed = await client.filters.change({ ...rule, handle, options: { classid: '1:5' } })
    expect(changed).toMatchObject({ handle, options: { classid: '1:5' } })
    expect(shown(live, dev)).toEqual([['800::800', '1:5', 'a000001']])
  })

  liveTest('tells why its own tables cannot be deleted', NEEDS, async (live) => {
    const client = await openClient()
    const { rule } = hook(live)
    await client.filters.add({ ...rule, options: ONE })
    const refusal = client.filters.delete({ ...rule, handle: '800:' })
    await expect(refusal).rejects.toThrow(KernelError)
    await expect(refusal).rejects.toMatchObject({
      code: 'EINVAL',
      hint: expect.stringMatching(/last filter/),
    })
  })

  liveTest('is gone when the listed entries were deleted one by one', NEEDS, async (live) => {
    const client = await openClient()
    const { dev, place, rule } = hook(live)
    await client.filters.add({ ...rule, options: ONE })
    await client.filters.add({ ...rule, options: TWO })
    for (const filter of await client.filters.list(place)) {
      expect(await client.filters.delete(filter, { ifExists: true })).toBe(true)
    }
    expect(live.tcJson('filter', 'show', 'dev', dev, 'ingress')).toEqual([])
  })

  liveTest('finds filters by a hash table', NEEDS, async (live) => {
    const client = await openClient()
    const { dev, rule } = hook(live)
    const table = await client.filters.add({ ...rule, handle: '1:', options: { divisor: 16 } })
    expect(table).toMatchObject({ handle: '1:', options: { divisor: 16 } })
    await client.filters.add({
      ...rule,
      options: { match: ['u32 0 0'], link: '1:', hashkey: { mask: 0xff, at: 16 } },
    })
    const made = await client.filters.add({
      ...rule,
      options: { ...ONE, ht: '1:', sample: { match: 'u32 0x0a000001 0xff at 16', divisor: 16 } },
    })
    expect(made).toMatchObject({ handle: '1:1:800', options: { ht: '1:1' } })
    expect(shown(live, dev).map(([fh]) => fh)).toEqual(['1:1:800', '800::800'])
  })
})
