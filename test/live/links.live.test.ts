// Oracle: the kernel, and `ip -json -details` as its eyes: what we make, ip shows; what ip makes, we tell as it
// does; what we list, we can add again.

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { TrafficControl } from '../../src/index.ts'
import type { Link, LinkSpec } from '../../src/resources/link-types.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

let made = 0
const fresh = (): string => {
  made += 1
  return `ln${process.pid % 10000}x${made}`
}

type Shown = Record<string, unknown> & {
  linkinfo?: { info_kind?: string; info_data?: Record<string, unknown> }
}

const show = ({ ip }: LiveContext, dev: string): Shown =>
  JSON.parse(ip('-json', '-details', '-s', '-s', 'link', 'show', 'dev', dev))[0]

/** Keys of ip's JSON whose values we give under the same name, in camelCase. */
const SAME: readonly (keyof Link & string)[] = [
  ...(['ifindex', 'mtu', 'qdisc', 'operstate', 'linkmode', 'link', 'linkType', 'address'] as const),
  ...(['broadcast', 'promiscuity', 'allmulti', 'minMtu', 'maxMtu', 'numTxQueues', 'numRxQueues'] as const),
  ...(['gsoMaxSize', 'gsoMaxSegs', 'tsoMaxSize', 'tsoMaxSegs', 'groMaxSize', 'master'] as const),
  ...(['linkNetnsid', 'linkIndex'] as const),
]

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Says of a link of ours what ip's JSON says of the same device. */
function expectShown(link: Link, shown: Shown): void {
  // An older ip does not print what a newer kernel tells, and an older kernel does not tell all that ip prints.
  const common = SAME.filter((name) => shown[snake(name)] !== undefined)
  expect(common.length).toBeGreaterThan(10)
  expect(Object.fromEntries(common.map((name) => [name, link[name]]))).toEqual(
    Object.fromEntries(common.map((name) => [name, shown[snake(name)]])),
  )
  expect(link.dev).toBe(shown['ifname'])
  expect(link.txqueuelen).toBe(shown['txqlen'])
  expect(link.alias).toBe(shown['ifalias'])
  expect(link.altNames).toEqual(shown['altnames'])
  expect(link.kind).toBe(shown.linkinfo?.info_kind)
  // M-DOWN is no flag: ip looks at the device below for it.
  expect(link.flags).toEqual((shown['flags'] as string[]).filter((flag) => flag !== 'M-DOWN'))
}

/** What a dump tells that differs from one time to the next. */
function settled(link: Link): object {
  // The state follows the carrier a moment later.
  const { stats, operstate, carrierChanges, carrierUpCount, carrierDownCount, ...rest } = link
  if (rest.kind !== 'bridge') return rest
  // The timers of a bridge run.
  const { helloTimer, tcnTimer, topologyChangeTimer, gcTimer, ...options } = rest.options
  return { ...rest, options }
}

async function expectRoundTrip(tc: TrafficControl, dev: string): Promise<void> {
  const before = await tc.links.get({ dev })
  await tc.links.delete({ dev })
  const after = await tc.links.add(before as LinkSpec & { netns?: undefined })
  expect(settled(after)).toEqual(settled(before))
}

/** Deletes a device when the test ends, if it is still there. */
function removeAfter({ after }: LiveContext, dev: string): void {
  after(() => spawnSync('ip', ['link', 'delete', dev]))
}

/** A process in another network namespace, as long as the test runs. */
async function elsewhere({ after }: LiveContext): Promise<number> {
  const child = spawn('unshare', ['--net', 'sleep', '600'], { stdio: 'ignore' })
  after(() => child.kill())
  const { pid } = child
  if (pid === undefined) throw new Error('no unshare')
  const own = readlinkSync('/proc/self/ns/net')
  while (readlinkSync(`/proc/${pid}/ns/net`) === own) await new Promise((resolve) => setTimeout(resolve, 10))
  return pid
}

