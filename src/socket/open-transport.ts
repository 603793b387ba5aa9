// Chooses the transport: direct calls where koffi loads, the netlink add-on's socket elsewhere.

import { DirectTransport } from './direct-transport.ts'
import { TransportError } from './errors.ts'
import { EventTransport } from './event-transport.ts'
import { PoolTransport } from './pool-transport.ts'
import type { Transport } from './transport.ts'

/** What carries requests: `direct` system calls, or the `event` socket of the netlink add-on. */
export type TransportKind = 'direct' | 'event'

/** Opens a transport in the namespace that the thread is in. */
export function openTransport(kind: TransportKind, options: { offThread: boolean }): Transport {
  if (kind === 'event') return new EventTransport()
  try {
    return options.offThread ? new PoolTransport() : new DirectTransport()
  } catch (error) {
    if (error instanceof TransportError && error.syscall === 'koffi') return new EventTransport()
    throw error
  }
}
