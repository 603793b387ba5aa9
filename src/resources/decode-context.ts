// Gives decoded objects the names of their devices. Names that are not known while a message is
// decoded are asked for afterwards, all at once, before the objects reach the user.

import type { DecodeContext, Named } from '../kinds/context.ts'
import type { CallOptions } from '../socket/request.ts'
import { nameOfDevice, namesOfDevices } from './device-names.ts'
import type { Session } from './session.ts'

interface Unnamed {
  readonly ifindex: number
  readonly target: Named
}

/** From so many unknown names on, all devices are listed instead of asking for each. */
const MANY = 4

/** The context in which the answers to one call are decoded. */
export class Decoding implements DecodeContext {
  readonly clock
  readonly kinds
  private readonly session: Session
  private readonly names = new Map<number, string>()
  private unnamed: Unnamed[] = []

  constructor(session: Session, known?: { ifindex: number; dev: string }) {
    this.session = session
    this.clock = session.clock
    this.kinds = session.kinds
    if (known !== undefined) this.names.set(known.ifindex, known.dev)
  }

  nameDevice(ifindex: number, target: Named): void {
    // An action whose device is gone has 0.
    if (ifindex === 0) return
    const name = this.names.get(ifindex)
    if (name !== undefined) target.dev = name
    else this.unnamed.push({ ifindex, target })
  }

  /** Takes note of a name that a message tells by the way. */
  learn(ifindex: number, name: string): void {
    this.names.set(ifindex, name)
  }

  /** Whether objects wait for a name. */
  get incomplete(): boolean {
    return this.unnamed.length > 0
  }

  /** Names all that wait. An object whose device is gone keeps none. */
  async complete(call: CallOptions): Promise<void> {
    const waiting = this.unnamed
    if (waiting.length === 0) return
    this.unnamed = []
    const indexes = waiting.map(({ ifindex }) => ifindex).filter((ifindex) => !this.names.has(ifindex))
    await this.ask(new Set(indexes), call)
    for (const { ifindex, target } of waiting) {
      const name = this.names.get(ifindex)
      if (name !== undefined) target.dev = name
    }
  }

  private async ask(indexes: ReadonlySet<number>, call: CallOptions): Promise<void> {
    if (indexes.size >= MANY) {
      for (const [ifindex, name] of await namesOfDevices(this.session, call)) this.names.set(ifindex, name)
      return
    }
    for (const ifindex of indexes) {
      const name = await nameOfDevice(this.session, ifindex, call)
      if (name !== undefined) this.names.set(ifindex, name)
    }
  }
}
