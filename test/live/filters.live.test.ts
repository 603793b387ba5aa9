// The verbs of filters on the running kernel, mostly with u32, whose handles, tables and priorities hold the most surprises.

import { describe, expect } from 'vitest'
import {
  customKind,
  type Filter,
  type FilterSpec,
  OptionError,
  type TrafficControl,
} from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const NEEDS = { needs: ['qdisc:clsact', 'filter:u32'] } as const
const INGRESS = { parent: 'ingress', protocol: 'ip', kind: 'u32' } as const
const to = (address: string, classid = '1:1') => ({ match: [`ip dst ${address}/32`], classid })
const placesOf = (filters: readonly Filter[]) => filters.map(({ priority, handle }) => [priority, handle])

/** A device with clsact, and a client. */
async function clsact({ device }: LiveContext): Promise<{ dev: string; tc: TrafficControl }> {
  const dev = device()
  const tc = await openClient()
  await tc.qdiscs.add({ dev, kind: 'clsact' })
  return { dev, tc }
}

describe('list', () => {
  liveTest('has the rule of u32, and its tables on request (B27)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    await tc.filters.add({ dev, ...INGRESS, priority: 10, options: to('10.0.0.1') })
    const rules = await tc.filters.list({ dev, parent: 'ingress' })
    expect(rules).toMatchObject([{ kind: 'u32', priority: 10, protocol: 'ip', handle: '800::800', chain: 0 }])
    expect(rules[0]?.options).toMatchObject({ classid: '1:1' })
    const entries = await tc.filters.list({ dev, parent: 'ingress', tables: true })
    expect(entries.map(({ handle }) => handle)).toEqual(['800:', '800::800'])
  })

  liveTest(
    'of a device goes through all its hooks (B25)',
    { needs: [...NEEDS.needs, 'qdisc:htb'] },
    async (live) => {
      const { dev, tc } = await clsact(live)
      await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
      for (const parent of ['root', 'ingress', 'egress'] as const) {
        await tc.filters.add({ dev, ...INGRESS, parent, priority: 10, options: to('10.0.0.1') })
      }
      const all = await tc.filters.list({ dev })
      expect(all.map(({ parent }) => parent).sort()).toEqual(['1:', 'egress', 'ingress'])
      for (const parent of ['root', '1:', 'ingress', 'egress']) {
        await expect(tc.filters.list({ dev, parent }), parent).resolves.toHaveLength(1)
      }
    },
  )

  liveTest(
    'has a rule once, though the kernel lists it in each chain of its priority (B28)',
    NEEDS,
    async (live) => {
      const { dev, tc } = await clsact(live)
      await tc.filters.add({ dev, ...INGRESS, priority: 1, options: to('10.0.0.1') })
      await tc.filters.add({ dev, ...INGRESS, priority: 1, chain: 5, options: to('10.0.0.2') })
      const shown = live.tc('filter', 'show', 'dev', dev, 'ingress').match(/ fh [0-9a-f]+::[0-9a-f]+ /g) ?? []
      expect(shown.length, 'what tc shows').toBeGreaterThan(2)
      const rules = await tc.filters.list({ dev, parent: 'ingress' })
      expect(rules.map(({ chain }) => chain).sort()).toEqual([0, 5])
      expect(new Set(rules.map(({ handle }) => handle)).size).toBe(2)
      const inChain = await tc.filters.list({ dev, parent: 'ingress', chain: 5 })
      expect(inChain).toMatchObject([{ chain: 5 }])
    },
  )

  liveTest('rejects for a device that is not there (B14)', {}, async () => {
    const tc = await openClient()
    const missing = { code: 'ENODEV', reason: 'no-device' }
    await expect(tc.filters.list({ dev: 'nowhere0' })).rejects.toMatchObject(missing)
    await expect(tc.filters.list({ ifindex: 9999, parent: 'ingress' })).rejects.toMatchObject(missing)
  })
})

