// What the resources make of messages that kernels of all ages send: flag bits in types, structs that grew or are short, kinds
// and attributes that nobody knows, and headers that hold more than they seem to.

import { describe, expect, it } from 'vitest'
import { TrafficControl } from '../../../src/index.ts'
import {
  encodeHtbAttrs,
  RTM_GETQDISC,
  RTM_GETTFILTER,
  RTM_NEWQDISC,
  RTM_NEWTFILTER,
  TCA_KIND,
  TCA_OPTIONS,
  TCA_STATS,
  TCA_STATS2,
  type TcAttrs,
  type Tcmsg,
  type Writer,
} from '../../../src/wire.ts'
import { attribute, fakeKernel, tcBody } from '../support/bodies.ts'

const NLA_F_NESTED = 0x8000
const NLA_F_NET_BYTEORDER = 0x4000
const TCA_STATS_BASIC = 1
const TCA_STATS_QUEUE = 3
const ACT = 2

const text = (value: string): Uint8Array => new TextEncoder().encode(`${value}\0`)
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

type Body = (w: Writer) => void

async function listQdiscs(...bodies: Body[]) {
  const kernel = fakeKernel()
  kernel.on(RTM_GETQDISC, (request) => request.dump(RTM_NEWQDISC, bodies))
  await using tc = await TrafficControl.open({ transport: kernel.open })
  return await tc.qdiscs.list()
}

async function listFilters(...bodies: Body[]) {
  const kernel = fakeKernel()
  kernel.on(RTM_GETTFILTER, (request) => request.dump(RTM_NEWTFILTER, bodies))
  await using tc = await TrafficControl.open({ transport: kernel.open })
  return await tc.filters.list({ dev: 'eth0', parent: 'ingress' })
}

/** A message of attributes that are given as bytes. */
function rawBody(header: Partial<Tcmsg>, ...attributes: Uint8Array[]): Body {
  return (w) => {
    tcBody(header, {})(w)
    w.raw(join(...attributes))
  }
}

describe('attribute types', () => {
  it('count without their flag bits, at all depths (B11)', async () => {
    const gact = join(
      attribute(1, text('gact')),
      attribute(ACT | NLA_F_NESTED, attribute(2, words(5, 0, 2, 1, 1))),
    )
    const options = attribute(ACT | NLA_F_NESTED, attribute(1 | NLA_F_NESTED, gact))
    const body = rawBody(
      { handle: 1, parent: 0xffff_fff2, info: 0x0001_0300 },
      attribute(TCA_KIND | NLA_F_NET_BYTEORDER, text('matchall')),
      attribute(TCA_OPTIONS | NLA_F_NESTED, options),
    )
    await expect(listFilters(body)).resolves.toMatchObject([
      {
        kind: 'matchall',
        parent: 'ingress',
        options: { actions: [{ kind: 'gact', index: 5, options: { control: 'drop' } }] },
      },
    ])
  })
})

describe('structs of another age', () => {
  const withStats = (basic: Uint8Array): Body =>
    rawBody(
      { handle: 0x10000 },
      attribute(TCA_KIND, text('other')),
      attribute(
        TCA_STATS2,
        join(attribute(TCA_STATS_BASIC, basic), attribute(TCA_STATS_QUEUE, words(1, 2, 3, 4, 5))),
      ),
    )
  const counted = { bytes: 700, packets: 7, qlen: 1, backlog: 2, drops: 3, requeues: 4, overlimits: 5 }

  it.each([
    ['of 12 bytes, as on 32-bit machines', words(700, 0, 7)],
    ['of 16 bytes', words(700, 0, 7, 0)],
    ['with 8 bytes behind that nobody knows', words(700, 0, 7, 0, 99, 99)],
  ])('give the same counters: %s (B13)', async (_, basic) => {
    await expect(listQdiscs(withStats(basic))).resolves.toMatchObject([{ stats: counted }])
  })

  it('give 0 for members that they do not have (B13)', async () => {
    const [qdisc] = await listQdiscs(withStats(words(700, 0)))
    expect(qdisc?.stats).toMatchObject({ bytes: 700, packets: 0 })
  })

  it('are read in the old place where there is none in the new', async () => {
    const old = words(700, 0, 7, 3, 5, 0, 0, 1, 2, 0)
    const body = rawBody({ handle: 0x10000 }, attribute(TCA_KIND, text('other')), attribute(TCA_STATS, old))
    await expect(listQdiscs(body)).resolves.toMatchObject([{ stats: { ...counted, requeues: 0 } }])
  })

  it('of options keep what they have (B13)', async () => {
    const init = (size: number): Uint8Array => words(0x30011, 20, 0x30, 0, 9, 1, 2).subarray(0, size)
    const body = (size: number): Body =>
      rawBody(
        { handle: 0x10000 },
        attribute(TCA_KIND, text('htb')),
        attribute(TCA_OPTIONS, attribute(2, init(size))),
      )
    await expect(listQdiscs(body(28))).resolves.toMatchObject([
      { options: { r2q: 20, default: 0x30, directPackets: 9 } },
    ])
    await expect(listQdiscs(body(16))).resolves.toMatchObject([
      { options: { r2q: 20, default: 0x30, directPackets: 0 } },
    ])
  })
})

