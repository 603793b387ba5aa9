// The transports themselves on the running kernel: what is lost is told, and closing ends all that is under way.

import { describe, expect, onTestFinished } from 'vitest'
import { TransportError } from '../../src/index.ts'
import { openTransport } from '../../src/socket/open-transport.ts'
import type { Transport } from '../../src/socket/transport.ts'
import { liveTest } from './support/live-test.ts'

const NLM_F_REQUEST = 1
const NLM_F_ACK = 4
const RTM_GETLINK = 18

/** Asks for lo, which has index 1 in every namespace. */
function askForLo(transport: Transport, sequence: number): Uint8Array {
  const words = [32, RTM_GETLINK | ((NLM_F_REQUEST | NLM_F_ACK) << 16), sequence, transport.port, 0, 1, 0, 0]
  return new Uint8Array(Uint32Array.from(words).buffer)
}

/** Reads what is there, until nothing comes for a while, and gives the sequence numbers. */
async function readAll(transport: Transport): Promise<number[]> {
  const buffer = new Uint8Array(65_536)
  const sequences: number[] = []
  for (let silent = 0; silent < 2; ) {
    const length = await transport.receive(buffer)
    if (length > 0) sequences.push(new Uint32Array(buffer.buffer, 8, 1)[0] ?? 0)
    else await transport.readable(50)
    silent = length > 0 ? 0 : silent + 1
  }
  return sequences
}

const KINDS = [
  { name: 'direct calls', kind: 'direct', offThread: false },
  { name: 'calls on the thread pool', kind: 'direct', offThread: true },
  { name: 'the event socket', kind: 'event', offThread: false },
] as const

for (const { name, kind, offThread } of KINDS) {
  describe(name, () => {
    const open = (): Transport => {
      const transport = openTransport(kind, { offThread })
      onTestFinished(() => transport.close())
      return transport
    }

    liveTest('carry a request and its answer', {}, async () => {
      const transport = open()
      await transport.send(askForLo(transport, 7))
      expect(await readAll(transport)).toEqual([7, 7])
    })

    liveTest('tell that answers were lost, and work on', {}, async () => {
      const transport = open()
      // Far more than fit into the receive queue, with nobody who reads.
      const sends = Array.from({ length: 3000 }, (_, i) => transport.send(askForLo(transport, i + 1)))
      await Promise.allSettled(sends)
      const error = await readAll(transport).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TransportError)
      expect(error).toMatchObject({ code: 'ENOBUFS' })
      await readAll(transport)
      await transport.send(askForLo(transport, 9))
      expect(await readAll(transport)).toEqual([9, 9])
    })

    liveTest('end what is under way when they are closed, and take nothing afterwards', {}, async () => {
      const transport = open()
      const sends = Array.from({ length: 100 }, (_, i) => transport.send(askForLo(transport, i + 1)))
      const waits = [transport.readable(60_000)]
      transport.close()
      transport.close()
      await Promise.allSettled([...sends, ...waits])
      const late = async () => transport.send(askForLo(transport, 200))
      await expect(late()).rejects.toBeInstanceOf(TransportError)
    })
  })
}