describe('add', () => {
  liveTest(
    'needs a place: there is none by default (B45)',
    { needs: [...NEEDS.needs, 'qdisc:htb'] },
    async (live) => {
      const { dev, tc } = await clsact(live)
      await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
      const { parent: _, ...nowhere } = INGRESS
      const call = tc.filters.add({ dev, ...nowhere, priority: 3, options: to('10.0.0.1') })
      await expect(call).rejects.toBeInstanceOf(OptionError)
      await expect(call).rejects.toMatchObject({ path: 'parent' })
      await expect(tc.filters.list({ dev })).resolves.toEqual([])
    },
  )

  liveTest('gives the priority that the kernel chose: each before the last (B51)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const first = await tc.filters.add({ dev, ...INGRESS, options: to('10.0.0.1') })
    const second = await tc.filters.add({ dev, ...INGRESS, options: to('10.0.0.2') })
    expect([first.priority, second.priority]).toEqual([49152, 49151])
    const shown = live.tc('filter', 'show', 'dev', dev, 'ingress')
    expect(shown).toContain('pref 49151')
    const changed = tc.filters.change({ dev, ...INGRESS, options: to('10.0.0.1') })
    await expect(changed).rejects.toMatchObject({ code: 'ENOENT' })
  })

  liveTest('refuses what is no priority before it is sent (B52)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    for (const priority of [0, 65_536, 65_537, -1, 1.5]) {
      const call = async () => tc.filters.add({ dev, ...INGRESS, priority, options: to('10.0.0.1') })
      await expect(call(), String(priority)).rejects.toMatchObject({ code: 'OPTION', path: 'priority' })
    }
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toEqual([])
    for (const priority of [1, 65_535])
      await tc.filters.add({ dev, ...INGRESS, priority, options: to('10.0.0.1') })
    expect(placesOf(await tc.filters.list({ dev, parent: 'ingress' })).map(([priority]) => priority)).toEqual(
      [1, 65_535],
    )
  })

  liveTest('puts the protocol in network byte order (B29, B53)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const protocols = { ip: 'ip', ipv6: 'ipv6', all: 'all', '802.1Q': '802.1q', arp: 'arp' } as const
    for (const [place, protocol] of Object.values(protocols).entries()) {
      const spec = {
        dev,
        ...INGRESS,
        protocol,
        priority: place + 1,
        options: { match: [], classid: '1:1' },
      } as const
      await expect(tc.filters.add(spec)).resolves.toMatchObject({ priority: place + 1 })
    }
    const shown = [
      ...live
        .tc('filter', 'show', 'dev', dev, 'ingress')
        .matchAll(/protocol (\S+) pref (\d+) u32 .*fh 8..::/g),
    ]
    expect(shown.map(([, protocol, priority]) => [protocol, Number(priority)])).toEqual(
      Object.keys(protocols).map((protocol, place) => [protocol, place + 1]),
    )
  })

  liveTest(
    "keeps the kernel's words where a priority is taken by something else (B54)",
    {
      needs: [...NEEDS.needs, 'filter:bpf'],
    },
    async (live) => {
      const { dev, tc } = await clsact(live)
      await tc.filters.add({ dev, ...INGRESS, priority: 7, options: to('10.0.0.1') })
      const protocol = tc.filters.add({
        dev,
        ...INGRESS,
        protocol: 'ipv6',
        priority: 7,
        options: { match: [] },
      })
      await expect(protocol).rejects.toMatchObject({
        code: 'EINVAL',
        hint: expect.stringContaining('protocol'),
      })
      await expect(protocol).rejects.toThrow(
        /Protocol mismatch|Filter with specified priority\/protocol not found/,
      )
      // BPF_RET | BPF_K, 0xffffffff
      const raw = new Uint8Array([
        0x06, 0, 5, 0, 1, 0, 0, 0, 0x0c, 0, 4, 0, 0x06, 0, 0, 0, 0xff, 0xff, 0xff, 0xff,
      ])
      raw.set([0x06, 0, 4, 0])
      const kind = tc.filters.add({ dev, ...INGRESS, kind: customKind('bpf'), priority: 7, options: { raw } })
      await expect(kind).rejects.toMatchObject({ code: 'EINVAL', hint: expect.stringContaining('kind') })
      await expect(kind).rejects.toThrow(/Specified filter kind does not match existing one/)
    },
  )

  liveTest('of a table checks the divisor (B93)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const table = (divisor: number) => ({ dev, ...INGRESS, priority: 1, handle: '1:', options: { divisor } })
    await expect(tc.filters.add(table(256))).resolves.toMatchObject({
      handle: '1:',
      options: { divisor: 256 },
    })
    for (const divisor of [0, 3, 512]) {
      const call = async () => tc.filters.add({ ...table(divisor), handle: '2:' })
      await expect(call(), String(divisor)).rejects.toMatchObject({ code: 'OPTION', path: 'options.divisor' })
      const words = [
        'filter',
        'add',
        'dev',
        dev,
        'ingress',
        'protocol',
        'ip',
        'prio',
        '1',
        'handle',
        '2:',
        'u32',
      ]
      expect(() => live.tc(...words, 'divisor', String(divisor))).toThrow()
    }
  })
})

