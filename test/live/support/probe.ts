// What this run can count on: the kinds of the kernel, the tools on the PATH and what the process may do.
// Found without the SDK, once a run; tests get it from vitest's `inject('probe')`.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readKernelFacts } from './kernel-facts.ts'
import { hasKind } from './kind-facts.ts'
import { KINDS, type KindName, KNOWN_KINDS } from './kinds.ts'
import { endTrials, tryKind } from './trials.ts'

/** `unknown`: the kernel tells nothing, and no tool is there to ask it. */
export type Presence = 'present' | 'absent' | 'unknown'

/**
 * What a process may do beyond running in a network namespace of its own:
 * - `real-root`: it is root of the initial user namespace (loads bpf programs and modules, forces buffers);
 * - `root-userns`: it can make a user namespace and be root there;
 * - `named-netns`: `ip netns add` works.
 */
export type Feature = 'real-root' | 'root-userns' | 'named-netns'

export interface Probe {
  readonly release: string
  readonly kinds: Readonly<Partial<Record<KindName, Presence>>>
  readonly features: readonly Feature[]
  /** The kinds that the matrix has rows for. */
  readonly rows: readonly KindName[]
}

const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0

/** Whether PATH has a program. */
export function hasTool(name: string): boolean {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      // not in this folder
    }
  }
  return false
}

function isRealRoot(): boolean {
  const [inside, outside, count] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/)
  return process.getuid?.() === 0 && inside === '0' && outside === '0' && Number(count) === 2 ** 32 - 1
}

function canNameNamespaces(): boolean {
  const name = `probe-${process.pid}`
  return runs('ip', 'netns', 'add', name) && runs('ip', 'netns', 'delete', name)
}

function features(): Feature[] {
  const found: Feature[] = []
  if (isRealRoot()) found.push('real-root')
  if (runs('unshare', '--user', '--map-root-user', 'true')) found.push('root-userns')
  if (canNameNamespaces()) found.push('named-netns')
  return found
}

/** Reads the kernel's own lists, and asks the kernel by `tc` where they do not tell. */
export function probe(): Probe {
  const facts = readKernelFacts()
  const kinds: Partial<Record<KindName, Presence>> = {}
  for (const name of KNOWN_KINDS) {
    const present = hasKind(facts, name) ?? tryKind(name)?.present
    kinds[name] = present === undefined ? 'unknown' : present ? 'present' : 'absent'
  }
  endTrials()
  return { release: facts.release, kinds, features: features(), rows: KINDS }
}
