// What calls about links refuse before anything is sent, and what they make of the kernel's answers, against the
// fake kernel. What the real ones say show the live tests.

import { describe, expect, it } from 'vitest'
import { RTM_NEWLINK, RTM_SETLINK } from '../../../src/generated/link/index.ts'
import { OptionError, TrafficControl } from '../../../src/index.ts'
import type { LinkChanges, LinkSpec } from '../../../src/resources/link-types.ts'
import { FakeKernel } from '../../../src/testing.ts'

const DEVICES = { lo: 1, eth0: 2, br0: 3 }
const LONG = 'x'.repeat(16)

/** The path of the OptionError, and how many requests to change something were sent before it. */
async function refused(
  call: (tc: TrafficControl) => Promise<unknown>,
): Promise<{ path?: string; sent: number }> {
  const kernel = new FakeKernel({ devices: DEVICES })
  await using tc = await TrafficControl.open({ transport: kernel.open })
  const error = await Promise.resolve()
    .then(() => call(tc))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  const sent = kernel.sent(RTM_NEWLINK).length + kernel.sent(RTM_SETLINK).length
  return error instanceof OptionError ? { path: error.path, sent } : { sent }
}

const veth = (peer: object): object => ({ dev: 'new', kind: 'veth', options: { peer } })
const vlan = (options: object): object => ({ dev: 'new', kind: 'vlan', link: 'eth0', options })
const bridge = (options: object): object => ({ dev: 'new', kind: 'bridge', options })
const ifb = (more: object): object => ({ dev: 'new', kind: 'ifb', ...more })

describe('links.add refuses', () => {
  it.each<[string, string, object]>([
    ['a device without a name', 'dev', { kind: 'ifb' }],
    ['a name that is too long', 'dev', ifb({ dev: LONG })],
    ['a name with a slash', 'dev', ifb({ dev: 'a/b' })],
    ['a name that is a pattern', 'dev', ifb({ dev: 'a%d' })],
    ['no kind', 'kind', { dev: 'new' }],
    ['a setting that there is not', 'link.mtuu', ifb({ mtuu: 1500 })],
    ['an MTU below 0', 'mtu', ifb({ mtu: -1 })],
    ['an MTU of text', 'mtu', ifb({ mtu: '1500' })],
    ['an MTU above that of the kernel', 'mtu', ifb({ mtu: 2 ** 31 })],
    ['a queue length below 0', 'txqueuelen', ifb({ txqueuelen: -1 })],
    ['no queues', 'numTxQueues', ifb({ numTxQueues: 0 })],
    ['more queues than 4096', 'numRxQueues', ifb({ numRxQueues: 4097 })],
    ['a multicast address', 'address', ifb({ address: '01:00:00:00:00:00' })],
    ['the address 0', 'address', ifb({ address: '00:00:00:00:00:00' })],
    ['half an address', 'address', ifb({ address: '02:00:00' })],
    ['a flag that is no boolean', 'up', ifb({ up: 1 })],
    ['a mode of another name', 'linkmode', ifb({ linkmode: 'dormant' })],
    ['an alias of 256 bytes', 'alias', ifb({ alias: 'ä'.repeat(128) })],
    ['an alternative name with a blank', 'altNames[1]', ifb({ altNames: ['fine', 'a b'] })],
    ['an alternative name of 128 bytes', 'altNames[0]', ifb({ altNames: ['x'.repeat(128)] })],
    ['a master in another namespace', 'master', ifb({ master: 'br0', netns: 1 })],
    ['an alias in another namespace', 'alias', ifb({ alias: 'text', netns: 1 })],
    ['a namespace without a name', 'netns', ifb({ netns: '' })],
    ['a device below one that has none', 'link', ifb({ link: 'eth0' })],
    ['options of a kind that has none', 'options.id', ifb({ options: { id: 1 } })],
    ['a peer with a setting that there is not', 'options.peer.master', veth({ master: 'br0' })],
    ['a peer with a wrong name', 'options.peer.dev', veth({ dev: LONG })],
    ['a peer with no queues', 'options.peer.numTxQueues', veth({ numTxQueues: 0 })],
    ['a peer that is up, and has no name', 'options.peer.up', veth({ up: true })],
    ['a peer that is up elsewhere', 'options.peer.up', veth({ dev: 'other', netns: 1, up: true })],
    ['a VLAN without a device below', 'link', { dev: 'new', kind: 'vlan', options: { id: 1 } }],
    ['a VLAN without an id', 'options.id', vlan({})],
    ['a VLAN of id 4095', 'options.id', vlan({ id: 4095 })],
    ['a VLAN of another protocol', 'options.protocol', vlan({ id: 1, protocol: 'ip' })],
    [
      'a VLAN priority of 8',
      'options.egressQosMap[0].to',
      vlan({ id: 1, egressQosMap: [{ from: 0, to: 8 }] }),
    ],
    ['a hello time below 1 s', 'options.helloTime', bridge({ helloTime: 990 })],
    ['a maximal age above 40 s', 'options.maxAge', bridge({ maxAge: '41s' })],
    ['a time between two ticks', 'options.ageingTime', bridge({ ageingTime: 15 })],
    ['a delay that STP would change', 'options.forwardDelay', bridge({ stpState: 1, forwardDelay: 1000 })],
    ['a default VLAN of 4095', 'options.vlanDefaultPvid', bridge({ vlanDefaultPvid: 4095 })],
    ['to forward pause frames', 'options.groupFwdMask', bridge({ groupFwdMask: 2 })],
    ['a group that is not link-local', 'options.groupAddress', bridge({ groupAddress: '01:80:c2:00:00:01' })],
    ['IGMP version 1', 'options.mcastIgmpVersion', bridge({ mcastIgmpVersion: 1 })],
  ])('%s', async (_, path, spec) => {
    expect(await refused((tc) => tc.links.add(spec as LinkSpec))).toEqual({ path, sent: 0 })
  })
})