describe('a warning', () => {
  liveTest('goes to the filter that was made all the same (B92)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    // TCA_U32_CLASSID 1:1 and a selector of no keys, then 12 bytes that are no attribute.
    const raw = Buffer.concat([
      Buffer.from([8, 0, 1, 0, 1, 0, 1, 0, 20, 0, 5, 0, ...new Uint8Array(16)]),
      Buffer.alloc(12),
    ])
    const spec = { dev, ...INGRESS, priority: 1, options: { raw } }
    const made = await tc.filters.add(spec as unknown as FilterSpec)
    expect(made.warning).toMatch(/bytes leftover after parsing attributes/)
    expect(made.options).toMatchObject({ classid: '1:1' })
  })
})

describe('replace and change', () => {
  liveTest('of u32 by the handle of another priority are refused (B40)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    await tc.filters.add({ dev, ...INGRESS, priority: 10, options: to('10.0.0.1') })
    await tc.filters.add({ dev, ...INGRESS, priority: 20, options: to('10.0.0.2') })
    const before = await tc.filters.list({ dev, parent: 'ingress' })
    expect(placesOf(before)).toEqual([
      [10, '800::800'],
      [20, '801::800'],
    ])
    const stranger = { dev, ...INGRESS, priority: 20, handle: '800::800' } as const
    for (const make of [
      () => tc.filters.replace({ ...stranger, options: to('10.0.0.1', '1:9') }),
      () => tc.filters.change({ ...stranger, options: to('10.0.0.1', '1:9') }),
      () => tc.filters.delete(stranger),
    ]) {
      await expect(make()).rejects.toMatchObject({ code: 'OPTION', path: 'handle' })
    }
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toEqual(before)
  })

  liveTest('of u32 never ignore another match without a word (B41)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const rule = { dev, ...INGRESS, priority: 10, handle: '800::800' } as const
    await tc.filters.add({ ...rule, options: to('10.0.0.1') })
    const call = tc.filters.replace({ ...rule, options: to('10.0.0.9', '1:9') })
    await expect(call).rejects.toBeInstanceOf(OptionError)
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toMatchObject([
      { options: { classid: '1:1' } },
    ])
    await tc.filters.replace({ ...rule, options: to('10.0.0.1', '1:9') })
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toMatchObject([
      { options: { classid: '1:9' } },
    ])
  })

  liveTest('without a handle make another rule each time, with one only one (B42)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const rule = { dev, ...INGRESS, priority: 10, options: to('10.0.0.1') } as const
    await tc.filters.replace(rule)
    await tc.filters.replace(rule)
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toHaveLength(2)
    await tc.filters.replace({ ...rule, handle: '800::800' })
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toHaveLength(2)
  })

  liveTest('of what is not there: change is refused, and a taken handle with add', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const rule = { dev, ...INGRESS, priority: 10, handle: '800::800', options: to('10.0.0.1') } as const
    await expect(tc.filters.change(rule)).rejects.toMatchObject({ code: 'ENOENT', reason: 'not-found' })
    await tc.filters.add(rule)
    await expect(tc.filters.add(rule)).rejects.toMatchObject({ code: 'EEXIST', reason: 'exists' })
  })
})

describe('delete', () => {
  liveTest('needs the priority, without which the kernel misunderstands (B55)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    await tc.filters.add({ dev, ...INGRESS, priority: 10, options: to('10.0.0.1') })
    const target = { dev, parent: 'ingress', handle: '800::800', kind: 'u32' }
    const call = tc.filters.delete(target as unknown as Parameters<typeof tc.filters.delete>[0])
    await expect(call).rejects.toMatchObject({ code: 'OPTION', path: 'priority' })
    expect(() => live.tc('filter', 'delete', 'dev', dev, 'ingress', 'handle', '800::800', 'u32')).toThrow()
    await expect(tc.filters.delete({ ...target, priority: 10 })).resolves.toBe(true)
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toEqual([])
  })

  liveTest(
    'of all that was listed, in its order, takes it that the first takes others along (B57)',
    NEEDS,
    async (live) => {
      const { dev, tc } = await clsact(live)
      for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
        await tc.filters.add({ dev, ...INGRESS, priority: 10, options: to(address) })
      }
      const listed = await tc.filters.list({ dev, parent: 'ingress' })
      expect(listed).toHaveLength(3)
      await expect(tc.filters.delete({ dev, parent: 'ingress', priority: 10 })).resolves.toBe(true)
      for (const filter of listed)
        await expect(tc.filters.delete(filter, { ifExists: true })).resolves.toBe(false)
      const [first] = listed
      await expect(tc.filters.delete(first as Filter)).rejects.toMatchObject({ reason: 'not-found' })
      await expect(tc.filters.list({ dev, parent: 'ingress', tables: true })).resolves.toEqual([])
    },
  )

  liveTest('of one rule leaves the others', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    for (const address of ['10.0.0.1', '10.0.0.2']) {
      await tc.filters.add({ dev, ...INGRESS, priority: 10, options: to(address) })
    }
    await expect(tc.filters.delete({ dev, ...INGRESS, priority: 10, handle: '800::800' })).resolves.toBe(true)
    expect(placesOf(await tc.filters.list({ dev, parent: 'ingress' }))).toEqual([[10, '800::801']])
  })

  liveTest('with ifExists still rejects where there is no such device or parent', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    const target = { dev, parent: 'ingress', priority: 10 } as const
    await expect(tc.filters.delete(target, { ifExists: true })).resolves.toBe(false)
    const missing = tc.filters.delete({ ...target, dev: 'nowhere0' }, { ifExists: true })
    await expect(missing).rejects.toMatchObject({ code: 'ENODEV' })
  })
})

