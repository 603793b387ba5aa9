// The main job of netsched, to look at: a link between two hosts is shaped, traffic is sent over it, and what each
// class gets is measured. `npm run demo` starts this (run.mjs) in namespaces of its own.

import { setTimeout as sleep } from 'node:timers/promises'
import { NetschedError, TrafficControl } from 'netsched'
import { describePlan } from './description.ts'
import { between, isRight, type Measurement, Meter } from './meter.ts'
import { Peer } from './peer-process.ts'
import { Picture } from './picture.ts'
import { shapeArrivals, shapeDepartures } from './shaping.ts'
import { printTable } from './table.ts'
import { isLive, print } from './terminal.ts'
import { joinHosts } from './topology.ts'
import { Sink, startTraffic } from './traffic.ts'

/** Until queues are full and TCP knows the link. @unit ms */
const SETTLE = 1500
/** How long is measured, and how long again where that gave a wrong rate. @unit ms */
const MEASURE = 7000
const MEASURE_AGAIN = 15_000
/** How often the picture moves. It shows the last second. @unit ms */
const FRAME = isLive ? 200 : 1000
const FRAMES_A_SECOND = 1000 / FRAME

/** Measures for a while, and shows how it goes. */
async function measure(meter: Meter, duration: number): Promise<Measurement[]> {
  const picture = new Picture()
  const start = await meter.read()
  const recent = [start]
  for (;;) {
    await sleep(FRAME)
    const now = await meter.read()
    picture.show((now.at - start.at) / 1000, between(recent[0] ?? start, now))
    if (now.at - start.at >= duration) return between(start, now)
    recent.push(now)
    if (recent.length > FRAMES_A_SECOND) recent.shift()
  }
}

async function main(): Promise<boolean> {
  await using peer = await Peer.start()
  await using here = await TrafficControl.open()
  await using there = await TrafficControl.open({ netns: peer.pid })

  await joinHosts(here, there, peer.pid)
  await shapeDepartures(here)
  await shapeArrivals(here)
  describePlan()

  const sink = new Sink()
  using _traffic = await startTraffic(sink)
  const meter = new Meter(here, peer, sink)
  await sleep(SETTLE)

  let measurements = await measure(meter, MEASURE)
  if (!measurements.every(isRight)) {
    print('Some rate is off. This may be the machine: measured again, for longer.')
    measurements = await measure(meter, MEASURE_AGAIN)
  }
  printTable(measurements)
  return measurements.every(isRight)
}

/** What an older or smaller kernel may lack is told in a sentence. */
function fail(error: unknown): false {
  if (!(error instanceof NetschedError)) throw error
  console.error(`The demo cannot run here: ${error.message}`)
  return false
}

// When whoever started this has gone, nobody looks any more, and the namespaces can go too.
process.on('disconnect', () => process.exit(1))
process.exit((await main().catch(fail)) ? 0 : 1)
