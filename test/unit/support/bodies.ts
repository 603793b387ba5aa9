// What fake kernels in tests tell: bodies of messages, written by the generated encoders.

import { FakeKernel, type FakeKernelOptions, type FakeRequest } from '../../../src/testing.ts'
import {
  align4,
  decodeTcmsg,
  encodeTcAttrs,
  encodeTcmsg,
  RTM_GETQDISC,
  RTM_NEWQDISC,
  TCMSG_SIZE,
  type TcAttrs,
  type Tcmsg,
  type Writer,
} from '../../../src/wire.ts'

/** Index of eth0 in every fake kernel of these tests. */
export const ETH0 = 2

/** A fake kernel that has lo and eth0. */
export function fakeKernel(options: FakeKernelOptions = {}): FakeKernel {
  return new FakeKernel({ devices: { lo: 1, eth0: ETH0 }, ...options })
}

/** The body of a qdisc, class or filter message about eth0. */
export function tcBody(header: Partial<Tcmsg>, attrs: TcAttrs): (w: Writer) => void {
  return (w) => {
    const at = w.reserve(TCMSG_SIZE)
    encodeTcmsg(w, at, { family: 0, ifindex: ETH0, handle: 0, parent: 0xffff_ffff, info: 0, ...header })
    encodeTcAttrs(w, attrs)
  }
}

/** The body of a qdisc of a kind that has no descriptor. */
export function qdiscBody(handle: number, kind = 'other'): (w: Writer) => void {
  return tcBody({ handle }, { kind })
}

/** The handle that a request is about. */
export function handleIn({ reader, headerAt, bytes }: FakeRequest): number {
  return decodeTcmsg(reader, headerAt, bytes.length).handle
}

/** Answers `qdiscs.get` with a qdisc of the handle that was asked for. */
export function answerGet(request: FakeRequest): Uint8Array[] {
  return [request.reply(RTM_NEWQDISC, qdiscBody(handleIn(request))), request.ack()]
}

/** Lets requests for one qdisc wait, until they are answered by hand. */
export function holdGets(kernel: FakeKernel): FakeRequest[] {
  const held: FakeRequest[] = []
  kernel.on(RTM_GETQDISC, (request) => {
    if (request.isDump) return undefined
    held.push(request)
    return []
  })
  return held
}

/** Lets the event loop turn so many times. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the event loop turn until `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** One attribute with any length in its header. */
export function attribute(type: number, payload: Uint8Array, length = payload.length + 4): Uint8Array {
  const bytes = new Uint8Array(align4(payload.length + 4))
  const header = new Uint16Array([length, type])
  bytes.set(new Uint8Array(header.buffer))
  bytes.set(payload, 4)
  return bytes
}
