// Proves the machinery below the live tests, not the SDK: the namespace is fresh, and what the kernel's own
// lists say of its kinds is what the kernel does when `tc` asks for one.

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect } from 'vitest'
import { readKernelFacts } from './support/kernel-facts.ts'
import { hasKind } from './support/kind-facts.ts'
import { KNOWN_KINDS } from './support/kinds.ts'
import { liveTest } from './support/live-test.ts'
import { endTrials, trialOf, tryKind } from './support/trials.ts'

/** Devices that a kernel makes by itself in every namespace. */
const OWN_DEVICES = /^(lo|.*(tunl|gre|gretap|erspan|sit|ip_vti|ip6_vti|ip6tnl|ip6gre)0)$/

describe('the namespace of the live tests', () => {
  liveTest('holds no device of the host', {}, () => {
    const devices = readFileSync('/proc/net/dev', 'utf8').match(/^ *[^ :]+(?=:)/gm) ?? []
    expect(devices.map((name) => name.trim()).filter((name) => !OWN_DEVICES.test(name))).toEqual([])
  })

  liveTest('has lo up', { needs: ['tool:ip'] }, ({ ip }) => {
    expect(JSON.parse(ip('-json', 'link', 'show', 'lo'))[0].flags).toContain('UP')
  })

  liveTest('has its qdiscs to itself', {}, ({ device, tc, tcJson }) => {
    const dev = device()
    tc('qdisc', 'add', 'dev', dev, 'root', 'handle', '1:', 'pfifo', 'limit', '7')
    const shown = tcJson('qdisc', 'show', 'dev', dev)
    expect(shown).toMatchObject([{ kind: 'pfifo', handle: '1:', root: true, options: { limit: 7 } }])
  })

  liveTest('starts without named namespaces and can make one', { needs: ['feature:named-netns'] }, (live) => {
    expect(readdirSync('/run/netns')).toEqual([])
    live.ip('netns', 'add', 'smoke')
    live.after(() => live.ip('netns', 'delete', 'smoke'))
    expect(readdirSync('/run/netns')).toEqual(['smoke'])
  })
})

describe('the probe agrees with the kernel on', () => {
  afterAll(endTrials)
  const facts = readKernelFacts()
  for (const name of KNOWN_KINDS.filter((kind) => trialOf(kind) !== undefined)) {
    liveTest(name, { needs: ['tool:tc', 'tool:ip'] }, ({ require }) => {
      const expected = hasKind(facts, name)
      if (expected === undefined) require(`tool:facts about ${name}`)
      const verdict = tryKind(name)
      expect(verdict, verdict?.answer).toMatchObject({ present: expected })
    })
  }
})
