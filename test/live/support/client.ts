// Opens the client of a live test over the transport that the run is about: NETSCHED_TEST_TRANSPORT is `direct`
// (unless given), `event` or `offthread`. It is closed when the test ends.

import { onTestFinished } from 'vitest'
import { type OpenOptions, TrafficControl } from '../../../src/index.ts'

const TRANSPORTS: Readonly<Record<string, OpenOptions>> = {
  direct: { transport: 'direct' },
  event: { transport: 'event' },
  offthread: { offThread: true },
}

/** The transport of this run, as options of `TrafficControl.open`. */
export function transportOptions(name = process.env['NETSCHED_TEST_TRANSPORT'] ?? 'direct'): OpenOptions {
  const options = TRANSPORTS[name]
  if (options === undefined)
    throw new Error(`NETSCHED_TEST_TRANSPORT: ${name} is none of direct, event, offthread`)
  return options
}

/** A client over the transport of this run. */
export async function openClient(options: OpenOptions = {}): Promise<TrafficControl> {
  const client = await TrafficControl.open({ ...transportOptions(), ...options })
  onTestFinished(() => client.close())
  return client
}
