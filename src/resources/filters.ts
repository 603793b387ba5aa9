// Filters: RTM_NEWTFILTER, RTM_DELTFILTER and RTM_GETTFILTER.

import { TCA_KIND } from '../generated/tc/common.ts'
import { RTM_DELTFILTER, RTM_GETTFILTER, RTM_NEWTFILTER } from '../generated/tc/operations.ts'
import type { FilterKind } from '../kinds/descriptor.ts'
import { checkKind } from '../kinds/raw.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import { bounded, type CallOptions, type Explain } from '../socket/request.ts'
import { NLM_F_ECHO } from '../wire/constants.ts'
import { OptionError } from '../wire/errors.ts'
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
import { checkChange, checkPriority, type ListFilters } from './filter-checks.ts'
import { hooksOf } from './filter-hooks.ts'
import {
  checkFilter,
  filterDevices,
  filterHandle,
  filterInfo,
  filterPlace,
  priorityOf,
  readFilter,
  writeChain,
  writeFilter,
} from './filter-message.ts'
import { Owners } from './filter-owners.ts'
import type {
  Filter,
  FilterPlace,
  FilterQuery,
  FilterSettings,
  FilterSpec,
  FilterTarget,
} from './filter-types.ts'
import type { DeleteOptions, Session } from './session.ts'
import { type Address, readAddress, VERBS, type Verb, writeAddress } from './tc-object.ts'

/** Filters of qdiscs, classes and shared blocks. */
export class Filters {
  private readonly session: Session
  private readonly explain: Explain

  /** @internal */
  constructor(session: Session) {
    this.session = session
    this.explain = explainTc(session.kinds, 'filter')
  }

  /**
   * Makes a filter, and gives it back as the kernel made it, with the priority and handle that the kernel chose.
   * @throws KernelError EEXIST where the handle is taken
   */
  add(spec: FilterSpec, call: CallOptions = {}): Promise<Filter> {
    return this.make('add', spec, call)
  }

  /**
   * Changes a filter: priority and handle say which.
   * @throws KernelError ENOENT where it is not there
   */
  change(spec: FilterSpec, call: CallOptions = {}): Promise<Filter> {
    return this.make('change', spec, call)
  }

  /**
   * Makes a filter, or replaces the one of the same priority and handle. Without a handle most kinds make
   * another filter each time.
   */
  replace(spec: FilterSpec, call: CallOptions = {}): Promise<Filter> {
    return this.make('replace', spec, call)
  }

  /**
   * Deletes one filter, or without `handle` all of a priority.
   * @returns `true`, or with `ifExists` `false` where there was none
   */
  async delete(target: FilterTarget, options: DeleteOptions = {}): Promise<boolean> {
    options = bounded(options)
    if (target.priority === undefined) {
      throw new OptionError({
        path: 'priority',
        expected: '1 to 65535; flush deletes all',
        received: undefined,
      })
    }
    const device = await this.deviceOf(target, options)
    const descriptor = target.kind === undefined ? undefined : this.session.kinds.filter(target.kind)
    const address = this.addressOf(target, device, descriptor)
    await checkPriority(descriptor, target, address, this.lister(options))
    const request = {
      op: 'filter delete',
      type: RTM_DELTFILTER,
      flags: 0,
      explain: this.explain,
      write: (w: Writer) => writeTarget(w, address, target),
    }
    return deleteObject(() => exchangeAck(this.session, request, options), options.ifExists, isAbsent)
  }

  /** Deletes all filters of one chain at one place; no error where there are none. */
  async flush(place: FilterPlace & { chain?: number | undefined }, call: CallOptions = {}): Promise<void> {
    call = bounded(call)
    const device = await this.deviceOf(place, call)
    const where = filterPlace(place, device)
    const request = {
      op: 'filter flush',
      type: RTM_DELTFILTER,
      flags: 0,
      explain: this.explain,
      write: (w: Writer) => {
        writeAddress(w, { ...where, handle: 0, info: 0 })
        writeChain(w, place.chain)
      },
    }
    await exchangeAck(this.session, request, call)
  }

  /**
   * One filter.
   * @throws KernelError ENOENT where it is not there
   */
  async get(target: FilterTarget & { kind: string }, call: CallOptions = {}): Promise<Filter> {
    call = bounded(call)
    const device = await this.deviceOf(target, call)
    const descriptor = this.session.kinds.filter(target.kind)
    const address = this.addressOf(target, device, descriptor)
    await checkPriority(descriptor, target, address, this.lister(call))
    return this.fetch(address, target, device, call)
  }

  /**
   * All filters at one place; or, without `parent`, at all places of the device: its qdiscs and the hooks of clsact.
   * Filters of classes are listed by the class as `parent`.
   */
  async list(query: FilterQuery, call: CallOptions = {}): Promise<Filter[]> {
    call = bounded(call)
    const device = await this.deviceOf(query, call)
    const filters: Filter[] = []
    const owners = this.ownersOn(device, call)
    for (const place of await this.placesOf(query, device, call)) {
      const { request, decoding } = this.listing(place, query, device)
      filters.push(...(await owners.select(await listObjects(this.session, request, decoding, call))))
    }
    return filters
  }

  /** The filters of {@link list}, one after the other, without holding them all. */
  async *stream(query: FilterQuery, call: CallOptions = {}): AsyncGenerator<Filter, void, undefined> {
    const device = await this.deviceOf(query, call)
    const owners = this.ownersOn(device, call)
    for (const place of await this.placesOf(query, device, call)) {
      const { request, decoding } = this.listing(place, query, device)
      for await (const filter of streamObjects(this.session, request, decoding, call)) {
        yield* await owners.select([filter])
      }
    }
  }

