// The shared action tables: RTM_NEWACTION, RTM_DELACTION and RTM_GETACTION. Their messages have a
// header of their own (struct tcamsg), shorter than that of all other traffic-control messages.

import {
  decodeTcRootAttrs,
  encodeTcActAttrs,
  encodeTcamsg,
  TCA_ROOT_FLAGS,
  TCA_ROOT_TAB,
  TCA_ROOT_TIME_DELTA,
  TCAMSG_SIZE,
  type TcActAttrs,
  tcRootAttrsNames,
} from '../generated/tc/common.ts'
import { TCA_ACT_FLAG_LARGE_DUMP_ON } from '../generated/tc/constants.ts'
import { RTM_DELACTION, RTM_GETACTION, RTM_NEWACTION } from '../generated/tc/operations.ts'
import { actionDevices, fromAction, toAction } from '../kinds/action/attrs.ts'
import type { Action, ActionSpec } from '../kinds/action/spec.ts'
import { checkKind } from '../kinds/raw.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import { bounded, type CallOptions, type Explain } from '../socket/request.ts'
import { checkInteger } from '../units/integer.ts'
import { NLM_F_CREATE, NLM_F_ECHO, NLM_F_EXCL, NLM_F_REPLACE, NLM_F_ROOT } from '../wire/constants.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import { Decoding } from './decode-context.ts'
import { diagnose } from './diagnose.ts'
import { type Encoding, encodingFor } from './encode-context.ts'
import { deleteObject, exchangeAck } from './exchange.ts'
import type { DeleteOptions, Session } from './session.ts'

/** Which action is meant. */
export interface ActionTarget {
  kind: string
  /** Its number in the kind's table, from 1. */
  index: number
}

/** Which actions to list: tables are per kind, and the kernel lists one at a time. */
export interface ActionQuery {
  kind: string
  /** Only those that a packet met in the last so many milliseconds. */
  usedWithin?: number | undefined
}

const MAX_U32 = 0xffff_ffff
/** Place of an action in a request that holds just one. */
const FIRST = 1

/** Actions in the tables that all filters of a network namespace share. */
export class Actions {
  private readonly session: Session

  /** @internal */
  constructor(session: Session) {
    this.session = session
  }

  /**
   * Puts an action into its kind's table, and gives it back with the index that the kernel chose.
   * @throws KernelError EEXIST where the index is taken
   */
  add(spec: ActionSpec, call: CallOptions = {}): Promise<Action> {
    return this.make('action add', NLM_F_CREATE | NLM_F_EXCL, spec, call)
  }

  /**
   * Changes an action, for all filters that use it.
   * @throws KernelError ENOENT where it is not there
   */
  async change(spec: ActionSpec & { index: number }, call: CallOptions = {}): Promise<Action> {
    call = bounded(call)
    // The kernel would make what is not there.
    await this.get(spec, call)
    return this.make('action change', NLM_F_REPLACE, spec, call)
  }

  /** Makes an action, or changes the one of that index. */
  replace(spec: ActionSpec, call: CallOptions = {}): Promise<Action> {
    return this.make('action replace', NLM_F_CREATE | NLM_F_REPLACE, spec, call)
  }

  /**
   * Deletes an action.
   * @returns `true`, or with `ifExists` `false` where there was none
   * @throws KernelError EPERM, with reason `in-use`, where a filter still uses it
   */
  async delete(target: ActionTarget, options: DeleteOptions = {}): Promise<boolean> {
    options = bounded(options)
    const write = (w: Writer) => writeActions(w, [toTarget(target)])
    const request = { ...this.head('action delete', RTM_DELACTION, 0), write }
    const isGone = (error: KernelError) => error.code === 'ENOENT' || this.isUnused(target.kind, error)
    return deleteObject(() => exchangeAck(this.session, request, options), options.ifExists, isGone)
  }

  /**
   * One action.
   * @throws KernelError ENOENT where it is not there
   */
  get(target: ActionTarget, call: CallOptions = {}): Promise<Action> {
    const write = (w: Writer) => writeActions(w, [toTarget(target)])
    return this.exchange('action get', RTM_GETACTION, 0, write, call)
  }

  /** All actions of a kind's table. */
  async list(query: ActionQuery, call: CallOptions = {}): Promise<Action[]> {
    call = bounded(call)
    const { listing, decoding } = this.listing(query)
    const actions = await this.session.sockets.list('action list', listing, call)
    if (decoding.incomplete) await decoding.complete(call)
    return actions
  }

