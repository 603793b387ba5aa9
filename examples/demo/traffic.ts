// Real traffic by Node's own sockets: what sends as fast as it can, or at a pace, and what counts what arrives.

import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Flow, flows, there, UDP_EXCESS } from './plan.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const PACKET = Buffer.alloc(1400)
const BITS = 8
/** How often a paced sender wakes up. @unit ms */
const TURN = 5
/** Turns that it makes up for when it was woken late. */
const MOST_TURNS = 20

/** Starts all flows. What arrives here goes to `sink`. Disposing of the result ends them. */
export async function startTraffic(sink: Sink): Promise<Disposable> {
  const stops = await Promise.all(
    flows.map((flow) => (flow.transport === 'tcp' ? startTcp(flow, sink) : startUdp(flow))),
  )
  return {
    [Symbol.dispose]: () => {
      for (const stop of stops) stop()
    },
  }
}

async function startTcp({ name, port, direction }: Flow, sink: Sink): Promise<() => void> {
  const socket = connect(port, there.address)
  await once(socket, 'connect')
  if (direction === 'up') pour(socket)
  else sink.drain(name, socket)
  return () => socket.destroy()
}

async function startUdp({ port, rate }: Flow): Promise<() => void> {
  const socket = createSocket('udp4')
  socket.connect(port, there.address)
  await once(socket, 'connect')
  const stop = pace(socket, rate * UDP_EXCESS)
  return () => {
    stop()
    socket.close()
  }
}

/** Sends over TCP as fast as the link takes it, until the socket is closed. */
export function pour(socket: Socket): void {
  const fill = () => {
    while (socket.writable && socket.write(CHUNK)) {
      // write() says when it is enough
    }
  }
  socket.on('drain', fill).on('error', () => socket.destroy())
  fill()
}

/** Sends over UDP at a rate in bit/s, a few packets at a time. Returns what stops it. */
export function pace(socket: UdpSocket, rate: number): () => void {
  const perMs = rate / BITS / 1000 / PACKET.length
  let due = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    due = Math.min(due + (now - last) * perMs, perMs * TURN * MOST_TURNS)
    last = now
    // What the kernel did not take yet waits in the socket: it need not grow.
    for (; due >= 1 && socket.getSendQueueCount() === 0; due -= 1) socket.send(PACKET, ignore)
  }, TURN)
  return () => clearInterval(timer)
}

// A packet that is lost is what a shaped link is about.
function ignore(): void {}

/** Counts the bytes of payload that arrive, flow by flow. */
export class Sink {
  private readonly counts = new Map<string, number>()

  /** Takes all that arrives on a TCP connection. */
  drain(name: string, socket: Socket): void {
    socket.on('data', (chunk) => this.add(name, chunk.length)).on('error', () => socket.destroy())
  }

  add(name: string, bytes: number): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + bytes)
  }

  /** Bytes so far, by flow. */
  read(): Record<string, number> {
    return Object.fromEntries(this.counts)
  }
}