describe('what nobody knows', () => {
  it('is kept: kinds as bytes, attributes beside those that have a name', async () => {
    const raw = new Uint8Array([1, 2, 3, 4, 5])
    const bodies: TcAttrs[] = [
      { kind: 'future', options: raw },
      {
        kind: 'htb',
        options: (w) => encodeHtbAttrs(w, { unknown: [{ type: 99, data: raw }] }),
        unknown: [{ type: 77, data: raw }],
      },
    ]
    const listed = await listQdiscs(
      ...bodies.map((attrs, place) => tcBody({ handle: (place + 1) * 0x10000 }, attrs)),
    )
    expect(listed).toMatchObject([
      { kind: 'future', handle: '1:', options: { raw } },
      {
        kind: 'htb',
        handle: '2:',
        options: { unknown: [{ type: 99, data: raw }] },
        unknown: [{ type: 77, data: raw }],
      },
    ])
  })

  it('goes back as it came: add takes what list gave', async () => {
    const kernel = fakeKernel()
    const raw = new Uint8Array([1, 2, 3, 4])
    const body = tcBody({ handle: 0x10000 }, { kind: 'future', options: raw })
    kernel.on(RTM_GETQDISC, (request) => request.dump(RTM_NEWQDISC, [body]))
    await using tc = await TrafficControl.open({ transport: kernel.open })
    const [listed] = await tc.qdiscs.list()
    if (listed === undefined) throw new Error('nothing listed')
    await tc.qdiscs.add(listed as Parameters<typeof tc.qdiscs.add>[0])
    const [sent] = kernel.sent(RTM_NEWQDISC)
    expect(Buffer.from(sent?.bytes ?? []).toString('hex')).toContain(Buffer.from(raw).toString('hex'))
  })

  it('among actions leaves the others and their order alone (B23)', async () => {
    const action = (kind: string, options: Uint8Array): Uint8Array =>
      join(attribute(1, text(kind)), attribute(ACT | NLA_F_NESTED, options))
    const raw = new Uint8Array([9, 9, 9, 9])
    const actions = join(
      attribute(1, action('gact', attribute(2, words(1, 0, 0, 1, 1)))),
      attribute(2, action('futureact', raw)),
      attribute(3, action('gact', attribute(2, words(2, 0, 2, 1, 1)))),
    )
    const body = rawBody(
      { handle: 1, parent: 0xffff_fff2, info: 0x0001_0300 },
      attribute(TCA_KIND, text('matchall')),
      attribute(TCA_OPTIONS, attribute(ACT, actions)),
    )
    const [filter] = await listFilters(body)
    expect(filter?.options).toMatchObject({
      actions: [
        { kind: 'gact', index: 1, options: { control: 'pass' } },
        { kind: 'futureact', options: { raw } },
        { kind: 'gact', index: 2, options: { control: 'drop' } },
      ],
    })
  })
})

describe('the header of a filter', () => {
  it.each([
    [0x0031_0300, 49, 'all'],
    [0x0001_0008, 1, 'ip'],
    [0x0001_dd86, 1, 'ipv6'],
    [0xffff_0081, 65_535, '802.1q'],
  ])('holds priority and protocol in %i (B29)', async (info, priority, protocol) => {
    const filters = await listFilters(tcBody({ handle: 1, parent: 0xffff_fff2, info }, { kind: 'future' }))
    expect(filters).toMatchObject([{ priority, protocol: expect.stringMatching(new RegExp(protocol, 'i')) }])
  })
})

describe('qdiscs without a handle', () => {
  it('are all kept, told apart by their parents (B32)', async () => {
    const body = (parent: number, kind: string): Body => tcBody({ handle: 0, parent }, { kind })
    const parents = Array.from({ length: 16 }, (_, i) => i + 1)
    const listed = await listQdiscs(
      body(0xffff_ffff, 'mq'),
      ...parents.map((parent) => body(parent, 'other')),
    )
    expect(listed.map(({ handle }) => handle)).toEqual(Array(17).fill('none'))
    expect(listed.map(({ parent }) => parent)).toEqual([
      'root',
      ...parents.map((parent) => `:${parent.toString(16)}`),
    ])
  })
})