describe('flush', () => {
  liveTest(
    'takes the filters of one chain at one place, and is content where there are none',
    NEEDS,
    async (live) => {
      const { dev, tc } = await clsact(live)
      for (const parent of ['ingress', 'egress'] as const) {
        await tc.filters.add({ dev, ...INGRESS, parent, priority: 10, options: to('10.0.0.1') })
      }
      await tc.filters.add({ dev, ...INGRESS, priority: 10, chain: 5, options: to('10.0.0.1') })
      await tc.filters.flush({ dev, parent: 'ingress' })
      await tc.filters.flush({ dev, parent: 'ingress' })
      const left = (await tc.filters.list({ dev })).map(({ parent, chain }) => [parent, chain])
      expect(left.sort()).toEqual([
        ['egress', 0],
        ['ingress', 5],
      ])
    },
  )
})

describe('chains', () => {
  liveTest('are part of what a filter is: a delete without one means chain 0 (B95)', NEEDS, async (live) => {
    const { dev, tc } = await clsact(live)
    await tc.filters.add({ dev, ...INGRESS, priority: 1, chain: 5, options: to('10.0.0.1') })
    await expect(
      tc.filters.delete({ dev, parent: 'ingress', priority: 1 }, { ifExists: true }),
    ).resolves.toBe(false)
    await expect(tc.filters.list({ dev, parent: 'ingress' })).resolves.toMatchObject([{ chain: 5 }])
    await expect(tc.filters.delete({ dev, parent: 'ingress', priority: 1, chain: 5 })).resolves.toBe(true)
    await expect(
      tc.filters.delete({ dev, parent: 'ingress', priority: 1, chain: 5 }, { ifExists: true }),
    ).resolves.toBe(false)
  })

  liveTest(
    'above 28 bits are refused before they are sent, as the kernel refuses them (B95)',
    NEEDS,
    async (live) => {
      const { dev, tc } = await clsact(live)
      const call = async () =>
        tc.filters.add({ dev, ...INGRESS, priority: 1, chain: 2 ** 28, options: to('10.0.0.1') })
      await expect(call()).rejects.toMatchObject({ code: 'OPTION', path: 'chain' })
      const words = [
        'filter',
        'add',
        'dev',
        dev,
        'ingress',
        'chain',
        String(2 ** 28),
        'protocol',
        'ip',
        'prio',
        '1',
      ]
      expect(() => live.tc(...words, 'u32', 'match', 'u32', '0', '0')).toThrow(/exceeds upper limit/)
      const highest = { dev, ...INGRESS, priority: 1, chain: 2 ** 28 - 1, options: to('10.0.0.1') } as const
      await expect(tc.filters.add(highest)).resolves.toMatchObject({ chain: 2 ** 28 - 1 })
    },
  )
})

describe('shared blocks', () => {
  liveTest('hold filters without a device', NEEDS, async (live) => {
    const [dev, other] = [live.device(), live.device()]
    const tc = await openClient()
    for (const name of [dev, other]) await tc.qdiscs.add({ dev: name, kind: 'clsact', ingressBlock: 22 })
    const made = await tc.filters.add({
      block: 22,
      protocol: 'ip',
      priority: 4,
      kind: 'u32',
      options: to('10.0.0.1'),
    })
    expect(made).toMatchObject({ block: 22, priority: 4, ifindex: 0 })
    expect(live.tc('filter', 'show', 'block', '22')).toContain('pref 4 u32')
    await expect(tc.filters.list({ block: 22 })).resolves.toMatchObject([{ block: 22, handle: '800::800' }])
    const throughDevice = tc.filters.add({ dev, ...INGRESS, priority: 5, options: to('10.0.0.2') })
    await expect(throughDevice).rejects.toMatchObject({ code: 'EOPNOTSUPP', reason: 'not-supported' })
    await expect(tc.filters.delete({ block: 22, priority: 4 })).resolves.toBe(true)
    await expect(tc.filters.list({ block: 22 })).resolves.toEqual([])
  })
})
