// Oracle: the bytes that tc itself sends. Each row of test/cases, sent by our verb, gives the request that was recorded
// of tc, attribute by attribute; and what our decoders read in tc's request, our encoders write again.

import { describe, expect, it } from 'vitest'
import {
  decodeTcAttrs,
  decodeTcRootAttrs,
  encodeTcAttrs,
  encodeTcRootAttrs,
  RTM_GETACTION,
  RTM_NEWACTION,
  type TcActAttrs,
  type TcAttrs,
  tcActOptions,
  tcOptions,
} from '../../src/generated/tc/index.ts'
import { OptionError, TrafficControl } from '../../src/index.ts'
import { FakeKernel } from '../../src/testing.ts'
import type { Format } from '../../src/wire/formats.ts'
import { Payload, Reader, type SubMessage, Writer } from '../../src/wire.ts'
import { CASES } from '../cases/index.ts'
import type { Case, KindCases } from '../cases/types.ts'
import { attributesAt, differences, type Header, headerOf, leavesOf } from './attributes.ts'
import { goldenFiles, INDEX, readGolden } from './golden.ts'
import { callOf, goldenName, type Resource, type Verb } from './rows.ts'

const NLM_F_ECHO = 0x8
const NLM_F_REPLACE = 0x100
const NLM_F_CREATE = 0x400

/** Flags in which our requests differ from tc's on purpose, and why. */
const FLAGS: readonly { flag: number; why: string; resource?: Resource; verb?: Verb }[] = [
  { flag: NLM_F_ECHO, why: 'our verbs give the object that the kernel made' },
  {
    flag: NLM_F_REPLACE,
    why: 'tc leaves it out, and for classes the kernel does not look at it',
    resource: 'classes',
    verb: 'replace',
  },
  {
    flag: NLM_F_REPLACE,
    why: 'tc leaves it out, and for filters the kernel does not look at it',
    resource: 'filters',
    verb: 'replace',
  },
  {
    flag: NLM_F_CREATE,
    why: "tc's change makes an action that is not there; ours says that it is not there",
    resource: 'actions',
    verb: 'change',
  },
]

/** What our verb sends for a row, as far as it is of the type of tc's request. */
async function send(row: Case, type: number): Promise<Buffer> {
  const kernel = new FakeKernel({ devices: { lo: 1, ...INDEX } })
  // What is to be changed is there.
  kernel.on(RTM_GETACTION, (request) => [request.reply(RTM_NEWACTION, request.body), request.ack()])
  await using tc = await TrafficControl.open({ transport: kernel.open })
  const { resource, verb } = callOf(row)
  const call: (spec: never) => Promise<unknown> = tc[resource][verb].bind(tc[resource])
  const [outcome] = await Promise.allSettled([call(row.spec as never)])
  const sent = kernel.sent(type).at(-1)
  // The fake echoes the request, which need not be what a kernel would tell: its decoding is nothing to us here.
  const refused = outcome?.status === 'rejected' && outcome.reason instanceof OptionError
  if (sent === undefined || refused)
    throw outcome?.status === 'rejected' ? outcome.reason : new Error('nothing sent')
  const message = Buffer.from(sent.bytes)
  message.fill(0, 8, 16)
  return message
}

/** Header members and attributes in which two requests differ, by name. */
function disagreements(golden: Buffer, ours: Buffer, row: Case): Record<string, unknown> {
  const [expected, actual] = [headerOf(golden), headerOf(ours)]
  const { resource, verb } = callOf(row)
  for (const known of FLAGS) {
    if ((known.resource ?? resource) !== resource || (known.verb ?? verb) !== verb) continue
    expected.nlmsg_flags ^= known.flag
  }
  const found = new Map<string, unknown>(differences(leavesOf(golden), leavesOf(ours)))
  for (const member of Object.keys(expected) as (keyof Header)[]) {
    if (actual[member] !== expected[member]) {
      found.set(member, { expected: expected[member], actual: actual[member] })
    }
  }
  return Object.fromEntries(found)
}

