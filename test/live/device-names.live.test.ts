// Devices are found by the name and index that they have at the time of the call, whatever a client has seen
// before: renamed ones, ones made anew under an old name, and ones with a second name.

import { describe, expect } from 'vitest'
import { openClient } from './support/client.ts'
import { liveTest } from './support/live-test.ts'

const NEEDS = ['tool:ip'] as const

/** What `ip` knows of a device. */
function indexOf(ip: (...args: string[]) => string, dev: string): number {
  return Number.parseInt(ip('-o', 'link', 'show', 'dev', dev), 10)
}

describe('a device is found', () => {
  liveTest('under its new name, and under the old one no more', { needs: NEEDS }, async (live) => {
    const old = live.device()
    const renamed = `${old}r`
    const tc = await openClient()
    const [before] = await tc.qdiscs.list({ dev: old })
    live.ip('link', 'set', old, 'down')
    live.ip('link', 'set', old, 'name', renamed)
    await expect(tc.qdiscs.list({ dev: old })).rejects.toMatchObject({ code: 'ENODEV', reason: 'no-device' })
    await expect(tc.qdiscs.list({ dev: renamed })).resolves.toMatchObject([
      { dev: renamed, ifindex: before?.ifindex },
    ])
    live.ip('link', 'set', renamed, 'name', old)
    await expect(tc.qdiscs.list({ dev: old })).resolves.toMatchObject([
      { dev: old, ifindex: before?.ifindex },
    ])
  })

  liveTest('by the name of another that took it over', { needs: NEEDS }, async (live) => {
    const [first, second] = [live.device(), live.device()]
    const tc = await openClient()
    await tc.qdiscs.list({ dev: first })
    const successor = indexOf(live.ip, second)
    live.ip('link', 'delete', first)
    live.ip('link', 'set', second, 'down')
    live.ip('link', 'set', second, 'name', first)
    await expect(tc.qdiscs.list({ dev: first })).resolves.toMatchObject([{ dev: first, ifindex: successor }])
  })

  liveTest('by a second name, and is told by its own', { needs: NEEDS }, async (live) => {
    const dev = live.device()
    live.ip('link', 'property', 'add', 'dev', dev, 'altname', `${dev}alt`)
    const tc = await openClient()
    for (let call = 0; call < 2; call++) {
      await expect(tc.qdiscs.list({ dev: `${dev}alt` })).resolves.toMatchObject([{ dev }])
    }
  })

  liveTest('by its index, and is told by its name of now', { needs: NEEDS }, async (live) => {
    const dev = live.device()
    const ifindex = indexOf(live.ip, dev)
    const tc = await openClient()
    await expect(tc.qdiscs.list({ ifindex })).resolves.toMatchObject([{ dev, ifindex }])
    live.ip('link', 'set', dev, 'down')
    live.ip('link', 'set', dev, 'name', `${dev}i`)
    await expect(tc.qdiscs.list({ ifindex })).resolves.toMatchObject([{ dev: `${dev}i`, ifindex }])
    live.ip('link', 'set', `${dev}i`, 'name', dev)
    live.ip('link', 'delete', dev)
    await expect(tc.qdiscs.list({ ifindex })).rejects.toMatchObject({ code: 'ENODEV', reason: 'no-device' })
  })
})
