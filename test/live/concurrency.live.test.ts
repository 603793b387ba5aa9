// Many calls at a time against the running kernel, and calls that are given up: no wrong answer, no promise that hangs, and a
// client that works afterwards.

import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import { ClosedError, KernelError, TimeoutError, type TrafficControl } from '../../src/index.ts'
import { openClient, transportOptions } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const NEEDS = { needs: ['qdisc:htb', 'class:htb'] } as const
const MANY = 1000

async function htb({ device }: LiveContext): Promise<{ dev: string; tc: TrafficControl }> {
  const dev = device()
  const tc = await openClient()
  await tc.qdiscs.add({ dev, parent: 'root', handle: '1:', kind: 'htb' })
  return { dev, tc }
}

const idOf = (minor: number): string => `1:${minor.toString(16)}`
const minors = Array.from({ length: MANY }, (_, i) => i + 1)
const addClass = (tc: TrafficControl, dev: string, minor: number) =>
  tc.classes.add({
    dev,
    parent: '1:',
    classid: idOf(minor),
    kind: 'htb',
    options: { rate: 8000 + 8 * minor },
  })

describe('1,000 calls at a time', () => {
  liveTest('each give the object of their own', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const made = await Promise.all(minors.map((minor) => addClass(tc, dev, minor)))
    for (const [place, { classid, options }] of made.entries()) {
      expect(classid).toBe(idOf(place + 1))
      expect(options).toMatchObject({ rate: 8000 + 8 * (place + 1) })
    }
    const found = await Promise.all(minors.map((minor) => tc.classes.get({ dev, classid: idOf(minor) })))
    expect(found.map(({ classid }) => classid)).toEqual(minors.map(idOf))
    const listed = await tc.classes.list({ dev })
    expect(new Set(listed.map(({ classid }) => classid))).toEqual(new Set(minors.map(idOf)))
  })

  liveTest('each give the refusal of their own', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    await Promise.all(minors.filter((minor) => minor % 2 === 0).map((minor) => addClass(tc, dev, minor)))
    const outcomes = await Promise.allSettled(minors.map((minor) => addClass(tc, dev, minor)))
    for (const [place, outcome] of outcomes.entries()) {
      if ((place + 1) % 2 === 1)
        expect(outcome).toMatchObject({ status: 'fulfilled', value: { classid: idOf(place + 1) } })
      else expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'EEXIST', op: 'class add' } })
    }
  })

  liveTest('of all sorts, over two clients, do not mix', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const other = await openClient()
    await Promise.all(minors.slice(0, 100).map((minor) => addClass(tc, dev, minor)))
    const calls = minors.map((minor) => {
      const client = minor % 3 === 0 ? other : tc
      if (minor % 4 === 0) return client.classes.list({ dev }).then((list) => list.length >= 100)
      if (minor % 4 === 1)
        return client.qdiscs.get({ dev, parent: 'root' }).then(({ kind }) => kind === 'htb')
      if (minor % 4 === 2) return client.qdiscs.list({ dev }).then((list) => list[0]?.handle === '1:')
      const missing = client.classes.get({ dev, classid: idOf(minor + MANY) })
      return missing.catch((error: unknown) => error instanceof KernelError && error.code === 'ENOENT')
    })
    expect((await Promise.all(calls)).filter((right) => right !== true)).toEqual([])
  })
})

describe('calls that are given up', () => {
  liveTest('reject, and the client works on', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const controller = new AbortController()
    const { signal } = controller
    const reason = new Error('enough')
    const calls = minors.map(async (minor) => {
      if (minor === MANY / 2) controller.abort(reason)
      return tc.classes.replace(
        { dev, parent: '1:', classid: idOf(minor), kind: 'htb', options: { rate: '1mbit' } },
        { signal },
      )
    })
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBe(reason)
      else expect(outcome.value).toMatchObject({ kind: 'htb', options: { rate: 1_000_000 } })
    }
    await expect(addClass(tc, dev, 0xfff)).resolves.toMatchObject({ classid: '1:fff' })
  })

  liveTest('by a timeout that is over at once reject or succeed, and never hang', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const calls = Array.from({ length: 50 }, () => tc.qdiscs.list({ dev }, { timeout: 0.001 }))
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TimeoutError)
      else expect(outcome.value).toMatchObject([{ kind: 'htb' }])
    }
    await expect(tc.qdiscs.list({ dev })).resolves.toMatchObject([{ kind: 'htb' }])
  })

  liveTest('by closing the client settle, each in its own way', NEEDS, async (live) => {
    const { dev, tc } = await htb(live)
    const calls: Promise<unknown>[] = minors.flatMap((minor) => [
      addClass(tc, dev, minor),
      tc.classes.list({ dev }),
    ])
    const outcomes = Promise.allSettled(calls)
    await tc.close()
    for (const outcome of await outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ClosedError)
    }
    await expect(tc.qdiscs.list()).rejects.toBeInstanceOf(ClosedError)
    const other = await openClient()
    await expect(other.qdiscs.list({ dev })).resolves.toMatchObject([{ kind: 'htb' }])
  })
})

const IDLE = `
import { TrafficControl } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
const tc = await TrafficControl.open(JSON.parse(process.argv[1]))
console.log((await tc.qdiscs.list({ dev: 'lo' })).length >= 0)
`

describe('an idle client', () => {
  liveTest('does not keep its process alive', { timeout: 120_000 }, () => {
    const script = [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      IDLE,
      JSON.stringify(transportOptions()),
    ]
    const done = spawnSync(process.execPath, script, { encoding: 'utf8', timeout: 100_000 })
    expect(done).toMatchObject({ status: 0, stdout: 'true\n', stderr: '', signal: null })
  })
})
