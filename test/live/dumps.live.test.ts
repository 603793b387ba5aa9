// Dumps of many objects from the running kernel: whole, each object once, and none left over for the next.

import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import type { TrafficControl } from '../../src/index.ts'
import { openClient } from './support/client.ts'
import { type LiveContext, liveTest } from './support/live-test.ts'

const NEEDS = { needs: ['qdisc:htb', 'class:htb', 'tool:tc'] } as const
const MANY = 3000
const minors = Array.from({ length: MANY }, (_, i) => i + 1)
const idOf = (minor: number): string => `1:${minor.toString(16)}`

/** A device with many classes, made by tc, and a client. */
async function manyClasses({ device }: LiveContext): Promise<{ dev: string; tc: TrafficControl }> {
  const dev = device()
  const lines = minors.map(
    (minor) => `class add dev ${dev} parent 1: classid ${idOf(minor)} htb rate ${minor}kbit`,
  )
  const input = [`qdisc add dev ${dev} root handle 1: htb r2q 1`, ...lines, ''].join('\n')
  const done = spawnSync('tc', ['-batch', '-'], { input, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  return { dev, tc: await openClient() }
}

describe('a dump of thousands', () => {
  liveTest('has each once, with the values that tc gave it', NEEDS, async (live) => {
    const { dev, tc } = await manyClasses(live)
    const listed = await tc.classes.list({ dev })
    expect(listed.map(({ classid }) => classid).sort()).toEqual(minors.map(idOf).sort())
    for (const { classid, options } of listed) {
      expect(options).toMatchObject({ rate: Number.parseInt(classid.slice(2), 16) * 1000 })
    }
  })

  liveTest('comes the same as a stream, which may be left at any place', NEEDS, async (live) => {
    const { dev, tc } = await manyClasses(live)
    const streamed: string[] = []
    for await (const { classid } of tc.classes.stream({ dev })) streamed.push(classid)
    expect(streamed.sort()).toEqual(minors.map(idOf).sort())
    for (const stop of [1, 40, 400]) {
      let seen = 0
      for await (const _ of tc.classes.stream({ dev })) {
        seen += 1
        if (seen === stop) break
      }
      expect(seen).toBe(stop)
      await expect(tc.classes.list({ dev })).resolves.toHaveLength(MANY)
    }
  })

  liveTest('runs beside others and beside changes', NEEDS, async (live) => {
    const { dev, tc } = await manyClasses(live)
    const dumps = Array.from({ length: 8 }, () => tc.classes.list({ dev }))
    const changes = minors.slice(0, 200).map((minor) =>
      tc.classes.change({
        dev,
        parent: '1:',
        classid: idOf(minor),
        kind: 'htb',
        options: { rate: '5mbit' },
      }),
    )
    for (const listed of await Promise.all(dumps)) {
      expect(new Set(listed.map(({ classid }) => classid)).size).toBe(MANY)
    }
    for (const { options } of await Promise.all(changes)) expect(options).toMatchObject({ rate: 5_000_000 })
  })

  liveTest('given up in its middle rejects, and the next is whole', NEEDS, async (live) => {
    const { dev, tc } = await manyClasses(live)
    const reason = new Error('enough')
    const controller = new AbortController()
    let seen = 0
    const reading = (async () => {
      for await (const _ of tc.classes.stream({ dev }, { signal: controller.signal })) {
        seen += 1
        if (seen === 100) controller.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    expect(seen).toBeGreaterThanOrEqual(100)
    await expect(tc.classes.list({ dev })).resolves.toHaveLength(MANY)
  })
})
