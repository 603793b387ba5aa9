// The public fake of `netsched/testing`: what it keeps and what it answers, seen through a client as a user would.

import { describe, expect, it } from 'vitest'
import { KernelError, TrafficControl, TransportError } from '../../../src/index.ts'
import { FakeKernel } from '../../../src/testing.ts'
import {
  decodeTcAttrs,
  NLM_F_CREATE,
  NLM_F_EXCL,
  RTM_GETLINK,
  RTM_GETQDISC,
  RTM_NEWQDISC,
  RTNLGRP_TC,
  TCA_HTB_INIT,
  TCA_KIND,
  TCA_OPTIONS,
} from '../../../src/wire.ts'
import { answerGet, fakeKernel, qdiscBody } from '../support/bodies.ts'

const HTB = { dev: 'eth0', parent: 'root', handle: '1:', kind: 'htb' } as const

describe.each([{ asynchronous: false }, { asynchronous: true }])(
  'a fake kernel, $asynchronous',
  (options) => {
    it('echoes what was made, from the request, where no handler answers', async () => {
      const kernel = fakeKernel(options)
      await using tc = await TrafficControl.open({ transport: kernel.open })
      const made = await tc.qdiscs.add({ ...HTB, options: { default: '1:30', r2q: 20 } })
      expect(made).toMatchObject({ ...HTB, ifindex: 2, options: { default: 0x30, r2q: 20 } })
    })

    it('keeps what was sent, in order and by type', async () => {
      const kernel = fakeKernel(options)
      await using tc = await TrafficControl.open({ transport: kernel.open })
      await tc.qdiscs.add(HTB)
      expect(kernel.sent().map(({ type }) => type)).toEqual([RTM_GETLINK, RTM_NEWQDISC])
      const [request] = kernel.sent(RTM_NEWQDISC)
      expect(request?.flags).toBe(0x1 | 0x4 | 0x8 | NLM_F_CREATE | NLM_F_EXCL)
      expect(request?.verb).toBe('new')
      expect(request?.wantsEcho).toBe(true)
      const { reader, attributesAt = 0, bytes } = request ?? { bytes: [] }
      expect(reader && decodeTcAttrs(reader, attributesAt, bytes.length).kind).toBe('htb')
    })

    it('lets handlers refuse, with a sentence and the attribute at fault', async () => {
      const kernel = fakeKernel(options)
      kernel.on(RTM_NEWQDISC, (request) =>
        request.refuse('EINVAL', { message: 'no', offset: request.offsetOf(TCA_OPTIONS, TCA_HTB_INIT) }),
      )
      await using tc = await TrafficControl.open({ transport: kernel.open })
      const refused = tc.qdiscs.add(HTB)
      await expect(refused).rejects.toBeInstanceOf(KernelError)
      await expect(refused).rejects.toMatchObject({
        code: 'EINVAL',
        extack: 'no',
        attrPath: 'TCA_OPTIONS.TCA_HTB_INIT',
      })
    })

    it('lets handlers dump, in as many datagrams as they say', async () => {
      const kernel = fakeKernel(options)
      kernel.on(RTM_GETQDISC, (request) =>
        request.dump(RTM_NEWQDISC, [qdiscBody(0x10000), qdiscBody(0x20000), qdiscBody(0x30000)], {
          perDatagram: 1,
        }),
      )
      await using tc = await TrafficControl.open({ transport: kernel.open })
      const listed = await tc.qdiscs.list()
      expect(listed.map(({ handle, dev }) => [handle, dev])).toEqual([
        ['1:', 'eth0'],
        ['2:', 'eth0'],
        ['3:', 'eth0'],
      ])
    })

    it('answers later where a handler says so', async () => {
      const kernel = fakeKernel(options)
      kernel.on(RTM_GETQDISC, (request) => answerGet(request).map((datagram) => ({ datagram, after: 5 })))
      await using tc = await TrafficControl.open({ transport: kernel.open })
      await expect(tc.qdiscs.get({ dev: 'eth0', parent: 'root', handle: '7:' })).resolves.toMatchObject({
        handle: '7:',
      })
    })

    it('fails a receive where a handler says so', async () => {
      const kernel = fakeKernel(options)
      kernel.on(RTM_GETQDISC, () => ({ errno: 'ENOBUFS' }))
      await using tc = await TrafficControl.open({ transport: kernel.open })
      const lost = tc.qdiscs.get({ dev: 'eth0', parent: 'root', handle: '7:' })
      await expect(lost).rejects.toBeInstanceOf(TransportError)
      await expect(lost).rejects.toMatchObject({ code: 'ENOBUFS' })
    })

    it('has the devices that it was given, and none else', async () => {
      const kernel = new FakeKernel({ devices: { wan0: 9 }, ...options })
      await using tc = await TrafficControl.open({ transport: kernel.open })
      await expect(tc.qdiscs.add({ ...HTB, dev: 'wan0' })).resolves.toMatchObject({ ifindex: 9, dev: 'wan0' })
      await expect(tc.qdiscs.add(HTB)).rejects.toMatchObject({ code: 'ENODEV' })
      kernel.devices.set('eth0', 10)
      await expect(tc.qdiscs.add(HTB)).resolves.toMatchObject({ ifindex: 10 })
    })

    it('has nothing to list or to get, unless a handler says otherwise', async () => {
      await using tc = await TrafficControl.open({ transport: fakeKernel(options).open })
      await expect(tc.qdiscs.list()).resolves.toEqual([])
      await expect(tc.qdiscs.get({ dev: 'eth0', parent: 'root', handle: '1:' })).rejects.toMatchObject({
        code: 'ENOENT',
      })
    })

    it('knows which sockets are open', async () => {
      const kernel = fakeKernel(options)
      const tc = await TrafficControl.open({ transport: kernel.open })
      await tc.qdiscs.list()
      expect(kernel.openSockets).toBeGreaterThan(0)
      await tc.close()
      expect(kernel.openSockets).toBe(0)
    })
  },
)

