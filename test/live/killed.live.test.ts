// What is left of a program that was killed in the middle of its work: each request is done or it is not, and
// the next program can go on from there.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { openClient } from './support/client.ts'
import { liveTest } from './support/live-test.ts'

const PROGRAM = new URL('support/restless.ts', import.meta.url).pathname
const RATE = 1_000_000
/** Nothing of this depends on the kernel, and a program takes half a minute to start on an emulated one. */
const emulated = (process.env['LAB_KERNEL'] ?? 'host') !== 'host'
/** Milliseconds that each program lives, once it has started. */
const LIVES = [1, 4, 9, 25, 60]

async function startRestless(dev: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, dev], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

describe.skipIf(emulated)('a program that is killed', () => {
  liveTest(
    'leaves whole objects only',
    { proves: ['qdisc:htb', 'class:htb'], timeout: 180_000 },
    async (live) => {
      const dev = live.device()
      const tc = await openClient()
      for (const life of LIVES) {
        const child = await startRestless(dev)
        await setTimeout(life)
        child.kill('SIGKILL')
        const [, signal] = await once(child, 'exit')
        expect(signal).toBe('SIGKILL')
        const classes = await tc.classes.list({ dev })
        for (const [place, made] of classes.entries()) {
          expect(made).toMatchObject({ parent: 'root', options: { quantum: 1500 } })
          expect(made.kind === 'htb' && made.options.rate).toBe(
            RATE * Number.parseInt(made.classid.slice(2), 16),
          )
          expect(classes.some(({ classid }) => classid === `1:${(place + 1).toString(16)}`)).toBe(true)
        }
        const roots = (await tc.qdiscs.list({ dev })).filter(({ handle }) => handle === '1:')
        expect(roots.length).toBe(classes.length > 0 ? 1 : roots.length)
        await tc.qdiscs.delete({ dev, parent: 'root' }, { ifExists: true })
        expect(await tc.classes.list({ dev })).toEqual([])
      }
    },
  )
})
