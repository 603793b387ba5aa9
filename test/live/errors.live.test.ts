// What the running kernel refuses, and what our errors say of it: the kernel's words, the attribute at fault, and the meaning.

import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import { customKind, KernelError, OptionError } from '../../src/index.ts'
import { openClient, transportOptions } from './support/client.ts'
import { liveTest } from './support/live-test.ts'

const NOBODY = customKind('nobody')

describe('a kind that the kernel does not have', () => {
  liveTest('is told from an object that is not there, for qdiscs (B18)', {}, async ({ device }) => {
    const tc = await openClient()
    const call = tc.qdiscs.add({ dev: device(), parent: 'root', handle: '1:', kind: NOBODY })
    await expect(call).rejects.toBeInstanceOf(KernelError)
    await expect(call).rejects.toMatchObject({
      code: 'ENOENT',
      reason: 'kind-unknown',
      hint: expect.any(String),
    })
    await expect(call).rejects.toThrow(/Specified qdisc kind is unknown|Specified qdisc not found/)
  })

  liveTest(
    'is told from an object that is not there, for filters (B18)',
    { needs: ['qdisc:clsact'] },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, kind: 'clsact' })
      const call = tc.filters.add({ dev, parent: 'ingress', protocol: 'ip', priority: 1, kind: NOBODY })
      await expect(call).rejects.toMatchObject({
        code: 'ENOENT',
        reason: 'kind-unknown',
        hint: expect.any(String),
      })
      await expect(call).rejects.toThrow(/TC classifier not found/)
    },
  )

  liveTest(
    'is told from an object that is not there, for actions (B18)',
    {
      needs: ['qdisc:clsact', 'filter:u32'],
    },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, kind: 'clsact' })
      const options = { match: [], actions: [{ kind: NOBODY, options: {} }] }
      const call = tc.filters.add({
        dev,
        parent: 'ingress',
        protocol: 'ip',
        priority: 1,
        kind: 'u32',
        options,
      })
      await expect(call).rejects.toMatchObject({
        code: 'ENOENT',
        reason: 'kind-unknown',
        hint: expect.any(String),
      })
      await expect(call).rejects.toThrow(/Failed to load TC action module/)
    },
  )
})

describe('the attribute at fault', () => {
  liveTest(
    'is named by its path where the kernel tells its offset (B08)',
    {
      needs: ['qdisc:clsact', 'filter:u32'],
    },
    async ({ device }) => {
      const dev = device()
      const tc = await openClient()
      await tc.qdiscs.add({ dev, kind: 'clsact' })
      // TCA_U32_CLASSID of 2 bytes instead of 4.
      const raw = new Uint8Array([6, 0, 1, 0, 1, 0, 0, 0])
      const spec = { dev, parent: 'ingress', protocol: 'ip', priority: 1, kind: 'u32', options: { raw } }
      const call = tc.filters.add(spec as unknown as Parameters<typeof tc.filters.add>[0])
      await expect(call).rejects.toMatchObject({ code: 'ERANGE', attrPath: 'TCA_OPTIONS.TCA_U32_CLASSID' })
      await expect(call).rejects.toThrow(/Attribute failed policy validation \(TCA_OPTIONS.TCA_U32_CLASSID\)/)
    },
  )
})