describe('a socket of the fake kernel', () => {
  it('gets what is sent to a group only once it has joined', async () => {
    const kernel = fakeKernel()
    const socket = kernel.open()
    const buffer = new Uint8Array(1000)
    kernel.notify(RTNLGRP_TC, { type: RTM_NEWQDISC, body: qdiscBody(0x10000) })
    expect(await socket.receive(buffer)).toBe(-1)
    socket.join(RTNLGRP_TC)
    kernel.notify(RTNLGRP_TC, { type: RTM_NEWQDISC, body: qdiscBody(0x10000) })
    expect(await socket.receive(buffer)).toBeGreaterThan(0)
  })

  it('tells the true length of what does not fit', async () => {
    const kernel = fakeKernel()
    const socket = kernel.open()
    kernel.deliver(new Uint8Array(100).fill(7))
    const buffer = new Uint8Array(10)
    expect(await socket.receive(buffer)).toBe(100)
    expect(buffer).toEqual(new Uint8Array(10).fill(7))
  })

  it('ends waits when it is closed, and takes nothing afterwards', async () => {
    const socket = fakeKernel().open()
    const wait = socket.readable(60_000)
    socket.close()
    await wait
    expect(() => socket.send(new Uint8Array(16))).toThrow(TransportError)
  })
})

describe('a request', () => {
  it('says where its attributes are, and which it lacks', async () => {
    const kernel = fakeKernel()
    await using tc = await TrafficControl.open({ transport: kernel.open })
    await tc.qdiscs.add(HTB)
    const [request] = kernel.sent(RTM_NEWQDISC)
    expect(request?.offsetOf(TCA_KIND)).toBe(16 + 20)
    expect(() => request?.offsetOf(TCA_OPTIONS, 99)).toThrow(RangeError)
  })

  it('cannot be refused for a reason that is none', async () => {
    const kernel = fakeKernel()
    kernel.on(RTM_NEWQDISC, (request) => request.refuse('EWHATEVER'))
    await using tc = await TrafficControl.open({ transport: kernel.open })
    await expect(tc.qdiscs.add(HTB)).rejects.toThrow('EWHATEVER')
  })
})
