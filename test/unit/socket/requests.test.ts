// The request engine: many requests in flight, answers in any order, late, lost or foreign, and calls that are given up.
// Each case ends with a call that works, so that nothing stays behind on the socket.

import { describe, expect, it } from 'vitest'
import { ClosedError, KernelError, TimeoutError, TrafficControl, TransportError } from '../../../src/index.ts'
import type { FakeKernel, FakeRequest } from '../../../src/testing.ts'
import { NLMSG_OVERRUN, RTM_GETLINK, RTM_GETQDISC, RTM_NEWQDISC } from '../../../src/wire.ts'
import { answerGet, fakeKernel, handleIn, holdGets, qdiscBody, turns, until } from '../support/bodies.ts'

const MANY = 1000
const hex = (major: number): string => `${major.toString(16)}:`
const target = (major: number) => ({ ifindex: 2, parent: 'root', handle: hex(major) })

/** Parts of an answer that a client must not take for its own. */
const STRAYS: Record<string, (request: FakeRequest) => Uint8Array> = {
  'of another socket': (request) =>
    request.reply(RTM_NEWQDISC, qdiscBody(0xbad0000), { port: request.port + 1 }),
  'of another request': (request) =>
    request.reply(RTM_NEWQDISC, qdiscBody(0xbad0000), { sequence: request.sequence + 1000 }),
  'of no request': (request) => request.reply(RTM_NEWQDISC, qdiscBody(0xbad0000), { sequence: 0 }),
  'that refuses for another socket': (request) => request.refuse('EPERM', { port: request.port + 1 }),
  'that acknowledges another request': (request) => request.ack({ sequence: request.sequence + 1000 }),
  'that says nothing': (request) => request.noop(),
}

async function expectUsable(tc: TrafficControl, kernel: FakeKernel): Promise<void> {
  kernel.on(RTM_GETQDISC, answerGet)
  await expect(tc.qdiscs.get(target(0x77))).resolves.toMatchObject({ handle: '77:' })
}

