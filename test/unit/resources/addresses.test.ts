// What calls about addresses refuse before anything is sent, against the fake kernel.

import { describe, expect, it } from 'vitest'
import { RTM_DELADDR, RTM_NEWADDR } from '../../../src/generated/addr/index.ts'
import { OptionError, TrafficControl } from '../../../src/index.ts'
import { FakeKernel } from '../../../src/testing.ts'

async function refused(
  call: (tc: TrafficControl) => Promise<unknown>,
): Promise<{ path?: string; sent: number }> {
  const kernel = new FakeKernel({ devices: { lo: 1, eth0: 2 } })
  await using tc = await TrafficControl.open({ transport: kernel.open })
  const error = await Promise.resolve()
    .then(() => call(tc))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  const sent = kernel.sent(RTM_NEWADDR).length + kernel.sent(RTM_DELADDR).length
  return error instanceof OptionError ? { path: error.path, sent } : { sent }
}

const inet = (more: object): { dev: string; address: string } => ({
  dev: 'eth0',
  address: '192.0.2.1/24',
  ...more,
})
const inet6 = (more: object) => inet({ address: '2001:db8::1/64', ...more })

describe('addresses.add refuses', () => {
  it.each<[string, string, { dev: string; address: string }]>([
    ['half an address', 'address', inet({ address: '192.0.2' })],
    ['a prefix that is too long', 'address', inet({ address: '192.0.2.1/33' })],
    ['a mask with holes', 'address', inet({ address: '192.0.2.1/255.0.255.0' })],
    ['a peer of the other family', 'peer', inet({ address: '192.0.2.1', peer: '2001:db8::2' })],
    ['a prefix besides that of the peer', 'address', inet({ peer: '192.0.2.2/30' })],
    ['a broadcast address of IPv6', 'broadcast', inet6({ broadcast: '192.0.2.3' })],
    ['a label of IPv6', 'label', inet6({ label: 'eth0:x' })],
    ['a label of 16 bytes', 'label', inet({ label: 'x'.repeat(16) })],
    ['a scope of another name', 'scope', inet({ scope: 'planet' })],
    ['no life at all', 'validLft', inet({ validLft: 0 })],
    ['half a second', 'validLft', inet({ validLft: 500 })],
    ['to be preferred beyond its life', 'preferredLft', inet({ validLft: '1s', preferredLft: '2s' })],
    ['to join what is no group', 'autojoin', inet({ autojoin: true })],
    ['a setting that there is not', 'address.prefix', inet({ prefix: 24 })],
    ['a device with a wrong name', 'dev', inet({ dev: 'a/b' })],
  ])('%s', async (_, path, spec) => {
    expect(await refused((tc) => tc.addresses.add(spec))).toEqual({ path, sent: 0 })
  })
})

describe('addresses.list refuses', () => {
  it.each<[string, object]>([
    ['family', { family: 'ipv4' }],
    ['filter.scope', { scope: 'link' }],
  ])('a wrong %s', async (path, filter) => {
    expect(await refused((tc) => tc.addresses.list(filter))).toEqual({ path, sent: 0 })
  })
})
