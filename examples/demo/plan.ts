// What the demo builds, in numbers: who is where, and which traffic gets which rate. The other files
// only carry it out.

/** One kind of traffic, and what it may have of the link. */
export interface Flow {
  readonly name: string
  readonly transport: 'tcp' | 'udp'
  /** The port at the peer, by which filters tell it from the others. */
  readonly port: number
  /** `up` from this host to the peer, `down` from the peer to this host. */
  readonly direction: 'up' | 'down'
  /** What it is shaped to. @unit bit/s */
  readonly rate: number
  /** What may wait for it. @unit bytes */
  readonly queue: number
  /** The class that shapes it. */
  readonly classid: string
}

const MBIT = 1e6
const KIB = 1024

/** The two hosts. The addresses are of a range for documentation (RFC 5737): nothing real has them. */
export const here = { dev: 'here0', address: '192.0.2.1' } as const
export const there = { dev: 'there0', address: '192.0.2.2' } as const
export const PREFIX = 24

/** What arrives passes this device, so that it can be shaped. */
export const ARRIVALS = 'arrivals0'

/** What all that leaves gets at most. @unit bit/s */
export const LINK_RATE = 40 * MBIT

export const flows: readonly Flow[] = [
  {
    name: 'web',
    direction: 'up',
    transport: 'tcp',
    port: 8080,
    rate: 20 * MBIT,
    queue: 256 * KIB,
    classid: '1:10',
  },
  {
    name: 'video',
    direction: 'up',
    transport: 'udp',
    port: 5004,
    rate: 10 * MBIT,
    queue: 96 * KIB,
    classid: '1:20',
  },
  {
    name: 'other',
    direction: 'up',
    transport: 'tcp',
    port: 9000,
    rate: 5 * MBIT,
    queue: 256 * KIB,
    classid: '1:30',
  },
  {
    name: 'download',
    direction: 'down',
    transport: 'tcp',
    port: 7000,
    rate: 15 * MBIT,
    queue: 256 * KIB,
    classid: '2:10',
  },
]

/** The class of what leaves and no filter knows. */
export const DEFAULT_CLASS = '1:30'

/** UDP does not slow down by itself: it is sent so much faster than its class lets through. */
export const UDP_EXCESS = 1.2

/** How far a measured rate may be off. */
export const TOLERANCE = 0.1

/** The least that arrives as payload of what a class lets through: the rest is headers. */
export const PAYLOAD_SHARE = 0.95