/** A shuffle that is the same in each run. */
function shuffled<T>(items: readonly T[]): T[] {
  let state = 12345
  const keyed = items.map((item) => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return { item, key: state }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

describe.each([
  { socket: 'direct calls', asynchronous: false },
  { socket: 'calls on the thread pool', asynchronous: true },
])('requests over $socket', ({ asynchronous }) => {
  const open = async () => {
    const kernel = fakeKernel({ asynchronous })
    return { kernel, tc: await TrafficControl.open({ transport: kernel.open }) }
  }

  it('each of 1,000 in flight gets the answer of its own', async () => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, answerGet)
    const majors = Array.from({ length: MANY }, (_, i) => i + 1)
    const found = await Promise.all(majors.map((major) => tc.qdiscs.get(target(major))))
    expect(found.map(({ handle }) => handle)).toEqual(majors.map(hex))
    await tc.close()
  })

  it('each of 1,000 gets the answer of its own where they come in another order, half of them refused', async () => {
    const { kernel, tc } = await open()
    const held = holdGets(kernel)
    const majors = Array.from({ length: MANY }, (_, i) => i + 1)
    const calls = Promise.allSettled(majors.map((major) => tc.qdiscs.get(target(major))))
    const isRefused = (major: number): boolean => major % 2 === 0
    for (let answered = 0; answered < MANY; ) {
      // As many as are under way at a time: all, where answers are read at once.
      await turns(5)
      const now = shuffled(held.splice(0))
      answered += now.length
      for (const request of now) {
        const refuse = isRefused(handleIn(request) >>> 16)
        const answers = refuse
          ? [request.refuse('ENOENT', { message: String(handleIn(request)) })]
          : answerGet(request)
        for (const answer of answers) kernel.deliver(answer)
      }
    }
    for (const [place, outcome] of (await calls).entries()) {
      const major = place + 1
      if (outcome.status === 'fulfilled') expect(outcome.value.handle).toBe(hex(major))
      else expect(outcome.reason).toMatchObject({ code: 'ENOENT', extack: String(major * 0x10000) })
      expect(outcome.status).toBe(isRefused(major) ? 'rejected' : 'fulfilled')
    }
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('rejects at the timeout, and drops the answer that comes after it (B07)', async () => {
    const { kernel, tc } = await open()
    const held = holdGets(kernel)
    const late = tc.qdiscs.get(target(1), { timeout: 20 })
    await expect(late).rejects.toBeInstanceOf(TimeoutError)
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', op: 'qdisc get' })
    const next = tc.qdiscs.get(target(2))
    await until(() => held.length === 2)
    for (const request of held) for (const answer of answerGet(request)) kernel.deliver(answer)
    await expect(next).resolves.toMatchObject({ handle: '2:' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('rejects with the reason of an aborted signal, and drops the answer that comes after it', async () => {
    const { kernel, tc } = await open()
    const held = holdGets(kernel)
    const controller = new AbortController()
    const call = tc.qdiscs.get(target(1), { signal: controller.signal })
    await until(() => held.length === 1)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    const next = tc.qdiscs.get(target(2))
    await until(() => held.length === 2)
    for (const request of held) for (const answer of answerGet(request)) kernel.deliver(answer)
    await expect(next).resolves.toMatchObject({ handle: '2:' })
    await tc.close()
  })

  it('sends nothing where the signal is aborted already', async () => {
    const { kernel, tc } = await open()
    const signal = AbortSignal.abort(new Error('before'))
    await expect(tc.qdiscs.get(target(1), { signal })).rejects.toThrow('before')
    await expect(tc.qdiscs.list({}, { signal })).rejects.toThrow('before')
    expect(kernel.sent()).toEqual([])
    await tc.close()
  })

  it('all reject when the client is closed, and so do those made afterwards', async () => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, () => [])
    const gets = Array.from({ length: 100 }, (_, i) => tc.qdiscs.get(target(i + 1)))
    const lists = Array.from({ length: 10 }, () => tc.qdiscs.list())
    const stream = tc.qdiscs.stream().next()
    const outcomes = Promise.allSettled([...gets, ...lists, stream])
    await until(() => kernel.sent(RTM_GETQDISC).length > 11)
    await turns(5)
    await tc.close()
    for (const outcome of await outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(ClosedError)
    }
    await expect(tc.qdiscs.get(target(1))).rejects.toBeInstanceOf(ClosedError)
    await expect(tc.qdiscs.list()).rejects.toBeInstanceOf(ClosedError)
    expect(kernel.openSockets).toBe(0)
  })

  it('may be closed twice', async () => {
    const { tc } = await open()
    await tc.close()
    await expect(tc.close()).resolves.toBeUndefined()
  })

  it('all reject where the kernel had to drop answers, and later ones work', async () => {
    const { kernel, tc } = await open()
    const held = holdGets(kernel)
    const calls = Promise.allSettled([tc.qdiscs.get(target(1)), tc.qdiscs.get(target(2))])
    await until(() => held.length === 2)
    kernel.deliver({ errno: 'ENOBUFS' })
    for (const outcome of await calls) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ENOBUFS' } })
    }
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it.each([
    ['a datagram that was cut', (request: FakeRequest) => ({ datagram: request.ack(), length: 2 ** 20 })],
    ['an overrun', (request: FakeRequest) => request.reply(NLMSG_OVERRUN, new Uint8Array())],
  ])('rejects on %s, and later ones work', async (_, answer) => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, answer)
    await expect(tc.qdiscs.get(target(1))).rejects.toBeInstanceOf(TransportError)
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it.each(Object.entries(STRAYS))('take no notice of a message %s', async (_, stray) => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, (request) => [stray(request), ...answerGet(request)])
    await expect(tc.qdiscs.get(target(5))).resolves.toMatchObject({ handle: '5:' })
    await tc.close()
  })

  it('take an answer once, however often it comes', async () => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, (request) => [
      ...answerGet(request),
      ...answerGet(request),
      request.refuse('EPERM'),
    ])
    await expect(tc.qdiscs.get(target(5))).resolves.toMatchObject({ handle: '5:' })
    await expectUsable(tc, kernel)
    await tc.close()
  })

  it('take answers that share a datagram with strays', async () => {
    const { kernel, tc } = await open()
    kernel.on(RTM_GETQDISC, (request) => {
      const parts = [
        request.noop(),
        ...Object.values(STRAYS).map((stray) => stray(request)),
        ...answerGet(request),
      ]
      return Uint8Array.from(parts.flatMap((part) => [...part]))
    })
    await expect(tc.qdiscs.get(target(5))).resolves.toMatchObject({ handle: '5:' })
    await tc.close()
  })

  it('reject where the socket refuses to send', async () => {
    const { kernel, tc } = await open()
    let fail = true
    kernel.on(RTM_GETLINK, () => {
      if (!fail) return undefined
      throw new TransportError('send', 105)
    })
    await expect(tc.qdiscs.get(target(1))).rejects.toMatchObject({ code: 'ENOBUFS', syscall: 'send' })
    fail = false
    await expectUsable(tc, kernel)
    await tc.close()
  })
})

describe('requests whose answers are not read at once', () => {
  const LIMIT = 100

  it('are not all sent at a time: the answers would not fit into the receive queue', async () => {
    const kernel = fakeKernel({ asynchronous: true })
    const held = holdGets(kernel)
    await using tc = await TrafficControl.open({ transport: kernel.open })
    const calls = Array.from({ length: MANY }, (_, i) => tc.qdiscs.get(target(i + 1)))
    let answered = 0
    while (answered < MANY) {
      await turns(5)
      expect(held.length).toBeGreaterThan(0)
      expect(held.length).toBeLessThan(LIMIT)
      answered += held.length
      for (const request of held.splice(0)) for (const answer of answerGet(request)) kernel.deliver(answer)
    }
    await expect(Promise.all(calls)).resolves.toHaveLength(MANY)
  })

  it('can be given up before they were sent, by abort, timeout and close', async () => {
    const kernel = fakeKernel({ asynchronous: true })
    const held = holdGets(kernel)
    const tc = await TrafficControl.open({ transport: kernel.open })
    const others = Promise.allSettled(Array.from({ length: LIMIT }, (_, i) => tc.qdiscs.get(target(i + 1))))
    await turns(5)
    const sent = held.length
    const controller = new AbortController()
    const aborted = tc.qdiscs.get(target(0x200), { signal: controller.signal })
    const timed = tc.qdiscs.get(target(0x201), { timeout: 10 })
    const closed = tc.qdiscs.get(target(0x202))
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    await expect(timed).rejects.toBeInstanceOf(TimeoutError)
    expect(held.length).toBe(sent)
    await tc.close()
    await expect(closed).rejects.toBeInstanceOf(ClosedError)
    for (const outcome of await others) expect(outcome.status).toBe('rejected')
  })
})

describe('a refusal', () => {
  const refusedWith = async (
    parts: Parameters<FakeRequest['refuse']>[1],
    errno: string | number = 'EINVAL',
  ) => {
    const kernel = fakeKernel()
    kernel.on(RTM_NEWQDISC, (request) => request.refuse(errno, parts))
    const tc = await TrafficControl.open({ transport: kernel.open })
    const outcome = await tc.qdiscs
      .add({ dev: 'eth0', parent: 'root', handle: '1:', kind: 'htb' })
      .catch((error: unknown) => error)
    await tc.close()
    expect(outcome).toBeInstanceOf(KernelError)
    return outcome as KernelError
  }

  it('has the errno, its name and what was asked', async () => {
    const error = await refusedWith({}, 'EEXIST')
    expect(error).toMatchObject({ code: 'EEXIST', errno: 17, op: 'qdisc add', reason: 'exists' })
    expect(error.extack).toBeUndefined()
    expect(error.attrPath).toBeUndefined()
  })

  it("has the kernel's sentence (B08)", async () => {
    const error = await refusedWith({ message: 'Filter kind and protocol must be specified' })
    expect(error.extack).toBe('Filter kind and protocol must be specified')
    expect(error.message).toContain('qdisc add: EINVAL: Filter kind and protocol must be specified')
  })

  it('has the path of an attribute that was missing, at the top and in a nest', async () => {
    await expect(refusedWith({ missingType: 1 })).resolves.toMatchObject({ missing: 'TCA_KIND' })
    // TCA_OPTIONS stands behind the header of 36 bytes and TCA_KIND of 8.
    await expect(refusedWith({ missingType: 6, missingNest: 44 })).resolves.toMatchObject({
      missing: 'TCA_OPTIONS.TCA_HTB_RATE64',
    })
  })

  it('has no path where the offset is that of no attribute', async () => {
    await expect(refusedWith({ offset: 3 })).resolves.toMatchObject({ attrPath: undefined })
    await expect(refusedWith({ offset: 100_000 })).resolves.toMatchObject({ attrPath: undefined })
  })

  it('has a name for errnos beyond those that have one', async () => {
    await expect(refusedWith({}, 524)).resolves.toMatchObject({ code: 'ENOTSUPP' })
    await expect(refusedWith({}, 95)).resolves.toMatchObject({ code: 'EOPNOTSUPP' })
    await expect(refusedWith({}, 4000)).resolves.toMatchObject({ code: 'E4000', errno: 4000 })
  })
})

describe('a warning', () => {
  it('goes to the object that was made, and to onWarning', async () => {
    const warnings: unknown[] = []
    const kernel = fakeKernel()
    kernel.on(RTM_NEWQDISC, (request) => [
      request.reply(RTM_NEWQDISC, request.body),
      request.ack({ message: 'bytes leftover' }),
    ])
    await using tc = await TrafficControl.open({ transport: kernel.open, onWarning: (w) => warnings.push(w) })
    const made = await tc.qdiscs.add({ dev: 'eth0', parent: 'root', handle: '1:', kind: 'htb' })
    expect(made.warning).toBe('bytes leftover')
    expect(warnings).toEqual([{ op: 'qdisc add', message: 'bytes leftover' }])
  })
})
