// The client: sockets in one network namespace, and the resources that use them.

import { type CustomKinds, Kinds } from './kinds/registry.ts'
import { Actions } from './resources/actions.ts'
import { Addresses } from './resources/addresses.ts'
import { Classes } from './resources/classes.ts'
import { Filters } from './resources/filters.ts'
import { Links } from './resources/links.ts'
import { Qdiscs } from './resources/qdiscs.ts'
import type { Session, Warning } from './resources/session.ts'
import { NamespaceHandle, type Netns } from './socket/netns.ts'
import { openTransport, type TransportKind } from './socket/open-transport.ts'
import { Sockets } from './socket/sockets.ts'
import type { TransportFactory } from './socket/transport.ts'
import { Clock } from './units/psched.ts'

/** How a client is opened. */
export interface OpenOptions {
  /** The network namespace to work in, for as long as the client lives. @default that of the process */
  netns?: Netns | undefined
  /** Make system calls on the thread pool, so that a busy kernel never stalls the event loop. @default false */
  offThread?: boolean | undefined
  /** Descriptors for kinds that are not built in. They go before the built-in ones. */
  kinds?: CustomKinds | undefined
  /** Is told what the kernel says of requests that it carried out. */
  onWarning?: ((warning: Warning) => void) | undefined
  /**
   * What carries the messages: `direct` system calls, or the `event` socket of the netlink add-on, which is
   * also taken where direct calls cannot be had; or one of your own, such as the fake of `netsched/testing`.
   * @default direct
   */
  transport?: TransportKind | TransportFactory | undefined
}

/** Traffic control in one network namespace. */
export class TrafficControl implements AsyncDisposable {
  readonly qdiscs: Qdiscs
  readonly classes: Classes
  readonly filters: Filters
  readonly actions: Actions
  /** Network devices. */
  readonly links: Links
  /** IP addresses of network devices. */
  readonly addresses: Addresses
  /** File of the namespace that was asked for; `undefined` where it is that of the process. */
  readonly netns: string | undefined
  private readonly sockets: Sockets
  private readonly namespace: NamespaceHandle | undefined

  private constructor(options: OpenOptions) {
    this.namespace = options.netns === undefined ? undefined : new NamespaceHandle(options.netns)
    this.netns = this.namespace?.path
    try {
      this.sockets = new Sockets(transportFactory(options, this.namespace))
    } catch (error) {
      this.namespace?.close()
      throw error
    }
    const session: Session = {
      sockets: this.sockets,
      kinds: new Kinds(options.kinds),
      clock: new Clock(),
      onWarning: options.onWarning,
    }
    this.qdiscs = new Qdiscs(session)
    this.classes = new Classes(session)
    this.filters = new Filters(session)
    this.actions = new Actions(session)
    this.links = new Links(session)
    this.addresses = new Addresses(session)
  }

  /**
   * Opens a client. It needs no privilege; what changes something needs CAP_NET_ADMIN.
   * @throws TransportError where the system gives no socket, or has no such namespace
   * @throws KernelError EPERM where the namespace may not be entered
   */
  static async open(options: OpenOptions = {}): Promise<TrafficControl> {
    return new TrafficControl(options)
  }

  /** Closes the client. Calls under way, and later ones, reject with a `ClosedError`. */
  async close(): Promise<void> {
    this.sockets.close()
    this.namespace?.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function transportFactory(options: OpenOptions, namespace: NamespaceHandle | undefined): TransportFactory {
  const { transport = 'direct', offThread = false } = options
  const open = typeof transport === 'function' ? transport : () => openTransport(transport, { offThread })
  return namespace === undefined ? open : () => namespace.run(open)
}