describe('links', () => {
  liveTest(
    'make a veth pair that ip shows as asked for',
    { needs: ['tool:ip'], proves: ['link:veth'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const [dev, peer, alt] = [fresh(), fresh(), `alternative-name-of-${fresh()}`]
      removeAfter(live, dev)
      const link = await tc.links.add({
        dev,
        kind: 'veth',
        mtu: 1400,
        txqueuelen: 77,
        address: '02:00:00:00:00:01',
        numTxQueues: 3,
        numRxQueues: 2,
        group: 5,
        up: true,
        alias: 'one end',
        altNames: [alt],
        options: { peer: { dev: peer, mtu: 1300, address: '02:00:00:00:00:02', numTxQueues: 4, up: true } },
      })
      const shown = show(live, dev)
      expect(shown).toMatchObject({
        ifname: dev,
        mtu: 1400,
        txqlen: 77,
        address: '02:00:00:00:00:01',
        num_tx_queues: 3,
        // Kernels without receive queues tell none.
        ...(link.numRxQueues !== undefined && { num_rx_queues: 2 }),
        group: '5',
        ifalias: 'one end',
        altnames: [alt],
        operstate: 'UP',
      })
      const other = show(live, peer)
      expect(other).toMatchObject({
        mtu: 1300,
        address: '02:00:00:00:00:02',
        num_tx_queues: 4,
        operstate: 'UP',
      })
      expectShown(await tc.links.get({ dev }), shown)
      expect(link).toMatchObject({
        kind: 'veth',
        link: peer,
        options: { peer: { dev: peer } },
        group: 5,
        up: true,
      })
      expectShown(await tc.links.get({ dev: peer }), other)
    },
  )

  liveTest(
    'make an ifb that ip shows as asked for, and can make it again',
    { needs: ['tool:ip'], proves: ['link:ifb'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const dev = fresh()
      removeAfter(live, dev)
      await tc.links.add({ dev, kind: 'ifb', txqueuelen: 99, numTxQueues: 2, up: true, gsoMaxSize: 30_000 })
      const shown = show(live, dev)
      expect(shown).toMatchObject({
        txqlen: 99,
        num_tx_queues: 2,
        gso_max_size: 30_000,
        flags: expect.arrayContaining(['UP']),
      })
      expectShown(await tc.links.get({ dev }), shown)
      await expectRoundTrip(tc, dev)
    },
  )

  liveTest(
    'make a dummy, and can make it again',
    { needs: ['tool:ip'], proves: ['link:dummy'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const dev = fresh()
      removeAfter(live, dev)
      await tc.links.add({ dev, kind: 'dummy', mtu: 9000, arp: true, up: true })
      const shown = show(live, dev)
      expect(shown).toMatchObject({ mtu: 9000, linkinfo: { info_kind: 'dummy' } })
      expect(shown['flags']).not.toContain('NOARP')
      expectShown(await tc.links.get({ dev }), shown)
      await expectRoundTrip(tc, dev)
    },
  )

  liveTest(
    'make a vlan that ip shows as asked for, change it, and can make it again',
    { needs: ['tool:ip'], proves: ['link:vlan'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const [below, dev] = [live.device(), fresh()]
      const options = {
        id: 5,
        protocol: '802.1ad' as const,
        reorderHdr: false,
        looseBinding: true,
        ingressQosMap: [{ from: 1, to: 6 }],
        egressQosMap: [{ from: 3, to: 4 }],
      }
      const link = await tc.links.add({ dev, kind: 'vlan', link: below, up: true, options })
      expect(link).toMatchObject({
        kind: 'vlan',
        link: below,
        options: { ...options, gvrp: false, mvrp: false },
      })
      const shown = show(live, dev)
      expect(shown.linkinfo?.info_data).toMatchObject({
        protocol: '802.1ad',
        id: 5,
        flags: ['LOOSE_BINDING'],
        ingress_qos: [{ from: 1, to: 6 }],
        egress_qos: [{ from: 3, to: 4 }],
      })
      expectShown(link, shown)
      await tc.links.set({ dev }, { kind: 'vlan', options: { reorderHdr: true } })
      expect(show(live, dev).linkinfo?.info_data?.['flags']).toEqual(['REORDER_HDR', 'LOOSE_BINDING'])
      await expectRoundTrip(tc, dev)
    },
  )

  liveTest(
    'make a bridge that ip shows as asked for, change it, and can make it again',
    { needs: ['tool:ip'], proves: ['link:bridge'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const dev = fresh()
      removeAfter(live, dev)
      await tc.links.add({
        dev,
        kind: 'bridge',
        address: '02:00:00:00:00:03',
        options: {
          forwardDelay: 4000,
          helloTime: '1s',
          maxAge: 6000,
          ageingTime: 30_000,
          stpState: 1,
          priority: 7,
          groupFwdMask: 8,
          groupAddress: '01:80:c2:00:00:04',
          mcastQuerierInterval: 60_000,
          mcastLastMemberCount: 3,
          mcastRouter: 2,
        },
      })
      const data = show(live, dev).linkinfo?.info_data
      // ip tells times in hundredths of a second.
      expect(data).toMatchObject({
        forward_delay: 400,
        hello_time: 100,
        max_age: 600,
        ageing_time: 3000,
        stp_state: 1,
        priority: 7,
        group_fwd_mask: '0x8',
        group_addr: '01:80:c2:00:00:04',
        mcast_querier_intvl: 6000,
        mcast_last_member_cnt: 3,
        mcast_router: 2,
      })
      await expectRoundTrip(tc, dev)
      await tc.links.set({ dev }, { kind: 'bridge', options: { stpState: 0 } })
      const link = await tc.links.set({ dev }, { kind: 'bridge', options: { forwardDelay: 100 } })
      expect(show(live, dev).linkinfo?.info_data).toMatchObject({
        stp_state: 0,
        forward_delay: 10,
        priority: 7,
      })
      expect(link).toMatchObject({ options: { stpState: 0, forwardDelay: 100, priority: 7 } })
      expectShown(link, show(live, dev))
    },
  )

  liveTest(
    'tell what ip made as ip tells it, defaults of a bridge included',
    { needs: ['tool:ip', 'link:bridge', 'link:ifb'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const [bridge, ifb] = [fresh(), fresh()]
      removeAfter(live, bridge)
      removeAfter(live, ifb)
      live.ip('link', 'add', bridge, 'type', 'bridge')
      live.ip('link', 'add', ifb, 'type', 'ifb')
      live.ip('link', 'set', ifb, 'master', bridge, 'up')
      const links = await tc.links.list()
      for (const dev of [bridge, ifb, 'lo']) {
        const link = links.find((one) => one.dev === dev)
        if (link === undefined) throw new Error(`${dev} is not listed`)
        expectShown(link, show(live, dev))
      }
      const shown = show(live, bridge).linkinfo?.info_data ?? {}
      const [link] = await tc.links.list({ kind: 'bridge' })
      if (link?.kind !== 'bridge') throw new Error('no bridge is listed')
      expect(link.options).toMatchObject({
        forwardDelay: Number(shown['forward_delay']) * 10,
        ageingTime: Number(shown['ageing_time']) * 10,
        priority: shown['priority'],
        mcastHashMax: shown['mcast_hash_max'],
        mcastQueryInterval: Number(shown['mcast_query_intvl']) * 10,
        mcastStartupQueryInterval: Number(shown['mcast_startup_query_intvl']) * 10,
        nfCallIptables: shown['nf_call_iptables'] === 1,
      })
      expect((await tc.links.list({ master: bridge })).map(({ dev }) => dev)).toEqual([ifb])
      expect((await tc.links.list({ kind: 'ifb', up: true })).map(({ dev }) => dev)).toEqual([ifb])
      expect(await tc.links.list({ kind: 'nonesuch' })).toEqual([])
    },
  )

  liveTest('count bytes, as numbers or as exact bigints', {}, async ({ device, ip, require }) => {
    require('tool:ip')
    await using tc = await TrafficControl.open()
    const dev = device()
    ip('link', 'set', dev, 'address', '02:00:00:00:00:07')
    const read = (side: string, name: string): number =>
      Number(readFileSync(`/sys/class/net/${dev}/statistics/${side}_${name}`, 'utf8'))
    const { stats } = await tc.links.get({ dev })
    const exact = await tc.links.get({ dev }, { bigint: true })
    expect(stats?.tx).toMatchObject({ bytes: read('tx', 'bytes'), packets: read('tx', 'packets') })
    expect(exact.stats?.tx.bytes).toBe(BigInt(read('tx', 'bytes')))
  })

  liveTest('change a device as ip shows it then', { needs: ['tool:ip', 'link:bridge'] }, async (live) => {
    await using tc = await TrafficControl.open()
    const [dev, bridge, name] = [live.device(), fresh(), fresh()]
    removeAfter(live, bridge)
    await tc.links.add({ dev: bridge, kind: 'bridge' })
    const joined = await tc.links.set(
      { dev },
      { master: bridge, promisc: true, mtu: 1300, alias: 'some text', group: 3 },
    )
    expect(joined).toMatchObject({
      master: bridge,
      slaveKind: 'bridge',
      promisc: true,
      mtu: 1300,
      alias: 'some text',
    })
    expect(show(live, dev)).toMatchObject({ master: bridge, mtu: 1300, ifalias: 'some text', group: '3' })
    expectShown(joined, show(live, dev))
    const left = await tc.links.set(
      { dev },
      { master: null, promisc: false, alias: '', up: false, arp: false },
    )
    expect(left).not.toHaveProperty('master')
    expect(left).toMatchObject({ promisc: false, up: false, arp: false, mtu: 1300 })
    const shown = show(live, dev)
    expect(shown).not.toHaveProperty('master')
    expect(shown).not.toHaveProperty('ifalias')
    expect(shown['flags']).toEqual(expect.arrayContaining(['NOARP']))
    const renamed = await tc.links.set({ ifindex: left.ifindex }, { name })
    expect(renamed).toMatchObject({ dev: name, ifindex: left.ifindex })
    expect(show(live, name)).toMatchObject({ ifindex: left.ifindex })
    await tc.links.set({ dev: name }, { name: dev })
  })

  liveTest('refuse what the kernel refuses, and say why', { needs: ['tool:ip'] }, async ({ device }) => {
    await using tc = await TrafficControl.open()
    const dev = device()
    await expect(tc.links.add({ dev, kind: 'veth' })).rejects.toMatchObject({
      code: 'EEXIST',
      reason: 'exists',
    })
    await expect(tc.links.get({ dev: 'nonesuch' })).rejects.toMatchObject({
      code: 'ENODEV',
      reason: 'no-device',
    })
    await expect(tc.links.delete({ dev: 'nonesuch' })).rejects.toMatchObject({ code: 'ENODEV' })
    expect(await tc.links.delete({ dev: 'nonesuch' }, { ifExists: true })).toBe(false)
    await expect(tc.links.delete({ dev: 'lo' }, { ifExists: true })).rejects.toMatchObject({
      code: 'EOPNOTSUPP',
    })
    await expect(tc.links.set({ dev }, { mtu: 70_000 })).rejects.toMatchObject({ code: 'EINVAL' })
    const other = fresh()
    const unknown = { dev: other, kind: 'nonesuch/custom' as const }
    await expect(tc.links.add({ ...unknown, kind: 'nonesuch' as typeof unknown.kind })).rejects.toMatchObject(
      {
        code: 'EOPNOTSUPP',
        reason: 'kind-unknown',
      },
    )
    // Nothing stays of a device whose other names are taken.
    await expect(tc.links.add({ dev: other, kind: 'veth', altNames: [dev] })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await tc.links.delete({ dev: other }, { ifExists: true })).toBe(false)
    expect(await tc.links.delete({ dev })).toBe(true)
  })

  liveTest(
    'go to another network namespace, by process, by file and as the end of a pair',
    { needs: ['tool:ip', 'link:veth'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const pid = await elsewhere(live)
      await using there = await TrafficControl.open({ netns: pid })
      const [dev, peer, moved, direct] = [fresh(), fresh(), fresh(), fresh()]
      removeAfter(live, dev)
      const link = await tc.links.add({
        dev,
        kind: 'veth',
        options: { peer: { dev: peer, netns: pid, mtu: 1300 } },
      })
      expect(link.linkNetnsid).toBeTypeOf('number')
      expect(link.options).toEqual({})
      const far = await there.links.get({ dev: peer })
      expect(far).toMatchObject({ kind: 'veth', mtu: 1300, linkIndex: link.ifindex })
      expect(link.linkIndex).toBe(far.ifindex)
      await expect(tc.links.get({ dev: peer })).rejects.toMatchObject({ code: 'ENODEV' })

      const here = live.device()
      expect(
        await tc.links.set({ dev: here }, { netns: `/proc/${pid}/ns/net`, name: moved, up: true }),
      ).toBeUndefined()
      expect(await there.links.get({ dev: moved })).toMatchObject({ kind: 'veth', up: true })
      expect(await there.links.set({ dev: moved }, { netns: process.pid, name: here })).toBeUndefined()
      expect(await tc.links.get({ dev: here })).toMatchObject({ kind: 'veth' })

      expect(
        await tc.links.add({
          dev: direct,
          kind: 'veth',
          netns: pid,
          options: { peer: { dev: fresh(), netns: pid } },
        }),
      ).toBeUndefined()
      expect(await there.links.get({ dev: direct })).toMatchObject({ kind: 'veth' })
      const nowhere = tc.links.set({ dev: here }, { netns: '/proc/self/nonesuch' })
      await expect(nowhere).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' })
    },
  )
})