  private async fetch(
    address: Address,
    target: FilterTarget,
    device: FoundDevice | undefined,
    call: CallOptions,
  ): Promise<Filter> {
    const decoding = new Decoding(this.session, device)
    const head = { op: 'filter get', type: RTM_GETTFILTER, flags: NLM_F_ECHO }
    const request = this.request(head, (w) => writeTarget(w, address, target), decoding, true)
    const found = await exchangeObject(this.session, request, decoding, call)
    if (found === undefined) throw new TransportError(head.op, 0, 'the kernel did not tell the filter')
    return found
  }

  private async make(verb: Verb, spec: FilterSpec, call: CallOptions): Promise<Filter> {
    call = bounded(call)
    checkFilter(spec)
    const descriptor = this.session.kinds.filter(spec.kind)
    const device = await this.deviceOf(spec, call)
    const address = this.addressOf(spec, device, descriptor, 'all')
    address.handle = descriptor?.handleWith?.(address.handle, spec.options ?? {}, 'options') ?? address.handle
    if (verb !== 'add') await checkChange(descriptor, spec, address, this.lister(call))
    const encoding = await encodingFor(
      this.session,
      filterDevices(spec, descriptor, this.session.kinds),
      call,
    )
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => {
      writeAddress(w, address)
      writeFilter(w, spec, descriptor, encoding)
    }
    const head = { op: `filter ${verb}`, type: RTM_NEWTFILTER, flags: VERBS[verb] }
    const request = this.request(head, write, decoding, true)
    let echoed = address.info
    const read: typeof request.read = (message) => {
      echoed = readAddress(message).info
      return request.read(message)
    }
    try {
      const made = await exchangeObject(this.session, { ...request, read }, decoding, call)
      if (made === undefined) return await this.findMade(head.op, spec, priorityOf(echoed), call)
      if (verb === 'add' || !descriptor?.echoesOld) return made
      return await this.fetch(this.addressOf(made, device, descriptor), made, device, call)
    } finally {
      encoding.release()
    }
  }

  /** The filter that was made, of kinds that have one a priority: the kernel's echo tells no more of them than that. */
  private async findMade(
    op: string,
    { kind, chain = 0, ...spec }: FilterSpec,
    priority: number,
    call: CallOptions,
  ): Promise<Filter> {
    const { dev, ifindex, parent, block } = spec
    const query = { ...(block === undefined ? { dev, ifindex, parent } : { block }), priority, chain }
    const filters = priority === 0 ? [] : await this.list(query, call)
    const found = filters.find((filter) => filter.kind === kind)
    if (found !== undefined) return found
    throw new TransportError(op, 0, 'the kernel did not tell the filter it made')
  }

  private deviceOf(place: FilterPlace, call: CallOptions): Promise<FoundDevice | undefined> {
    if (place.block === undefined) return findDevice(this.session, place, call)
    if (place.dev !== undefined && place.dev !== '') {
      throw new OptionError({ path: 'block', expected: 'either a block or a device', received: place.block })
    }
    return Promise.resolve(undefined)
  }

  private addressOf(
    settings: FilterSettings,
    device: FoundDevice | undefined,
    descriptor: FilterKind | undefined,
    protocol?: string,
  ): Address {
    return {
      ...filterPlace(settings, device),
      handle: filterHandle(settings.handle, descriptor),
      info: filterInfo(settings, protocol),
    }
  }

  private request(
    head: { op: string; type: number; flags: number },
    write: (w: Writer) => void,
    decoding: Decoding,
    tables: boolean,
  ): ObjectRequest<Filter> {
    return {
      op: head.op,
      type: head.type,
      flags: head.flags,
      explain: this.explain,
      write,
      reply: RTM_NEWTFILTER,
      read: (message) => readFilter(message, decoding, tables),
    }
  }

  private async placesOf(
    query: FilterQuery,
    device: FoundDevice | undefined,
    call: CallOptions,
  ): Promise<FilterPlace[]> {
    if (device === undefined || query.parent !== undefined) return [query]
    const hooks = await hooksOf(this.session, device, call)
    return hooks.map((parent) => ({ ...device, parent }))
  }

  private listing(place: FilterPlace, query: FilterQuery, device: FoundDevice | undefined) {
    const address = { ...filterPlace(place, device), handle: 0, info: filterInfo(query, undefined) }
    const decoding = new Decoding(this.session, device)
    const write = (w: Writer) => {
      writeAddress(w, address)
      writeChain(w, query.chain)
    }
    const head = { op: 'filter list', type: RTM_GETTFILTER, flags: 0 }
    return { request: this.request(head, write, decoding, query.tables ?? false), decoding }
  }

  private lister(call: CallOptions): ListFilters {
    return (query) => this.list(query, call)
  }

  private ownersOn(device: FoundDevice | undefined, call: CallOptions): Owners {
    return new Owners(this.session.kinds, async ({ handle: _, ...like }, root) => {
      const descriptor = this.session.kinds.filter(like.kind)
      const address = { ...this.addressOf(like, device, undefined), handle: root }
      const found = await this.fetch(address, like, device, call)
      return filterHandle(found.handle, descriptor)
    })
  }
}

function writeTarget(w: Writer, address: Address, target: FilterTarget): void {
  writeAddress(w, address)
  if (target.kind !== undefined) w.string(TCA_KIND, checkKind(target.kind, 'kind'))
  writeChain(w, target.chain)
}

function isAbsent({ reason }: KernelError): boolean {
  return reason === 'not-found'
}