describe('links.set refuses', () => {
  it.each<[string, string, object]>([
    ['a setting of new devices only', 'changes.numTxQueues', { numTxQueues: 2 }],
    ['a name that is too long', 'name', { name: LONG }],
    ['a name that is a pattern', 'name', { name: 'eth%d' }],
    ['a master in another namespace', 'master', { master: 'br0', netns: 1 }],
    ['options without a kind', 'kind', { options: { stpState: 1 } }],
    ['options that cannot be changed', 'options', { kind: 'veth', options: { peer: {} } }],
    ['another VLAN id', 'options.id', { kind: 'vlan', options: { id: 2 } }],
  ])('%s', async (_, path, changes) => {
    const call = (tc: TrafficControl) => tc.links.set({ dev: 'eth0' }, changes as LinkChanges)
    expect(await refused(call)).toEqual({ path, sent: 0 })
  })
})

describe('links.list refuses', () => {
  it.each<[string, object]>([
    ['filter.dev', { dev: 'eth0' }],
    ['up', { up: 'yes' }],
    ['group', { group: -1 }],
    ['kind', { kind: '' }],
  ])('a wrong %s', async (path, filter) => {
    expect(await refused((tc) => tc.links.list(filter))).toEqual({ path, sent: 0 })
  })
})

describe('links.add', () => {
  it('says that the kernel has no such kind', async () => {
    const kernel = new FakeKernel({ devices: DEVICES })
    kernel.on(RTM_NEWLINK, (request) => request.refuse('EOPNOTSUPP', { message: 'Unknown device type' }))
    await using tc = await TrafficControl.open({ transport: kernel.open })
    await expect(tc.links.add({ dev: 'new', kind: 'dummy' })).rejects.toMatchObject({
      code: 'EOPNOTSUPP',
      reason: 'kind-unknown',
      op: 'link add',
    })
  })

  it('names the attribute of a kind that the kernel refuses', async () => {
    const kernel = new FakeKernel({ devices: DEVICES })
    kernel.on(RTM_NEWLINK, (request) =>
      request.refuse('ERANGE', {
        offset: Buffer.from(request.bytes).indexOf(Buffer.from('08000200', 'hex')),
      }),
    )
    await using tc = await TrafficControl.open({ transport: kernel.open })
    const made = tc.links.add({ dev: 'new', kind: 'bridge', options: { helloTime: 1000 } })
    await expect(made).rejects.toMatchObject({
      attrPath: 'IFLA_LINKINFO.IFLA_INFO_DATA.IFLA_BR_HELLO_TIME',
    })
  })
})