  /** All actions of a kind's table, one after the other, without holding them all. */
  async *stream(query: ActionQuery, call: CallOptions = {}): AsyncGenerator<Action, void, undefined> {
    const { listing, decoding } = this.listing(query)
    for await (const batch of this.session.sockets.stream('action list', listing, call)) {
      if (decoding.incomplete) await decoding.complete(call)
      yield* batch
    }
  }

  /** Deletes all actions of a kind that no filter uses; no error where there are none. */
  async flush(query: { kind: string }, call: CallOptions = {}): Promise<void> {
    call = bounded(call)
    const kind = checkKind(query.kind, 'kind')
    const write = (w: Writer) => writeActions(w, [{ kind }])
    const request = { ...this.head('action flush', RTM_DELACTION, NLM_F_ROOT), write }
    await deleteObject(
      () => exchangeAck(this.session, request, call),
      true,
      (error) => this.isUnused(kind, error),
    )
  }

  // The kernel knows an action only once its module is loaded, which listing and deleting do not do.
  private isUnused(kind: string, { reason }: KernelError): boolean {
    return reason === 'kind-unknown' && this.session.kinds.action(kind) !== undefined
  }

  private async make(op: string, flags: number, spec: ActionSpec, call: CallOptions): Promise<Action> {
    call = bounded(call)
    const encoding = await encodingFor(this.session, actionDevices([spec], this.session.kinds), call)
    const write = (w: Writer) => writeActions(w, [toAction(spec, atTop(encoding))])
    try {
      return await this.exchange(op, RTM_NEWACTION, flags, write, call)
    } finally {
      encoding.release()
    }
  }

  private async exchange(
    op: string,
    type: number,
    flags: number,
    write: (w: Writer) => void,
    call: CallOptions,
  ): Promise<Action> {
    const decoding = new Decoding(this.session)
    let action: Action | undefined
    const onReply = (message: Message) => {
      const [wire] = readActions(message, RTM_NEWACTION, RTM_GETACTION)
      if (wire !== undefined) action = fromAction(wire, decoding)
    }
    await exchangeAck(this.session, { ...this.head(op, type, flags | NLM_F_ECHO), write, onReply }, call)
    if (decoding.incomplete) await decoding.complete(call)
    if (action === undefined) throw new TransportError(op, 0, 'the kernel did not tell the action')
    return action
  }

  private listing(query: ActionQuery) {
    const kind = checkKind(query.kind, 'kind')
    const { usedWithin } = query
    const decoding = new Decoding(this.session)
    const write = (w: Writer) => {
      writeActions(w, [{ kind }])
      // Without it a message holds 32 actions at most.
      w.bitfield32(TCA_ROOT_FLAGS, {
        value: TCA_ACT_FLAG_LARGE_DUMP_ON,
        selector: TCA_ACT_FLAG_LARGE_DUMP_ON,
      })
      if (usedWithin !== undefined) {
        w.u32(TCA_ROOT_TIME_DELTA, checkInteger(usedWithin, 'usedWithin', 0, MAX_U32))
      }
    }
    const listing = (found: (action: Action) => void) => ({
      ...this.head('action list', RTM_GETACTION, 0),
      write,
      onReply: (message: Message) => {
        for (const wire of readActions(message, RTM_GETACTION)) found(fromAction(wire, decoding))
      },
    })
    return { listing, decoding }
  }

  private head(op: string, type: number, flags: number) {
    return { op, type, flags, explain: this.explain }
  }

  private readonly explain: Explain = {
    headerSize: TCAMSG_SIZE,
    names: tcRootAttrsNames,
    select: (_message, kind) => this.session.kinds.action(kind)?.options.names,
    diagnose,
  }
}

function writeActions(w: Writer, actions: readonly TcActAttrs[]): void {
  encodeTcamsg(w, w.reserve(TCAMSG_SIZE), { family: 0 })
  const table = w.nest(TCA_ROOT_TAB)
  for (const [place, action] of actions.entries()) {
    const at = w.nest(place + FIRST)
    encodeTcActAttrs(w, action)
    w.end(at)
  }
  w.end(table)
}

function readActions({ reader, type, at, end }: Message, ...types: number[]): TcActAttrs[] {
  return types.includes(type) ? (decodeTcRootAttrs(reader, at + TCAMSG_SIZE, end).tab ?? []) : []
}

function toTarget({ kind, index }: ActionTarget): TcActAttrs {
  return { kind: checkKind(kind, 'kind'), index: checkInteger(index, 'index', 1, MAX_U32) }
}

// In a call that is about an action itself, paths start at the action.
function atTop(encoding: Encoding): Encoding {
  return { ...encoding, path: 'action' }
}
