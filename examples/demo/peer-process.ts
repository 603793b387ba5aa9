// Starts the other host, and asks it what it received.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Asks what arrived so far. */
export type Question = 'received?'

/** What arrived so far: bytes of payload by flow, and when they were counted by the peer's clock in ms. */
export interface Answer {
  at: number
  received: Record<string, number>
}

/** The process that is the other host. Disposing of it ends it, and with it its network namespace. */
export class Peer implements AsyncDisposable {
  /** Its process id, by which its network namespace is found. */
  readonly pid: number
  private readonly child: ChildProcess
  private readonly ended: Promise<never>

  private constructor(child: ChildProcess) {
    this.child = child
    this.pid = child.pid ?? 0
    this.ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the other host ended: ${code ?? signal}`)
    })
    // Only who waits for an answer wants to know.
    this.ended.catch(() => {})
  }

  /** Starts it in a new network namespace, and waits until it serves. */
  static async start(): Promise<Peer> {
    const program = fileURLToPath(new URL('peer.ts', import.meta.url))
    // unshare becomes what it starts, so the process id is that of the peer.
    const child = spawn('unshare', ['--net', process.execPath, ...process.execArgv, program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const peer = new Peer(child)
    await peer.answer()
    return peer
  }

  /** What it received so far. */
  received(): Promise<Answer> {
    this.child.send('received?' satisfies Question)
    return this.answer()
  }

  private async answer(): Promise<Answer> {
    const [answer] = await Promise.race([once(this.child, 'message'), this.ended])
    return answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.connected) this.child.disconnect()
    await this.ended.catch(() => {})
  }
}
