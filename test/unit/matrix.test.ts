// Proves how the results of live tests become the states of kinds, and which kernel has which kind, on kernels
// that are made up.

import { describe, expect, it } from 'vitest'
import type { KernelFacts } from '../live/support/kernel-facts.ts'
import { hasKind } from '../live/support/kind-facts.ts'
import { matrixOf, type Outcome } from '../live/support/matrix.ts'

const outcome = (result: Outcome['result'], missing: string[] = []): Outcome => ({
  test: 'a test',
  result,
  proves: ['qdisc:htb', 'class:htb'],
  missing,
})

const stateOf = (presence: 'present' | 'absent' | 'unknown', ...outcomes: Outcome[]): string | undefined =>
  matrixOf({ 'qdisc:htb': presence }, outcomes)[0]?.state

describe('the state of a kind', () => {
  it('is untested where the kernel has it and no test names it', () => {
    expect(stateOf('present')).toBe('untested')
    expect(stateOf('present', { ...outcome('passed'), proves: ['class:htb'] })).toBe('untested')
  })

  it('is passed where every test that names it passed', () => {
    expect(stateOf('present', outcome('passed'), outcome('passed'))).toBe('passed')
  })

  it('is failed where one of them failed', () => {
    expect(stateOf('present', outcome('passed'), outcome('failed'))).toBe('failed')
  })

  it('is absent where the kernel does not have it', () => {
    expect(stateOf('absent', outcome('skipped', ['qdisc:htb']))).toBe('absent')
  })

  it('is skipped, with the need, where the machine kept all its tests from running', () => {
    const rows = matrixOf({ 'qdisc:htb': 'present' }, [outcome('skipped', ['tool:tc'])])
    expect(rows).toEqual([{ family: 'qdisc', kind: 'htb', state: 'skipped', missing: ['tool:tc'] }])
  })

  it('is untested where its only test was skipped for no reason', () => {
    expect(stateOf('present', outcome('skipped'))).toBe('untested')
  })
})

describe('whether a kernel has a kind', () => {
  const bare: KernelFacts = { release: '6.1.0', version: [6, 1], modules: undefined, config: undefined }
  const built = (...modules: string[]): KernelFacts => ({ ...bare, modules: new Set(modules) })
  const configured = (...names: string[]): KernelFacts => ({
    ...bare,
    config: new Map(names.map((name) => [name, 'y'])),
  })

  it('is told by its modules, also for a kind that shares one', () => {
    expect(hasKind(built('sch_ingress'), 'qdisc:clsact')).toBe(true)
    expect(hasKind(built('sch_ingress'), 'class:htb')).toBe(false)
    expect(hasKind(built('act_ipt'), 'action:xt')).toBe(true)
  })

  it('is told by its configuration where it lists no modules', () => {
    expect(hasKind(configured('CONFIG_NET_CLS_ROUTE4'), 'filter:route')).toBe(true)
    expect(hasKind(configured('CONFIG_NET_CLS_ROUTE4'), 'filter:fw')).toBe(false)
  })

  it('is told by its version where an older module of that name lacks the kind', () => {
    expect(hasKind(built('sch_cake'), 'qdisc:cake_mq')).toBe(false)
    expect(hasKind({ ...built('sch_cake'), version: [7, 3] }, 'qdisc:cake_mq')).toBe(true)
  })

  it('is not told by a kernel without lists, and core kinds are in every kernel with some', () => {
    expect(hasKind(bare, 'qdisc:htb')).toBeUndefined()
    expect(hasKind(bare, 'qdisc:pfifo')).toBeUndefined()
    expect(hasKind(built(), 'qdisc:pfifo')).toBe(true)
  })
})
