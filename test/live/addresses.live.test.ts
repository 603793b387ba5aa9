// Oracle: the kernel, and `ip -json address` as its eyes.

import { existsSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { TrafficControl } from '../../src/index.ts'
import type { Address, AddressSpec } from '../../src/resources/address-types.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

interface Shown extends Record<string, unknown> {
  local: string
  prefixlen: number
  address?: string
}

const FOREVER = 0xffff_ffff

const show = ({ ip }: LiveContext, dev: string): Shown[] =>
  JSON.parse(ip('-json', 'address', 'show', 'dev', dev)).flatMap(
    ({ addr_info }: { addr_info: Shown[] }) => addr_info,
  )

/** An address of ours in the words of ip's JSON. */
function asShown(address: Address): Record<string, unknown> {
  const [own, far = own] = [address.address, address.peer].map((text) => text?.replace(/\/.*/, ''))
  const seconds = (time: number | undefined) => (time === undefined ? FOREVER : time / 1000)
  return {
    family: address.family,
    local: own,
    ...(far !== own && { address: far }),
    prefixlen: Number((address.peer ?? address.address).split('/')[1]),
    scope: address.scope,
    ...(address.broadcast !== undefined && { broadcast: address.broadcast }),
    ...(address.label !== undefined && { label: address.label }),
    ...(address.metric !== undefined && { metric: address.metric }),
    valid_life_time: seconds(address.validLft),
    preferred_life_time: seconds(address.preferredLft),
  }
}

/** ip's JSON without its flags, and without what it prints from a file of names. */
function plain(shown: Shown): Record<string, unknown> {
  const { family, local, address, prefixlen, scope, broadcast, label, metric, ...rest } = shown
  const { valid_life_time, preferred_life_time } = rest
  const known = {
    family,
    local,
    address,
    prefixlen,
    scope,
    broadcast,
    label,
    metric,
    valid_life_time,
    preferred_life_time,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

describe('addresses', () => {
  liveTest(
    'are there as ip shows them, and can be added again',
    { needs: ['tool:ip', 'link:veth'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const dev = live.device()
      const specs: AddressSpec[] = [
        { dev, address: '192.0.2.1/24', broadcast: '192.0.2.255', label: `${dev}:x`.slice(-15) },
        { dev, address: '192.0.2.9/24', noprefixroute: true },
        { dev, address: '192.0.3.1/24', scope: 'link', metric: 7 },
        { dev, address: '198.51.100.1', peer: '198.51.100.2/30' },
        { dev, address: '203.0.113.1' },
      ]
      if (existsSync('/proc/sys/net/ipv6')) {
        specs.push({ dev, address: '2001:db8::1/64', nodad: true, noprefixroute: true })
        specs.push({ dev, address: '2001:db8:1::1', peer: '2001:db8:1::2/128', nodad: true })
      }
      const made: Address[] = []
      for (const spec of specs) made.push(await tc.addresses.add(spec))
      const shown = show(live, dev)
      expect(made.map(asShown)).toEqual(expect.arrayContaining(shown.map(plain)))
      expect(shown).toHaveLength(specs.length)
      expect(made[1]).toMatchObject({ secondary: true, noprefixroute: true })

      const listed = await tc.addresses.list({ dev })
      expect(listed).toHaveLength(specs.length)
      // With the first address of a subnet the kernel would take the others, too.
      for (const address of listed.toReversed()) expect(await tc.addresses.delete(address)).toBe(true)
      expect(show(live, dev)).toEqual([])
      for (const address of listed) await tc.addresses.add(address)
      const again = await tc.addresses.list({ dev })
      // IPv6 lists the newest first.
      expect(again).toHaveLength(listed.length)
      expect(again).toEqual(expect.arrayContaining(listed))
    },
  )

  liveTest('live as long as ip shows', { needs: ['tool:ip', 'link:veth'] }, async (live) => {
    await using tc = await TrafficControl.open()
    const dev = live.device()
    const address = '192.0.2.1/24'
    const made = await tc.addresses.add({ dev, address, validLft: '3600s', preferredLft: 1_800_000 })
    expect(made.dynamic).toBe(true)
    // A second may have gone by.
    const [shown] = show(live, dev)
    expect(shown?.['valid_life_time']).toBeGreaterThan(3500)
    expect(shown?.['valid_life_time']).toBeLessThanOrEqual(3600)
    expect(shown?.['preferred_life_time']).toBeLessThanOrEqual(1800)
    const forever = await tc.addresses.replace({ dev, address })
    expect(forever).not.toHaveProperty('validLft')
    expect(show(live, dev)[0]).toMatchObject({ valid_life_time: FOREVER })
  })

  liveTest(
    'of lo are told as ip tells them, by device and by family',
    { needs: ['tool:ip'] },
    async (live) => {
      await using tc = await TrafficControl.open()
      const shown = show(live, 'lo')
      expect(shown.length).toBeGreaterThan(0)
      expect((await tc.addresses.list({ dev: 'lo' })).map(asShown)).toEqual(shown.map(plain))
      const inet = await tc.addresses.list({ family: 'inet' })
      expect(inet.filter(({ dev }) => dev === 'lo').map(asShown)).toEqual(
        shown.filter(({ family }) => family === 'inet').map(plain),
      )
      expect(new Set(inet.map(({ family }) => family))).toEqual(new Set(['inet']))
    },
  )

  liveTest(
    'that are there twice, or not at all, are refused',
    { needs: ['link:veth'] },
    async ({ device }) => {
      await using tc = await TrafficControl.open()
      const target = { dev: device(), address: '192.0.2.1/24' }
      await tc.addresses.add(target)
      await expect(tc.addresses.add(target)).rejects.toMatchObject({ code: 'EEXIST', reason: 'exists' })
      const other = { ...target, address: '192.0.2.1/25' }
      await expect(tc.addresses.delete(other)).rejects.toMatchObject({
        code: 'EADDRNOTAVAIL',
        reason: 'not-found',
      })
      expect(await tc.addresses.delete(other, { ifExists: true })).toBe(false)
      expect(await tc.addresses.delete(target)).toBe(true)
      const gone = tc.addresses.delete({ ...target, dev: 'nonesuch' }, { ifExists: true })
      await expect(gone).rejects.toMatchObject({ code: 'ENODEV' })
    },
  )
})
