// What must compile, and what must not.

import { describe, expectTypeOf, it } from 'vitest'
import {
  type Class,
  type ClassSpec,
  customKind,
  type DumpedHtbQdiscOptions,
  type Qdisc,
  type QdiscSpec,
  type RawOptions,
  type TrafficControl,
} from '../../src/index.ts'

declare const tc: TrafficControl
declare const qdisc: Qdisc
declare const listed: Class

describe('the kind decides the options', () => {
  it('of what is listed', () => {
    if (qdisc.kind === 'htb') expectTypeOf(qdisc.options).toExtend<DumpedHtbQdiscOptions>()
    if (qdisc.kind === 'htb') expectTypeOf(qdisc.options.default).toEqualTypeOf<number>()
    if (listed.kind === 'htb') expectTypeOf(listed.options.rate).toEqualTypeOf<number>()
    if (qdisc.kind === customKind('mine')) expectTypeOf(qdisc.options).toEqualTypeOf<object>()
    expectTypeOf(qdisc.kind).toExtend<string>()
  })

  it('of what is made', () => {
    const right: QdiscSpec = { dev: 'eth0', parent: 'root', kind: 'htb', options: { default: '1:30' } }
    expectTypeOf(tc.qdiscs.add).toBeCallableWith(right)
    // @ts-expect-error htb has no option of that name
    const misspelt: QdiscSpec = { dev: 'eth0', parent: 'root', kind: 'htb', options: { defualt: '1:30' } }
    // @ts-expect-error a boolean is no handle
    const mistyped: QdiscSpec = { dev: 'eth0', parent: 'root', kind: 'htb', options: { default: true } }
    // @ts-expect-error there is no such kind; a foreign one is said with customKind
    const unknown: QdiscSpec = { dev: 'eth0', parent: 'root', kind: 'hbt' }
    expectTypeOf([misspelt, mistyped, unknown]).toBeArray()
  })
})

describe('what is needed', () => {
  it('has to be given', () => {
    // @ts-expect-error a class needs a rate
    const rateless: ClassSpec = { dev: 'eth0', parent: '1:', classid: '1:1', kind: 'htb', options: {} }
    // @ts-expect-error a class needs options
    const bare: ClassSpec = { dev: 'eth0', parent: '1:', classid: '1:1', kind: 'htb' }
    // @ts-expect-error a device is needed
    const homeless: QdiscSpec = { parent: 'root', kind: 'htb' }
    expectTypeOf([rateless, bare, homeless]).toBeArray()
  })
})

describe('what list gives', () => {
  it('is what add takes', () => {
    expectTypeOf(qdisc).toExtend<QdiscSpec>()
    if (listed.kind === 'htb') expectTypeOf(listed).toExtend<ClassSpec>()
  })

  it('has exact counters where they are asked for', () => {
    expectTypeOf(tc.qdiscs.list({}, { bigint: true })).resolves.items.toHaveProperty('stats')
    type Exact = Awaited<ReturnType<typeof tc.qdiscs.list<true>>>[number]
    expectTypeOf<NonNullable<Exact['stats']>['bytes']>().toEqualTypeOf<bigint>()
    expectTypeOf<NonNullable<Qdisc['stats']>['bytes']>().toEqualTypeOf<number>()
  })
})

describe('a kind of one’s own', () => {
  it('takes any options', () => {
    const raw: RawOptions = { raw: new Uint8Array() }
    const spec: QdiscSpec = { dev: 'eth0', parent: 'root', kind: customKind('mine'), options: raw }
    expectTypeOf(tc.qdiscs.add).toBeCallableWith(spec)
  })
})
