// The seam between requests and the socket below them. Three implementations: system calls
// through koffi, the socket of the `netlink` package, and the fake for tests.

/** A bound netlink socket that carries datagrams to and from the kernel. */
export interface Transport {
  /** The port under which the kernel knows the socket. */
  readonly port: number

  /**
   * Sends one datagram of one or more requests. The caller may use `datagram` for something
   * else as soon as the call returns, also where it returns a promise.
   * @throws TransportError where the system refuses to take it
   */
  send(datagram: Uint8Array): void | Promise<void>

  /**
   * Reads the next datagram from the kernel into `buffer` and tells its true length, which is
   * above the buffer's where the rest was lost; -1 where none is there. Never waits. Datagrams
   * from anyone but the kernel are dropped unseen.
   * @throws TransportError on failure; ENOBUFS means that answers were lost
   */
  receive(buffer: Uint8Array): number | Promise<number>

  /** Waits until there may be something to receive, or `timeout` milliseconds. Keeps the process alive. */
  readable(timeout: number): Promise<void>

  /**
   * The name of the device with that index in the socket's network namespace, `undefined` where there is none.
   * Optional: without it the kernel is asked by message.
   */
  nameOf?(ifindex: number): string | undefined

  /** Joins a multicast group (an RTNLGRP_* number). */
  join(group: number): void

  /** Frees the socket. Waits that are under way end. */
  close(): void
}

/** Opens a transport; may be called many times, as each dump under way has a socket of its own. */
export type TransportFactory = () => Transport