/** Whether an entry of `differs` speaks of a path: of itself, or of what lies below it, but never of all options. */
const speaksOf = (entry: string, path: string): boolean =>
  path === entry || (entry !== 'TCA_OPTIONS' && path.startsWith(`${entry}.`))

/** Decodes the attributes of a request, sub-messages included, and encodes them again. */
function recode(message: Buffer): Buffer {
  const w = new Writer()
  const at = attributesAt(message)
  w.raw(message.subarray(0, at))
  const reader = new Reader(message)
  if (message.readUInt16LE(4) === RTM_NEWACTION) {
    const root = decodeTcRootAttrs(reader, at, message.length)
    for (const action of root.tab ?? []) recodeAction(action)
    encodeTcRootAttrs(w, root)
  } else {
    const attrs = decodeTcAttrs(reader, at, message.length)
    recodeOptions(attrs)
    encodeTcAttrs(w, attrs)
  }
  w.view.setUint32(0, w.length, true)
  return Buffer.from(w.written())
}

function recodeOptions(attrs: TcAttrs): void {
  const options = again(attrs.options, tcOptions, attrs.kind)
  if (options !== undefined) attrs.options = options
}

function recodeAction(action: TcActAttrs): void {
  const options = again(action.options, tcActOptions, action.kind)
  if (options !== undefined) action.options = options
}

function again(payload: SubMessage | undefined, formats: object, kind = ''): SubMessage | undefined {
  if (!(payload instanceof Payload)) return payload
  const format = new Map<string, Format<unknown>>(Object.entries(formats)).get(kind)
  if (format === undefined) throw new Error(`the spec says nothing about options of ${kind}`)
  return format.encode(format.decode(payload.reader, payload.at, payload.stop))
}

const recorded = (kind: KindCases): readonly Case[] => kind.cases.filter(({ noTc }) => noTc === undefined)

describe('our requests are those of tc', () => {
  for (const kind of CASES) {
    describe(`${kind.family} ${kind.kind}`, () => {
      for (const row of recorded(kind)) {
        it(`${row.name}: tc ${row.tc}`, async () => {
          const golden = readGolden(goldenName(kind, row))
          const found = disagreements(golden, await send(row, golden.readUInt16LE(4)), row)
          const allowed = Object.keys(row.differs ?? {})
          const stale = allowed.filter((entry) => !Object.keys(found).some((path) => speaksOf(entry, path)))
          const wrong = Object.entries(found).filter(
            ([path]) => !allowed.some((entry) => speaksOf(entry, path)),
          )
          expect(Object.fromEntries(wrong), 'differences that the row does not explain').toEqual({})
          expect(stale, 'differences that the row explains, but that are none').toEqual([])
        })
      }
    })
  }
})

/** tc closes the struct of a few old kinds with an empty attribute, which no kernel reads; structs have no tail. */
function isClosed({ expected, actual }: { expected: unknown; actual: unknown }): boolean {
  return String(expected) === `${String(actual)}04000200`
}

describe("what our decoders read in tc's requests, our encoders write again", () => {
  it.each(goldenFiles())('%s', (name) => {
    const golden = readGolden(name)
    const ours = recode(golden)
    expect(headerOf(ours)).toEqual(headerOf(golden))
    const found = differences(leavesOf(golden), leavesOf(ours))
    expect(Object.fromEntries([...found].filter(([, difference]) => !isClosed(difference)))).toEqual({})
  })
})

describe('the recorded requests', () => {
  const names = CASES.flatMap((kind) => recorded(kind).map((row) => goldenName(kind, row)))

  it('are one for each row that tc can run', () => {
    expect(goldenFiles().sort()).toEqual([...names].sort())
  })

  it('have names that no two rows share', () => {
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it.each(goldenFiles())('%s is of the kind that its comment says, and whole', (name) => {
    const golden = readGolden(name)
    expect(golden.readUInt32LE(0)).toBeGreaterThan(golden.length - 4)
    expect(golden.readUInt32LE(0)).toBeLessThanOrEqual(golden.length)
  })
})