describe('a device', () => {
  liveTest(
    'that is not there is told by its name, by writes as by reads (B60)',
    { needs: ['qdisc:pfifo'] },
    async () => {
      const tc = await openClient()
      const spec = { dev: 'nowhere0', parent: 'root', kind: 'pfifo' } as const
      const calls = ['add', 'get', 'list', 'delete'] as const
      for (const verb of calls) {
        const call = tc.qdiscs[verb](spec)
        await expect(call, verb).rejects.toMatchObject({ code: 'ENODEV', reason: 'no-device' })
        await expect(call, verb).rejects.toThrow('nowhere0')
      }
    },
  )

  liveTest(
    'that was made anew under its name is found again, and its old index is not (B60)',
    {
      needs: ['qdisc:pfifo', 'link:veth'],
    },
    async ({ ip, after }) => {
      const tc = await openClient()
      const name = `anew${process.pid % 10_000}`
      const make = () => ip('link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`)
      make()
      after(() => ip('link', 'delete', name))
      const spec = { parent: 'root', handle: '1:', kind: 'pfifo' } as const
      const { ifindex } = await tc.qdiscs.add({ dev: name, ...spec })
      ip('link', 'delete', name)
      await expect(tc.qdiscs.replace({ dev: name, ...spec })).rejects.toMatchObject({ code: 'ENODEV' })
      make()
      await expect(tc.qdiscs.replace({ ifindex, ...spec })).rejects.toMatchObject({ code: 'ENODEV' })
      const again = await tc.qdiscs.replace({ dev: name, ...spec })
      expect(again.dev).toBe(name)
      expect(again.ifindex).not.toBe(ifindex)
    },
  )

  liveTest(
    'is found under its new name, and no more under the old one',
    { needs: ['qdisc:pfifo', 'link:veth'] },
    async ({ device, ip }) => {
      const tc = await openClient()
      const dev = device()
      const renamed = `re${process.pid % 10_000}`
      const spec = { parent: 'root', handle: '1:', kind: 'pfifo' } as const
      await tc.qdiscs.add({ dev, ...spec })
      ip('link', 'set', dev, 'down')
      ip('link', 'set', dev, 'name', renamed)
      await expect(tc.qdiscs.get({ dev, parent: 'root' })).rejects.toMatchObject({ code: 'ENODEV' })
      await expect(tc.qdiscs.get({ dev: renamed, parent: 'root' })).resolves.toMatchObject({ dev: renamed })
      ip('link', 'set', renamed, 'name', dev)
      await expect(tc.qdiscs.get({ dev, parent: 'root' })).resolves.toMatchObject({ dev })
    },
  )

  liveTest('must have a name that a device can have', {}, async () => {
    const tc = await openClient()
    for (const dev of ['', 'with/slash', 'much-too-long-a-name', 'with space']) {
      const call = async () => tc.qdiscs.list({ dev, ifindex: undefined })
      await expect(call(), dev).rejects.toBeInstanceOf(OptionError)
    }
  })
})

// What a process without capabilities sees: a user namespace of its own gives no power over the network it is in.
const UNPRIVILEGED = `
import { TrafficControl } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
const tc = await TrafficControl.open(JSON.parse(process.argv[1]))
const qdiscs = await tc.qdiscs.list({ dev: process.argv[2] })
const refused = await tc.qdiscs.delete({ dev: process.argv[2], parent: 'root' }).catch((error) => error)
const { code, reason, hint, extack } = refused
console.log(JSON.stringify({ listed: qdiscs.length, code, reason, hint, extack }))
await tc.close()
`

describe('without CAP_NET_ADMIN', () => {
  liveTest(
    'reads work, and writes say which capability they lack (B10)',
    {
      needs: ['feature:root-userns', 'qdisc:pfifo', 'tool:unshare'],
    },
    async ({ device, tc }) => {
      const dev = device()
      tc('qdisc', 'add', 'dev', dev, 'root', 'handle', '1:', 'pfifo')
      const script = ['--import', 'tsx', '--input-type=module', '--eval', UNPRIVILEGED]
      const args = ['--user', process.execPath, ...script, JSON.stringify(transportOptions()), dev]
      const done = spawnSync('unshare', args, { encoding: 'utf8' })
      expect(done.stderr).toBe('')
      expect(JSON.parse(done.stdout)).toMatchObject({
        listed: 1,
        code: 'EPERM',
        reason: 'permission',
        hint: expect.stringContaining('CAP_NET_ADMIN'),
      })
    },
  )
})
