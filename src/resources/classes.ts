// Classes: RTM_NEWTCLASS, RTM_DELTCLASS and RTM_GETTCLASS.

import { RTM_DELTCLASS, RTM_GETTCLASS, RTM_NEWTCLASS } from '../generated/tc/operations.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import { bounded, type CallOptions, type Explain } from '../socket/request.ts'
import { type Handle, parseParent } from '../units/handle.ts'
import { NLM_F_ECHO } from '../wire/constants.ts'
import type { Writer } from '../wire/writer.ts'
import { classPlace, misplaced, parseTargetId, readClass, writeClass } from './class-message.ts'
import { Decoding } from './decode-context.ts'
import { type FoundDevice, findDevice, namesOfDevices } from './device-names.ts'
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
import { isQdiscHandle } from './qdisc-message.ts'
import type { Class, ClassSpec, ClassTarget } from './qdisc-types.ts'
import type { Counter, DeleteOptions, ReadOptions, Session } from './session.ts'
import { readAddress, VERBS, type Verb, writeAddress } from './tc-object.ts'

/** Which classes to list. */
export interface ClassFilter {
  /** Those of this device only. */
  dev?: string | undefined
  /** Those of this device only, by index. */
  ifindex?: number | undefined
  /** Those of this qdisc (`'1:'`), or those whose parent is this class (`'1:1'`), only. */
  parent?: Handle | undefined
}

/** Classes of qdiscs. */
export class Classes {
  private readonly session: Session
  private readonly explain: Explain

  /** @internal */
  constructor(session: Session) {
    this.session = session
    this.explain = explainTc(session.kinds, 'class')
  }

  /**
   * Makes a class, and gives it back as the kernel made it. Where the parent class does not exist, the
   * kernel makes some kinds below the root all the same: then the class has a `warning`.
   * @throws KernelError EEXIST where the id is taken
   */
  add(spec: ClassSpec, call: CallOptions = {}): Promise<Class> {
    return this.make('add', spec, call)
  }

  /**
   * Changes options of a class.
   * @throws KernelError ENOENT where it is not there
   */
  change(spec: ClassSpec, call: CallOptions = {}): Promise<Class> {
    return this.make('change', spec, call)
  }

  /** Makes a class, or changes the one that is there. It stays where it is: the `warning` tells where not asked. */
  replace(spec: ClassSpec, call: CallOptions = {}): Promise<Class> {
    return this.make('replace', spec, call)
  }

  /**
   * Deletes a class.
   * @returns `true`, or with `ifExists` `false` where there was none
   * @throws KernelError EBUSY where classes or filters still need it
   */
  async delete(target: ClassTarget, options: DeleteOptions = {}): Promise<boolean> {
    options = bounded(options)
    const device = await findDevice(this.session, target, options)
    const request = {
      op: 'class delete',
      type: RTM_DELTCLASS,
      flags: 0,
      explain: this.explain,
      write: (w: Writer) => writeTarget(w, device, target),
    }
    return deleteObject(() => exchangeAck(this.session, request, options), options.ifExists, isAbsent)
  }

  /**
   * One class.
   * @throws KernelError ENOENT where it is not there
   */
  async get<B extends boolean = false>(
    target: ClassTarget,
    options: ReadOptions<B> = {},
  ): Promise<Class<Counter<B>>> {
    options = bounded(options)
    const device = await findDevice(this.session, target, options)
    const decoding = new Decoding(this.session, device)
    const head = { op: 'class get', type: RTM_GETTCLASS, flags: NLM_F_ECHO }
    const write = (w: Writer) => writeTarget(w, device, target)
    const request = this.request<B>(head, write, decoding, options.bigint)
    const found = await exchangeObject(this.session, request, decoding, options)
    if (found === undefined) throw new TransportError(head.op, 0, 'the kernel did not tell the class')
    return found
  }

