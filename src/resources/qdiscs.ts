// Qdiscs: RTM_NEWQDISC, RTM_DELQDISC and RTM_GETQDISC.

import { TCA_DUMP_INVISIBLE, TCA_KIND } from '../generated/tc/common.ts'
import { RTM_DELQDISC, RTM_GETQDISC, RTM_NEWQDISC } from '../generated/tc/operations.ts'
import { KernelError } from '../socket/errors.ts'
import { bounded, type CallOptions, type Explain } from '../socket/request.ts'
import { formatHandle } from '../units/handle.ts'
import { NLM_F_ECHO, NLM_F_REPLACE } from '../wire/constants.ts'
import type { Writer } from '../wire/writer.ts'
import { Decoding } from './decode-context.ts'
import { type FoundDevice, findDevice } from './device-names.ts'
import { encodingFor } from './encode-context.ts'
import {
  deleteObject,
  exchangeAck,
  exchangeObject,
  listObjects,
  type ObjectRequest,
  streamObjects,
} from './exchange.ts'
import { explainTc } from './explain.ts'
import { placeOf, readQdisc, targetPlace, writeQdisc } from './qdisc-message.ts'
import type { Qdisc, QdiscSpec, QdiscTarget } from './qdisc-types.ts'
import type { Counter, DeleteOptions, ReadOptions, Session } from './session.ts'
import { readAddress, VERBS, type Verb, writeAddress } from './tc-object.ts'

const ENOENT = 2

/** Which qdiscs to list. */
export interface QdiscFilter {
  /** Those of this device only. */
  dev?: string | undefined
  /** Those of this device only, by index. */
  ifindex?: number | undefined
  /** Also the default qdiscs below classes, which the kernel hides otherwise. @default false */
  invisible?: boolean | undefined
}

/** Queueing disciplines of devices and classes. */
export class Qdiscs {
  private readonly session: Session
  private readonly explain: Explain

  /** @internal */
  constructor(session: Session) {
    this.session = session
    this.explain = explainTc(session.kinds, 'qdisc')
  }

  /**
   * Makes a qdisc, and gives it back as the kernel made it.
   * @throws KernelError EEXIST where one is in its place
   */
  add(spec: QdiscSpec, call: CallOptions = {}): Promise<Qdisc> {
    return this.make('add', spec, call)
  }

  /**
   * Changes options of a qdisc.
   * @throws KernelError ENOENT where it is not there
   */
  change(spec: QdiscSpec, call: CallOptions = {}): Promise<Qdisc> {
    return this.make('change', spec, call)
  }

  /**
   * Makes a qdisc, or puts it in the place of the one that is there. One of the same kind and handle
   * is changed instead, and keeps its queue; one of another kind needs another handle.
   */
  replace(spec: QdiscSpec, call: CallOptions = {}): Promise<Qdisc> {
    return this.make('replace', spec, call)
  }

  /** Puts the qdisc `handle`, which is there already, in the place `parent` too. */
  async link(target: QdiscTarget, call: CallOptions = {}): Promise<Qdisc> {
    call = bounded(call)
    const device = await findDevice(this.session, target, call)
    const head = { op: 'qdisc link', type: RTM_NEWQDISC, flags: NLM_F_REPLACE | NLM_F_ECHO }
    return this.exchange<false>(device, target, head, call)
  }

  /**
   * Deletes a qdisc and all below it. What waits in it is dropped.
   * @returns `true`, or with `ifExists` `false` where there was none
   */
  async delete(target: QdiscTarget, options: DeleteOptions = {}): Promise<boolean> {
    options = bounded(options)
    const device = await findDevice(this.session, target, options)
    const request = {
      op: 'qdisc delete',
      type: RTM_DELQDISC,
      flags: 0,
      explain: this.explain,
      write: (w: Writer) => writeTarget(w, device, target),
    }
    return deleteObject(() => exchangeAck(this.session, request, options), options.ifExists, isAbsent)
  }

  /**
   * One qdisc.
   * @throws KernelError ENOENT where it is not there
   */
  async get<B extends boolean = false>(
    target: QdiscTarget,
    options: ReadOptions<B> = {},
  ): Promise<Qdisc<Counter<B>>> {
    options = bounded(options)
    const device = await findDevice(this.session, target, options)
    const found = target.parent === undefined ? await this.findByHandle(device, target, options) : undefined
    if (found !== undefined) return found
    // Older kernels answer a GET to its asker only where an echo is asked for.
    const head = { op: 'qdisc get', type: RTM_GETQDISC, flags: NLM_F_ECHO }
    return this.exchange(device, target, head, options)
  }

  /** All qdiscs, of one device or of all. */
  async list<B extends boolean = false>(
    filter: QdiscFilter = {},
    options: ReadOptions<B> = {},
  ): Promise<Qdisc<Counter<B>>[]> {
    options = bounded(options)
    const { request, decoding } = await this.listing<B>(filter, options)
    return listObjects(this.session, request, decoding, options)
  }

