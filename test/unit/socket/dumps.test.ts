// Dumps: their end and what it says, interruption, many at a time, and what happens to those that are left in the middle.

import { describe, expect, it } from 'vitest'
import {
  DumpInterruptedError,
  KernelError,
  MalformedMessageError,
  TimeoutError,
  TrafficControl,
} from '../../../src/index.ts'
import type { FakeKernel, FakeRequest, Handler } from '../../../src/testing.ts'
import { NLMSG_DONE, RTM_GETQDISC, RTM_NEWQDISC } from '../../../src/wire.ts'
import { attribute, fakeKernel, qdiscBody, tcBody, until } from '../support/bodies.ts'

const THREE = [0x10000, 0x20000, 0x30000].map((handle) => qdiscBody(handle))
const HANDLES = ['1:', '2:', '3:']
const handlesOf = (list: readonly { handle: string }[]): string[] => list.map(({ handle }) => handle)

describe.each([
  { socket: 'direct calls', asynchronous: false },
  { socket: 'calls on the thread pool', asynchronous: true },
])('dumps over $socket', ({ asynchronous }) => {
  const open = async (handler: Handler) => {
    const kernel = fakeKernel({ asynchronous })
    kernel.on(RTM_GETQDISC, handler)
    return { kernel, tc: await TrafficControl.open({ transport: kernel.open }) }
  }
  const expectUsable = async (tc: TrafficControl, kernel: FakeKernel): Promise<void> => {
    kernel.on(RTM_GETQDISC, (request) => request.dump(RTM_NEWQDISC, THREE))
    expect(handlesOf(await tc.qdiscs.list())).toEqual(HANDLES)
  }

  it.each([1, 2, 3, 100])('give all objects, %i in a datagram', async (perDatagram) => {
    const { tc } = await open((request) => request.dump(RTM_NEWQDISC, THREE, { perDatagram }))
    expect(handlesOf(await tc.qdiscs.list())).toEqual(HANDLES)
    const streamed: string[] = []
    for await (const { handle } of tc.qdiscs.stream()) streamed.push(handle)
    expect(streamed).toEqual(HANDLES)
    await tc.close()
  })

  it('are tried again where they were interrupted, and give the clean one (B02)', async () => {
    let tries = 0
    const { tc } = await open((request) => {
      tries += 1
      return request.dump(RTM_NEWQDISC, THREE.slice(0, tries), { interrupted: tries < 3 })
    })
    expect(handlesOf(await tc.qdiscs.list())).toEqual(HANDLES)
    expect(tries).toBe(3)
    await tc.close()
  })

  it.each([
    ['all messages', true],
    ['the end alone', 'end'],
  ] as const)(
    'reject with what they got where each try is interrupted, told by %s (B02)',
    async (_, interrupted) => {
      const { kernel, tc } = await open((request) => request.dump(RTM_NEWQDISC, THREE, { interrupted }))
      const error = await tc.qdiscs.list().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DumpInterruptedError)
      const { partial = [], code } = error as DumpInterruptedError
      expect(code).toBe('DUMP_INTERRUPTED')
      expect(handlesOf(partial as { handle: string }[])).toEqual(HANDLES)
      expect(kernel.sent(RTM_GETQDISC).length).toBeGreaterThan(1)
      await expectUsable(tc, kernel)
      await tc.close()
    },
  )

  it('tell at the end of a stream that it was interrupted', async () => {
    const { tc } = await open((request) => request.dump(RTM_NEWQDISC, THREE, { interrupted: 'end' }))
    const streamed: string[] = []
    const reading = (async () => {
      for await (const { handle } of tc.qdiscs.stream()) streamed.push(handle)
    })()
    await expect(reading).rejects.toBeInstanceOf(DumpInterruptedError)
    expect(streamed).toEqual(HANDLES)
    await tc.close()
  })

  it('honour the error in their end', async () => {
    const { kernel, tc } = await open((request) =>
      request.dump(RTM_NEWQDISC, THREE, { errno: 'EOPNOTSUPP', message: 'Not here' }),
    )
    const call = tc.qdiscs.list()
    await expect(call).rejects.toBeInstanceOf(KernelError)
    await expect(call).rejects.toMatchObject({ code: 'EOPNOTSUPP', op: 'qdisc list', extack: 'Not here' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('honour a refusal in place of the dump', async () => {
    const { kernel, tc } = await open((request) => request.refuse('EPERM'))
    await expect(tc.qdiscs.list()).rejects.toMatchObject({ code: 'EPERM', reason: 'permission' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it.each([0, 4])('end with a DONE of %i bytes (B12)', async (size) => {
    const { tc } = await open((request) => [
      request.reply(RTM_NEWQDISC, qdiscBody(0x10000)),
      request.done(new Uint8Array(size)),
    ])
    expect(handlesOf(await tc.qdiscs.list())).toEqual(['1:'])
    await tc.close()
  })

  it('reject on what cannot be decoded, and the next is clean (B05)', async () => {
    const broken = tcBody({ handle: 0x20000 }, { kind: 'htb', options: attribute(2, new Uint8Array(4), 200) })
    const { kernel, tc } = await open((request) =>
      request.dump(RTM_NEWQDISC, [qdiscBody(0x10000), broken, qdiscBody(0x30000)], { perDatagram: 1 }),
    )
    await expect(tc.qdiscs.list()).rejects.toBeInstanceOf(MalformedMessageError)
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('do not mix, however many run at a time', async () => {
    const kernel = fakeKernel({ asynchronous })
    let dumps = 0
    kernel.on(RTM_GETQDISC, (request) => {
      dumps += 1
      const own = Array.from({ length: 50 }, () => qdiscBody(dumps * 0x10000))
      return request.dump(RTM_NEWQDISC, own, { perDatagram: 3 })
    })
    const tc = await TrafficControl.open({ transport: kernel.open })
    const lists = await Promise.all(Array.from({ length: 50 }, () => tc.qdiscs.list()))
    for (const list of lists) expect(new Set(handlesOf(list)).size).toBe(1)
    expect(new Set(lists.map(([first]) => first?.handle)).size).toBe(50)
    // One for requests, and the few that are kept.
    expect(kernel.openSockets).toBeLessThanOrEqual(3)
    await tc.close()
  })

  it('take no notice of what belongs to another dump', async () => {
    const { tc } = await open((request) => [
      request.reply(RTM_NEWQDISC, qdiscBody(0x90000), { sequence: request.sequence + 7 }),
      request.reply(NLMSG_DONE, new Uint8Array(4), { port: request.port + 1 }),
      request.noop(),
      ...request.dump(RTM_NEWQDISC, THREE),
    ])
    expect(handlesOf(await tc.qdiscs.list())).toEqual(HANDLES)
    await tc.close()
  })

  it.each([
    ['the timeout', { timeout: 20 }, TimeoutError],
    ['an abort', { signal: AbortSignal.timeout(20) }, DOMException],
  ])('that stop half-way end by %s, and their socket is not used again', async (_, call, error) => {
    const half = (request: FakeRequest): Uint8Array[] =>
      request.dump(RTM_NEWQDISC, THREE, { perDatagram: 1 }).slice(0, 2)
    const { kernel, tc } = await open(half)
    await expect(tc.qdiscs.list({}, call)).rejects.toBeInstanceOf(error)
    expect(kernel.openSockets).toBe(1)
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('whose stream is left early give their socket back', async () => {
    const { kernel, tc } = await open((request) => request.dump(RTM_NEWQDISC, THREE, { perDatagram: 1 }))
    for await (const { handle } of tc.qdiscs.stream()) {
      expect(handle).toBe('1:')
      break
    }
    expect(kernel.openSockets).toBe(1)
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('reject where answers were lost, and the next is clean', async () => {
    const { kernel, tc } = await open((request) => [
      ...request.dump(RTM_NEWQDISC, THREE, { perDatagram: 1 }).slice(0, 1),
      { errno: 'ENOBUFS' },
    ])
    await expect(tc.qdiscs.list()).rejects.toMatchObject({ code: 'ENOBUFS' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('reject on a datagram that was cut', async () => {
    const { kernel, tc } = await open((request) => ({
      datagram: request.reply(RTM_NEWQDISC, qdiscBody(0x10000)),
      length: 2 ** 20,
    }))
    await expect(tc.qdiscs.list()).rejects.toMatchObject({ code: 'TRANSPORT' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('of a stream ask for the next datagram only when the consumer does', async () => {
    const { tc, kernel } = await open((request) => request.dump(RTM_NEWQDISC, THREE, { perDatagram: 1 }))
    const stream = tc.qdiscs.stream()
    await stream.next()
    // What was not asked for yet waits: it can still be replaced by a failure.
    kernel.deliver({ errno: 'ENOBUFS' })
    await expect(stream.next()).resolves.toMatchObject({ value: { handle: '2:' } })
    await expect(stream.next()).resolves.toMatchObject({ value: { handle: '3:' } })
    await stream.return()
    await until(() => kernel.openSockets === 1)
    await tc.close()
  })
})
