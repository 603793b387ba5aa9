// Measures what each flow gets: what its class let through by the kernel's own counters, and what arrived as
// payload at the other end.

import type { Class, Stats, TrafficControl } from 'netsched'
import type { Answer, Peer } from './peer-process.ts'
import { ARRIVALS, type Flow, flows, here, PAYLOAD_SHARE, TOLERANCE } from './plan.ts'
import type { Sink } from './traffic.ts'

/** All counters at one time. */
interface Sample {
  at: number
  classes: Map<string, Stats>
  /** By this host, of what goes down. */
  here: Answer
  /** By the peer, of what goes up. */
  there: Answer
}

/** What a flow got over some time. */
export interface Measurement {
  flow: Flow
  /** What its class let through, headers included. @unit bit/s */
  rate: number
  /** What arrived, headers left out. @unit bit/s */
  received: number
  /** Packets that found no room in the queue of the class. */
  drops: number
  /** What waits there at the end. @unit bytes */
  backlog: number
}

const BITS_PER_MS = 8 * 1000

/** Reads all counters. */
export class Meter {
  private readonly tc: TrafficControl
  private readonly peer: Peer
  private readonly sink: Sink

  constructor(tc: TrafficControl, peer: Peer, sink: Sink) {
    this.tc = tc
    this.peer = peer
    this.sink = sink
  }

  async read(): Promise<Sample> {
    const there = await this.peer.received()
    const classes = [
      ...(await this.tc.classes.list({ dev: here.dev })),
      ...(await this.tc.classes.list({ dev: ARRIVALS })),
    ]
    const at = performance.now()
    return { at, classes: byId(classes), here: { at, received: this.sink.read() }, there }
  }
}

function byId(classes: Class[]): Map<string, Stats> {
  return new Map(classes.flatMap(({ classid, stats }) => (stats === undefined ? [] : [[classid, stats]])))
}

/** What each flow got between two samples. */
export function between(start: Sample, end: Sample): Measurement[] {
  return flows.map((flow) => {
    const before = counters(start, flow)
    const after = counters(end, flow)
    return {
      flow,
      rate: ((after.bytes - before.bytes) / (end.at - start.at)) * BITS_PER_MS,
      received: ((after.payload - before.payload) / (after.at - before.at)) * BITS_PER_MS,
      drops: after.drops - before.drops,
      backlog: after.backlog,
    }
  })
}

function counters({ classes, here, there }: Sample, { name, classid, direction }: Flow) {
  const { bytes = 0, drops = 0, backlog = 0 } = classes.get(classid) ?? {}
  const { at, received } = direction === 'up' ? there : here
  return { bytes, drops, backlog, payload: received[name] ?? 0, at }
}

/** How far a flow's rate is off, as a share of what is configured. */
export function deviation({ flow, rate }: Measurement): number {
  return rate / flow.rate - 1
}

/** Whether the class let through what it should, and the other end got it. */
export function isRight(measurement: Measurement): boolean {
  const { flow, received } = measurement
  const least = flow.rate * PAYLOAD_SHARE * (1 - TOLERANCE)
  return Math.abs(deviation(measurement)) <= TOLERANCE && received >= least
}
