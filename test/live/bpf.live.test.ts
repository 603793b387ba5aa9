// eBPF programs in filters: by descriptor, by pin and by id. Oracles: tc's own listing, and the same filter made by tc.

import { basename } from 'node:path'
import { describe, expect } from 'vitest'
import type { DumpedBpfFilterOptions, Filter, FilterSpec, TrafficControl } from '../../src/index.ts'
import { TransportError } from '../../src/index.ts'
import { loadClassifier, pin } from './support/bpf.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, type LiveSpec, liveTest } from './support/live-test.ts'

const NEEDS: LiveSpec = {
  needs: ['tool:tc', 'tool:ip', 'feature:real-root', 'qdisc:clsact'],
  proves: ['filter:bpf'],
}

/** TC_ACT_OK and TC_ACT_SHOT. */
const OK = 0
const SHOT = 2

interface Shown {
  options?: { prog: { id: number; tag: string } }
}

function place({ device, tc }: LiveContext) {
  const dev = device()
  tc('qdisc', 'add', 'dev', dev, 'clsact')
  return { dev, parent: 'ingress', protocol: 'all', priority: 1 }
}

/** What tc shows of the only filter at a place. */
function shownBy({ tcJson }: LiveContext, dev: string): Shown['options'] {
  const entries = tcJson('filter', 'show', 'dev', dev, 'ingress') as Shown[]
  return entries.find(({ options }) => options !== undefined)?.options
}

function spec(
  where: ReturnType<typeof place>,
  options: (FilterSpec & { kind: 'bpf' })['options'],
): FilterSpec {
  return { ...where, kind: 'bpf', options }
}

function optionsOf(filter: Filter | undefined): DumpedBpfFilterOptions {
  if (filter?.kind !== 'bpf') throw new Error(`a filter of kind ${filter?.kind}`)
  return filter.options
}

async function only(tc: TrafficControl, dev: string): Promise<Filter | undefined> {
  const filters = await tc.filters.list({ dev, parent: 'ingress' })
  expect(filters).toHaveLength(1)
  return filters[0]
}

describe('eBPF programs in filters', () => {
  liveTest('by descriptor', NEEDS, async (live) => {
    const client = await openClient()
    const where = place(live)
    const options = { fd: loadClassifier(OK), directAction: true, name: 'mine' }
    const made = optionsOf(await client.filters.add(spec(where, options)))
    const shown = shownBy(live, where.dev)
    expect(made).toEqual({
      name: 'mine',
      directAction: true,
      inHw: false,
      id: shown?.prog.id,
      tag: shown?.prog.tag,
    })
    expect(shown).toMatchObject({ bpf_name: 'mine', 'direct-action': true })
  })

  liveTest('by pin, as tc does it', NEEDS, async (live) => {
    const client = await openClient()
    const [ours, theirs] = [place(live), place(live)]
    const path = pin(loadClassifier(OK))
    const made = await client.filters.add(spec(ours, { pinned: path, directAction: true }))
    const command = 'ingress protocol all prio 1 bpf direct-action object-pinned'.split(' ')
    live.tc('filter', 'add', 'dev', theirs.dev, ...command, path)
    expect(optionsOf(made).name).toBe(`${basename(path)}:[*fsobj]`)
    expect(optionsOf(made)).toEqual(optionsOf(await only(client, theirs.dev)))
  })

  liveTest('as they were listed, while they are loaded', NEEDS, async (live) => {
    const client = await openClient()
    const where = place(live)
    pin(loadClassifier(OK))
    const made = await client.filters.add(
      spec(where, { fd: loadClassifier(OK), classid: '1:1', name: 'mine' }),
    )
    const twin = await client.filters.add({ ...made, handle: 2 })
    expect(twin).toEqual({ ...made, handle: 2 })
    await client.filters.delete(made)
    expect(await client.filters.add({ ...twin, handle: 1 })).toEqual(made)
  })

  liveTest('one in place of another', NEEDS, async (live) => {
    const client = await openClient()
    const where = place(live)
    const first = await client.filters.add(spec(where, { fd: loadClassifier(OK), directAction: true }))
    const next = { ...spec(where, { fd: loadClassifier(SHOT), directAction: true }), handle: first.handle }
    const second = optionsOf(await client.filters.replace(next))
    expect(second.tag).not.toBe(optionsOf(first).tag)
    expect(optionsOf(await only(client, where.dev))).toEqual(second)
  })

  liveTest('not where there is none', NEEDS, async (live) => {
    const client = await openClient()
    const where = place(live)
    const missing = client.filters.add(spec(where, { pinned: '/sys/fs/bpf/nothing' }))
    await expect(missing).rejects.toThrow(TransportError)
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(client.filters.add(spec(where, { id: 0xffff_ffff }))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
