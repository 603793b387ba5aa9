/**
 * `netsched/testing`: a kernel that only pretends, for tests of programs that use netsched. It needs no Linux, no
 * privilege and no network: it keeps what was sent, and answers as the test says.
 *
 * ```ts
 * import { TrafficControl } from 'netsched'
 * import { FakeKernel } from 'netsched/testing'
 * import { RTM_NEWQDISC } from 'netsched/wire'
 *
 * const kernel = new FakeKernel({ devices: { eth0: 2 } })
 * kernel.on(RTM_NEWQDISC, (request) => request.refuse('EEXIST', { message: 'Exclusivity flag on, cannot modify' }))
 *
 * await using tc = await TrafficControl.open({ transport: kernel.open })
 * await tc.qdiscs.add({ dev: 'eth0', parent: 'root', handle: '1:', kind: 'htb' }) // rejects with EEXIST
 * kernel.sent(RTM_NEWQDISC).length // 1
 * ```
 *
 * Without a handler, requests for devices are answered from the table `devices`, dumps are empty, what asks for
 * one object hears ENOENT, and what makes one is acknowledged and, where it asks for an echo, echoed.
 *
 * @module
 */

export type { AckParts, Body, DumpParts, MessageParts } from './testing/answers.ts'
export { type Delivery, FakeKernel, type FakeKernelOptions, type Handler } from './testing/fake-kernel.ts'
export type { FakeRequest, RequestVerb } from './testing/fake-request.ts'
