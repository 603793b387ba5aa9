// The other host: a process in a network namespace of its own. It takes the traffic that arrives and counts it,
// and sends the download. It lives as long as the demo.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Answer, Question } from './peer-process.ts'
import { type Flow, flows } from './plan.ts'
import { pour, Sink } from './traffic.ts'

const sink = new Sink()

async function serveTcp({ name, port, direction }: Flow): Promise<void> {
  const server = createServer((socket) => {
    if (direction === 'down') pour(socket)
    else sink.drain(name, socket)
  })
  await once(server.listen(port), 'listening')
}

async function serveUdp({ name, port }: Flow): Promise<void> {
  const socket = createSocket('udp4').on('message', (packet) => sink.add(name, packet.length))
  await once(socket.bind(port), 'listening')
}

function answer(answer: Answer): void {
  process.send?.(answer)
}

process.on('message', (_question: Question) => answer({ at: performance.now(), received: sink.read() }))
process.on('disconnect', () => process.exit())

await Promise.all(flows.map((flow) => (flow.transport === 'tcp' ? serveTcp(flow) : serveUdp(flow))))
answer({ at: performance.now(), received: {} })