  /** All classes, of one device or of all. */
  async list<B extends boolean = false>(
    filter: ClassFilter = {},
    options: ReadOptions<B> = {},
  ): Promise<Class<Counter<B>>[]> {
    options = bounded(options)
    const found: Class<Counter<B>>[][] = []
    for (const device of await this.devices(filter, options)) {
      const { request, decoding } = this.listing<B>(device, filter, options)
      found.push(await listObjects(this.session, request, decoding, options))
    }
    return found.length === 1 && found[0] ? found[0] : found.flat()
  }

  /** All classes, one after the other, without holding them all. */
  async *stream<B extends boolean = false>(
    filter: ClassFilter = {},
    options: ReadOptions<B> = {},
  ): AsyncGenerator<Class<Counter<B>>, void, undefined> {
    for (const device of await this.devices(filter, options)) {
      const { request, decoding } = this.listing<B>(device, filter, options)
      yield* streamObjects(this.session, request, decoding, options)
    }
  }

  private async make(verb: Verb, spec: ClassSpec, call: CallOptions): Promise<Class> {
    call = bounded(call)
    const descriptor = this.session.kinds.qdisc(spec.kind)
    const place = classPlace(spec)
    const device = await findDevice(this.session, spec, call)
    const encoding = await encodingFor(this.session, [], call)
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => {
      writeAddress(w, { ifindex: device.ifindex, ...place, info: 0 })
      writeClass(w, spec, descriptor, encoding)
    }
    const head = { op: `class ${verb}`, type: RTM_NEWTCLASS, flags: VERBS[verb] }
    const request = this.request<false>(head, write, decoding)
    const made =
      (await exchangeObject(this.session, request, decoding, call)) ??
      (await this.get({ ...device, classid: place.handle }, call))
    const complaint = misplaced(made, place.parent)
    if (complaint !== undefined) {
      made.warning ??= complaint
      this.session.onWarning?.({ op: head.op, message: complaint })
    }
    return made
  }

  private request<B extends boolean>(
    head: { op: string; type: number; flags: number },
    write: (w: Writer) => void,
    decoding: Decoding,
    exact = false,
  ): ObjectRequest<Class<Counter<B>>> {
    return {
      op: head.op,
      type: head.type,
      flags: head.flags,
      explain: this.explain,
      write,
      reply: RTM_NEWTCLASS,
      read: (message) => readClass(message, decoding, exact) as Class<Counter<B>>,
    }
  }

  // The kernel lists the classes of one device at a time, and none where no device is named.
  private async devices(filter: ClassFilter, options: CallOptions): Promise<FoundDevice[]> {
    if (filter.dev !== undefined || filter.ifindex !== undefined) {
      return [await findDevice(this.session, filter, options)]
    }
    const names = await namesOfDevices(this.session, options)
    return Array.from(names, ([ifindex, dev]) => ({ ifindex, dev }))
  }

  private listing<B extends boolean>(device: FoundDevice, filter: ClassFilter, options: ReadOptions<B>) {
    const parent = filter.parent === undefined ? 0 : parseParent(filter.parent, 'parent', 'class')
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => writeAddress(w, { ifindex: device.ifindex, handle: 0, parent, info: 0 })
    const head = { op: 'class list', type: RTM_GETTCLASS, flags: 0 }
    const request = this.request<B>(head, write, decoding, options.bigint)
    // Of a parent the kernel only looks at the qdisc.
    const read: typeof request.read = (message) =>
      isQdiscHandle(parent) || readAddress(message).parent === parent ? request.read(message) : undefined
    return { request: { ...request, read }, decoding }
  }
}

function writeTarget(w: Writer, device: FoundDevice, target: ClassTarget): void {
  const parent = target.parent === undefined ? 0 : parseParent(target.parent, 'parent', 'class')
  writeAddress(w, { ifindex: device.ifindex, handle: parseTargetId(target), parent, info: 0 })
}

function isAbsent({ code }: KernelError): boolean {
  return code === 'ENOENT'
}
