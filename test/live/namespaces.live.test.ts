// Clients in other network namespaces: each stays in its own, and the process in that where it was.

import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { KernelError, type Netns, OptionError, TransportError } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const OWN = '/proc/thread-self/ns/net'
const PFIFO = { parent: 'root', handle: '1:', kind: 'pfifo' } as const

let names = 0

/** A named namespace with a device `eth0`. */
function makeNamespace({ ip, after }: LiveContext): string {
  names += 1
  const name = `live${process.pid}n${names}`
  ip('netns', 'add', name)
  after(() => ip('netns', 'delete', name))
  ip('-n', name, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth1')
  return name
}

const NEEDS = { needs: ['feature:named-netns', 'qdisc:pfifo', 'link:veth'] } as const

describe('a client in a named namespace', () => {
  liveTest('works there and nowhere else, and says where it is (B16)', NEEDS, async (live) => {
    const [blue, green] = [makeNamespace(live), makeNamespace(live)]
    const home = readlinkSync(OWN)
    const tc = await openClient({ netns: blue })
    await tc.qdiscs.add({ dev: 'eth0', ...PFIFO, options: { limit: 7 } })
    expect(tc.netns).toBe(`/run/netns/${blue}`)
    expect(live.tc('-n', blue, 'qdisc', 'show', 'dev', 'eth0')).toContain('limit 7p')
    expect(live.tc('-n', green, 'qdisc', 'show', 'dev', 'eth0')).not.toContain('pfifo 1:')
    expect(readlinkSync(OWN)).toBe(home)
    const here = await openClient()
    await expect(here.qdiscs.list({ dev: 'eth0' })).rejects.toMatchObject({ code: 'ENODEV' })
  })

  liveTest('dumps there, also with many dumps at a time', NEEDS, async (live) => {
    const [blue, green] = [makeNamespace(live), makeNamespace(live)]
    const clients = [await openClient({ netns: blue }), await openClient({ netns: green })] as const
    for (const [place, tc] of clients.entries()) {
      await tc.qdiscs.add({ dev: 'eth0', ...PFIFO, options: { limit: place + 1 } })
    }
    const home = readlinkSync(OWN)
    const listings = Array.from({ length: 40 }, (_, i) =>
      clients[i % 2 === 0 ? 0 : 1].qdiscs.list({ dev: 'eth0' }),
    )
    for (const [place, listed] of (await Promise.all(listings)).entries()) {
      expect(listed).toMatchObject([{ dev: 'eth0', options: { limit: (place % 2) + 1 } }])
    }
    expect(readlinkSync(OWN)).toBe(home)
  })

  liveTest('keeps working there after its name is gone', NEEDS, async (live) => {
    live.ip('netns', 'add', 'gone')
    live.ip('-n', 'gone', 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth1')
    const tc = await openClient({ netns: 'gone' })
    live.ip('netns', 'delete', 'gone')
    await tc.qdiscs.add({ dev: 'eth0', ...PFIFO })
    await expect(tc.qdiscs.list({ dev: 'eth0' })).resolves.toMatchObject([{ handle: '1:' }])
  })
})

describe('a client in the namespace of a process', () => {
  const NEEDS_PROCESS = { needs: ['tool:unshare', 'qdisc:pfifo', 'link:veth'] } as const

  /** The id of a process in a namespace of its own. */
  async function makeProcess({ after }: LiveContext): Promise<number> {
    const child = spawn('unshare', ['--net', 'sh', '-c', 'echo ready; exec sleep 600'])
    after(() => child.kill('SIGKILL'))
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve)
      child.once('exit', () => reject(new Error('unshare --net has ended')))
    })
    return child.pid ?? 0
  }

  liveTest('is opened by id or by path', NEEDS_PROCESS, async (live) => {
    const pid = await makeProcess(live)
    const byId = await openClient({ netns: pid })
    const byPath = await openClient({ netns: `/proc/${pid}/ns/net` })
    expect([byId.netns, byPath.netns]).toEqual([`/proc/${pid}/ns/net`, `/proc/${pid}/ns/net`])
    await byId.qdiscs.add({ dev: 'lo', ...PFIFO, options: { limit: 9 } })
    await expect(byPath.qdiscs.list({ dev: 'lo' })).resolves.toMatchObject([
      { kind: 'pfifo', options: { limit: 9 } },
    ])
    const here = await openClient()
    const own = await here.qdiscs.list({ dev: 'lo' })
    expect(own.filter(({ kind }) => kind === 'pfifo')).toEqual([])
  })
})

describe('a namespace that cannot be had', () => {
  liveTest('is told when the client is opened, and changes nothing', {}, async () => {
    const home = readlinkSync(OWN)
    const missing = openClient({ netns: 'there-is-no-such-namespace' })
    await expect(missing).rejects.toBeInstanceOf(TransportError)
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
    const refused = openClient({ netns: '/proc/self/status' })
    await expect(refused).rejects.toBeInstanceOf(KernelError)
    await expect(refused).rejects.toMatchObject({ code: 'EINVAL' })
    for (const netns of ['', 'a/b', '..', -1, 1.5, '\0'] satisfies Netns[]) {
      await expect(openClient({ netns }), String(netns)).rejects.toBeInstanceOf(OptionError)
    }
    expect(readlinkSync(OWN)).toBe(home)
  })
})
