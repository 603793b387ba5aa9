// Bytes that are not what the protocol says, in every place where they can be: an error of our own, never a hang, a
// RangeError or half an object, and the client works afterwards (B12, and others' crashes).

import { describe, expect, it } from 'vitest'
import { MalformedMessageError, TrafficControl } from '../../../src/index.ts'
import type { FakeRequest } from '../../../src/testing.ts'
import {
  NLM_F_ACK_TLVS,
  NLM_F_CAPPED,
  NLMSG_ERROR,
  NLMSGERR_ATTR_MSG,
  RTM_GETQDISC,
  RTM_NEWQDISC,
  TCMSG_SIZE,
} from '../../../src/wire.ts'
import { answerGet, attribute, fakeKernel, qdiscBody, tcBody } from '../support/bodies.ts'

const TARGET = { ifindex: 2, parent: 'root', handle: '1:' }
const bytes = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const int = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer)
const header = new Uint8Array(TCMSG_SIZE)

/** A message whose header tells another length. */
function withLength(message: Uint8Array, length: number): Uint8Array {
  const copy = message.slice()
  copy.set(int(length))
  return copy
}

const answerWith = (body: Uint8Array) => (request: FakeRequest) => request.reply(RTM_NEWQDISC, body)

const CASES: Record<string, (request: FakeRequest) => Uint8Array> = {
  'a message length of 0': (request) => withLength(request.ack(), 0),
  'a message length below that of a header': (request) => withLength(request.ack(), 15),
  'a message length beyond the datagram': (request) => withLength(request.ack(), 4096),
  'a datagram shorter than a header': () => new Uint8Array(7),
  'an acknowledgement without errno': (request) => request.reply(NLMSG_ERROR, new Uint8Array(0)),
  'an acknowledgement with half an errno': (request) => request.reply(NLMSG_ERROR, new Uint8Array(2)),
  'a positive errno': (request) => request.reply(NLMSG_ERROR, bytes(int(22), new Uint8Array(16))),
  'an acknowledgement that ends before its extensions': (request) =>
    request.reply(NLMSG_ERROR, int(-22), { flags: NLM_F_ACK_TLVS }),
  'an extension longer than the acknowledgement': (request) =>
    request.reply(
      NLMSG_ERROR,
      bytes(int(-22), new Uint8Array(16), attribute(NLMSGERR_ATTR_MSG, int(0), 99)),
      {
        flags: NLM_F_ACK_TLVS | NLM_F_CAPPED,
      },
    ),
  'an extension of length 0': (request) =>
    request.reply(NLMSG_ERROR, bytes(int(-22), new Uint8Array(16), attribute(NLMSGERR_ATTR_MSG, int(0), 0)), {
      flags: NLM_F_ACK_TLVS | NLM_F_CAPPED,
    }),
  'an object shorter than its header': answerWith(new Uint8Array(8)),
  'an attribute of length 0': answerWith(bytes(header, attribute(1, int(0), 0))),
  'an attribute of length 3': answerWith(bytes(header, attribute(1, int(0), 3))),
  'an attribute of length 200 in a body of 40': answerWith(
    bytes(header, attribute(1, new Uint8Array(16), 200)),
  ),
  'half a header of an attribute': answerWith(bytes(header, new Uint8Array(2).fill(9))),
  'a nested attribute of length 0': answerWith(
    bytes(header, attribute(1, new TextEncoder().encode('htb\0')), attribute(2, attribute(2, int(0), 0))),
  ),
  'a nested attribute beyond its nest': answerWith(
    bytes(header, attribute(1, new TextEncoder().encode('htb\0')), attribute(2, attribute(2, int(0), 40))),
  ),
  'a number of 2 bytes where 4 are due': answerWith(bytes(header, attribute(11, new Uint8Array(2)))),
}

describe.each([
  { socket: 'direct calls', asynchronous: false },
  { socket: 'calls on the thread pool', asynchronous: true },
])('over $socket', ({ asynchronous }) => {
  describe.each(Object.entries(CASES))('%s', (_, answer) => {
    it('rejects the request that it answers', async () => {
      const kernel = fakeKernel({ asynchronous })
      kernel.on(RTM_GETQDISC, (request) => [answer(request), request.ack()])
      await using tc = await TrafficControl.open({ transport: kernel.open })
      await expect(tc.qdiscs.get(TARGET)).rejects.toBeInstanceOf(MalformedMessageError)
      kernel.on(RTM_GETQDISC, answerGet)
      await expect(tc.qdiscs.get(TARGET)).resolves.toMatchObject({ handle: '1:' })
    })

    it('rejects the dump that it is in', async () => {
      const kernel = fakeKernel({ asynchronous })
      kernel.on(RTM_GETQDISC, (request) => [answer(request), request.done()])
      await using tc = await TrafficControl.open({ transport: kernel.open })
      await expect(tc.qdiscs.list()).rejects.toBeInstanceOf(MalformedMessageError)
      kernel.on(RTM_GETQDISC, (request) => request.dump(RTM_NEWQDISC, [qdiscBody(0x10000)]))
      await expect(tc.qdiscs.list()).resolves.toMatchObject([{ handle: '1:' }])
    })
  })

  it("takes a kernel's sentence that has no NUL at its end", async () => {
    const kernel = fakeKernel({ asynchronous })
    const text = new TextEncoder().encode('no NUL')
    kernel.on(RTM_GETQDISC, (request) =>
      request.reply(NLMSG_ERROR, bytes(int(-22), new Uint8Array(16), attribute(NLMSGERR_ATTR_MSG, text)), {
        flags: NLM_F_ACK_TLVS | NLM_F_CAPPED,
      }),
    )
    await using tc = await TrafficControl.open({ transport: kernel.open })
    await expect(tc.qdiscs.get(TARGET)).rejects.toMatchObject({ code: 'EINVAL', extack: 'no NUL' })
  })

  it('gives no half of an object: what a dump told before is not in the error', async () => {
    const kernel = fakeKernel({ asynchronous })
    const broken = tcBody({ handle: 0x20000 }, { unknown: [{ type: 11, data: new Uint8Array(1) }] })
    kernel.on(RTM_GETQDISC, (request) => request.dump(RTM_NEWQDISC, [qdiscBody(0x10000), broken]))
    await using tc = await TrafficControl.open({ transport: kernel.open })
    const error = await tc.qdiscs.list().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MalformedMessageError)
    expect(error).not.toHaveProperty('partial')
  })
})