  /** All qdiscs, one after the other, without holding them all. */
  async *stream<B extends boolean = false>(
    filter: QdiscFilter = {},
    options: ReadOptions<B> = {},
  ): AsyncGenerator<Qdisc<Counter<B>>, void, undefined> {
    const { request, decoding } = await this.listing<B>(filter, options)
    yield* streamObjects(this.session, request, decoding, options)
  }

  // A GET repeats the parent that it was asked for, be it none: only a dump tells where a qdisc is.
  private async findByHandle<B extends boolean>(
    device: FoundDevice,
    target: QdiscTarget,
    options: ReadOptions<B>,
  ): Promise<Qdisc<Counter<B>> | undefined> {
    const wanted = formatHandle(targetPlace(target).handle)
    const qdiscs = await this.list(device, options)
    return qdiscs.find(
      ({ handle, kind }) => handle === wanted && (target.kind === undefined || target.kind === kind),
    )
  }

  private async make(verb: Verb, spec: QdiscSpec, call: CallOptions): Promise<Qdisc> {
    call = bounded(call)
    const descriptor = this.session.kinds.qdisc(spec.kind)
    const place = placeOf(spec, descriptor)
    const device = await findDevice(this.session, spec, call)
    const devices = descriptor?.options.devices?.(spec.options ?? {}, this.session.kinds) ?? []
    const encoding = await encodingFor(this.session, devices, call)
    const write = (w: Writer) => {
      writeAddress(w, { ifindex: device.ifindex, ...place, info: 0 })
      writeQdisc(w, spec, descriptor, encoding)
    }
    const decoding = new Decoding(this.session, device)
    const request = this.request<false>(
      { op: `qdisc ${verb}`, type: RTM_NEWQDISC, flags: VERBS[verb] },
      write,
      decoding,
    )
    try {
      const made = await exchangeObject(this.session, request, decoding, call)
      return made ?? (await this.get({ ...device, parent: place.parent, handle: place.handle }, call))
    } finally {
      encoding.release()
    }
  }

  private async exchange<B extends boolean>(
    device: FoundDevice,
    target: QdiscTarget,
    head: { op: string; type: number; flags: number },
    options: ReadOptions<B>,
  ): Promise<Qdisc<Counter<B>>> {
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => writeTarget(w, device, target)
    const request = this.request<B>(head, write, decoding, options.bigint)
    const qdisc = await exchangeObject(this.session, request, decoding, options)
    if (qdisc === undefined) throw untold(head.op)
    return qdisc
  }

  private request<B extends boolean>(
    head: { op: string; type: number; flags: number },
    write: (w: Writer) => void,
    decoding: Decoding,
    exact = false,
  ): ObjectRequest<Qdisc<Counter<B>>> {
    return {
      op: head.op,
      type: head.type,
      flags: head.flags,
      explain: this.explain,
      write,
      reply: RTM_NEWQDISC,
      read: (message) => readQdisc(message, decoding, exact) as Qdisc<Counter<B>>,
    }
  }

  private async listing<B extends boolean>(filter: QdiscFilter, options: ReadOptions<B>) {
    const one = filter.dev !== undefined || filter.ifindex !== undefined
    const device = one ? await findDevice(this.session, filter, options) : undefined
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => {
      writeAddress(w, { ifindex: device?.ifindex ?? 0, handle: 0, parent: 0, info: 0 })
      if (filter.invisible) w.flag(TCA_DUMP_INVISIBLE)
    }
    const head = { op: 'qdisc list', type: RTM_GETQDISC, flags: 0 }
    const request = this.request<B>(head, write, decoding, options.bigint)
    // The kernel lists all devices whatever is asked.
    const read: typeof request.read = (message) =>
      device === undefined || readAddress(message).ifindex === device.ifindex
        ? request.read(message)
        : undefined
    return { request: { ...request, read }, decoding }
  }
}

function writeTarget(w: Writer, device: FoundDevice, target: QdiscTarget): void {
  writeAddress(w, { ifindex: device.ifindex, ...targetPlace(target), info: 0 })
  if (target.kind !== undefined) w.string(TCA_KIND, target.kind)
}

// "Cannot delete qdisc with handle of zero": only the default is there, which is nobody's to delete.
function isAbsent({ code }: KernelError): boolean {
  return code === 'ENOENT'
}

// A device that is down has a qdisc of the kernel's own, of which it tells nobody.
function untold(op: string): KernelError {
  const hint = "The qdisc that is there is the kernel's own, noqueue or noop, of which it does not tell"
  return new KernelError({ op, ack: { errno: ENOENT }, reason: 'not-found', hint })
}
