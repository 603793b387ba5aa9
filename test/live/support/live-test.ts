// `liveTest`: a test against the running kernel that says what it needs and which kinds it proves.
// What the kernel or the machine lacks is named in the skip, and the reporter makes the matrix of it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inject, onTestFinished, type TestContext, test } from 'vitest'
import { readKernelFacts } from './kernel-facts.ts'
import type { KindName } from './kinds.ts'
import { type Feature, hasTool } from './probe.ts'

/** A kind (`qdisc:htb`), a program on the PATH, a feature of the machine, or a module of the kernel. */
export type Need = KindName | `tool:${string}` | `feature:${Feature}` | `module:${string}`

export interface LiveSpec {
  /** What must be there besides the kinds in `proves`; else the test is skipped. */
  readonly needs?: readonly Need[]
  /** The kinds that work on this kernel if the test passes. They are needed, too. */
  readonly proves?: readonly KindName[]
  /** Milliseconds; 60 000 unless given, for emulated kernels are slow. */
  readonly timeout?: number
}

export interface LiveContext {
  /** Runs `tc` and returns what it prints; throws, with its errors, if it fails. */
  tc(...args: string[]): string
  /** As `tc`, with `-json`, parsed. */
  tcJson(...args: string[]): unknown
  ip(...args: string[]): string
  /** Makes a device (one end of a veth pair, up) that is deleted when the test ends. Returns its name. */
  device(options?: { queues?: number }): string
  /** Skips the test from within, as absence of a kind or a tool does from without. */
  require(...needs: Need[]): void
  /** Runs after the test, whatever its end; last registered first. */
  after(clean: () => unknown): void
}

/** What a live test leaves for the reporter. */
export interface LiveMeta {
  proves: readonly KindName[]
  /** Needs that were not met; the test was skipped if there is one. */
  missing: Need[]
}

declare module 'vitest' {
  interface TaskMeta {
    live?: LiveMeta
  }
}

function isMet(need: Need): boolean {
  const colon = need.indexOf(':')
  const what = need.slice(colon + 1)
  switch (need.slice(0, colon)) {
    case 'tool':
      return hasTool(what)
    case 'feature':
      return inject('probe').features.some((feature) => feature === what)
    case 'module':
      return readKernelFacts().modules?.has(what) ?? false
    default:
      return inject('probe').kinds[need as KindName] === 'present'
  }
}

/** Says why a need is not met, in the words of the report. */
function lack(need: Need): string {
  const presence = inject('probe').kinds[need as KindName]
  if (presence === 'unknown') return `${need}: nothing tells whether this kernel has it`
  return presence === 'absent' ? `absent: ${need}` : `missing: ${need}`
}

function run(program: string, args: string[], input = ''): string {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, input })
  if (done.status === 0) return done.stdout
  throw new Error(`${program} ${args.join(' ')}: ${done.error?.message ?? done.stderr.trim()}`)
}

let devices = 0

function makeDevice(queues: number): string {
  devices += 1
  const name = `live${process.pid % 10000}x${devices}`
  const size = `numtxqueues ${queues} numrxqueues ${queues}`
  const ends = [name, `${name}p`]
  const lines = [
    `link add ${name} ${size} type veth peer name ${name}p ${size}`,
    // Without addresses of their own devices send nothing by themselves, so that counters stay where they are.
    ...(existsSync('/proc/sys/net/ipv6') ? ends.map((end) => `link set ${end} addrgenmode none`) : []),
    ...ends.map((end) => `link set ${end} up`),
  ]
  run('ip', ['-batch', '-'], `${lines.join('\n')}\n`)
  return name
}

function contextOf(context: TestContext, meta: LiveMeta): LiveContext {
  const require = (...needs: Need[]): void => {
    meta.missing.push(...needs.filter((need) => !isMet(need)))
    if (meta.missing.length > 0) context.skip(meta.missing.map(lack).join('; '))
  }
  const command = (program: string, args: string[]): string => {
    require(`tool:${program}`)
    return run(program, args)
  }
  return {
    tc: (...args) => command('tc', args),
    tcJson: (...args) => JSON.parse(command('tc', ['-json', ...args]) || '[]'),
    ip: (...args) => command('ip', args),
    device: ({ queues = 1 } = {}) => {
      require('tool:ip', 'link:veth')
      const name = makeDevice(queues)
      onTestFinished(() => void spawnSync('ip', ['link', 'delete', name]))
      return name
    },
    require,
    after: (clean) => onTestFinished(() => void clean()),
  }
}

/**
 * Declares a live test.
 *
 *     liveTest('shapes', { needs: ['tool:tc'], proves: ['qdisc:htb', 'class:htb'] }, async ({ device, tcJson }) => { ... })
 *
 * A kernel without one of the kinds skips it as `absent`; a kernel that has them all must run it. A kind
 * counts as proven only if a test that lists it in `proves` passed.
 */
export function liveTest(name: string, spec: LiveSpec, body: (live: LiveContext) => unknown): void {
  test(name, { timeout: spec.timeout ?? 60_000 }, async (context) => {
    const meta: LiveMeta = { proves: spec.proves ?? [], missing: [] }
    context.task.meta.live = meta
    const live = contextOf(context, meta)
    live.require(...(spec.needs ?? []), ...(spec.proves ?? []))
    await body(live)
  })
}
