// Filters: RTM_NEWTFILTER, RTM_DELTFILTER and RTM_GETTFILTER.

import { TCA_KIND } from '../generated/tc/common.ts'
import { RTM_DELTFILTER, RTM_GETTFILTER, RTM_NEWTFILTER } from '../generated/tc/operations.ts'
import type { FilterKind } from '../kinds/descriptor.ts'
import { checkKind } from '../kinds/raw.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import { bounded, type CallOptions } from '../socket/request.ts'
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
import { hooksOf } from './filter-hooks.ts'
import {
  checkFilter,
  filterDevices,
  filterHandle,
  filterInfo,
  filterPlace,
  readFilter,
  writeChain,
  writeFilter,
} from './filter-message.ts'
import type {
  Filter,
  FilterPlace,
  FilterQuery,
  FilterSettings,
  FilterSpec,
  FilterTarget,
} from './filter-types.ts'
import type { DeleteOptions, Session } from './session.ts'
import { type Address, VERBS, type Verb, writeAddress } from './tc-object.ts'

/** Filters of qdiscs, classes and shared blocks. */
export class Filters {
  private readonly session: Session

  /** @internal */
  constructor(session: Session) {
    this.session = session
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
    await this.checkPriority(target, descriptor, address, options)
    const request = {
      op: 'filter delete',
      type: RTM_DELTFILTER,
      flags: 0,
      explain: explainTc(this.session.kinds, 'filter'),
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
      explain: explainTc(this.session.kinds, 'filter'),
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
    await this.checkPriority(target, descriptor, address, call)
    const decoding = new Decoding(this.session, device)
    const head = { op: 'filter get', type: RTM_GETTFILTER, flags: NLM_F_ECHO }
    const request = this.request(head, (w) => writeTarget(w, address, target), decoding, true)
    const found = await exchangeObject(this.session, request, decoding, call)
    if (found === undefined) throw new TransportError(head.op, 0, 'the kernel did not tell the filter')
    return found
  }

  /**
   * All filters at one place; or, without `parent`, at all places of the device: its qdiscs and the hooks of clsact.
   * Filters of classes are listed by the class as `parent`.
   */
  async list(query: FilterQuery, call: CallOptions = {}): Promise<Filter[]> {
    call = bounded(call)
    const device = await this.deviceOf(query, call)
    const filters: Filter[] = []
    for (const place of await this.placesOf(query, device, call)) {
      const { request, decoding } = this.listing(place, query, device)
      filters.push(...(await listObjects(this.session, request, decoding, call)))
    }
    return filters
  }

  /** The filters of {@link list}, one after the other, without holding them all. */
  async *stream(query: FilterQuery, call: CallOptions = {}): AsyncGenerator<Filter, void, undefined> {
    const device = await this.deviceOf(query, call)
    for (const place of await this.placesOf(query, device, call)) {
      const { request, decoding } = this.listing(place, query, device)
      yield* streamObjects(this.session, request, decoding, call)
    }
  }

  private async make(verb: Verb, spec: FilterSpec, call: CallOptions): Promise<Filter> {
    call = bounded(call)
    checkFilter(spec)
    const descriptor = this.session.kinds.filter(spec.kind)
    const device = await this.deviceOf(spec, call)
    const address = this.addressOf(spec, device, descriptor, 'all')
    if (verb !== 'add') await this.checkChange(spec, descriptor, address, call)
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
    try {
      const made = await exchangeObject(
        this.session,
        this.request(head, write, decoding, true),
        decoding,
        call,
      )
      if (made === undefined)
        throw new TransportError(head.op, 0, 'the kernel did not tell the filter it made')
      return made
    } finally {
      encoding.release()
    }
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
      ...head,
      explain: explainTc(this.session.kinds, 'filter'),
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
    const request = this.request(head, write, decoding, query.tables ?? false)
    return { request: unrepeated(request, this.session), decoding }
  }

  /** Refuses a change of which the kernel would ignore a part, or that would hit another filter. */
  private async checkChange(
    spec: FilterSpec,
    descriptor: FilterKind | undefined,
    address: Address,
    call: CallOptions,
  ): Promise<void> {
    const existing = await this.checkPriority(spec, descriptor, address, call)
    if (existing === undefined || spec.options === undefined) return
    const ignored = descriptor?.ignoredByChange?.(existing.options, spec.options)
    if (ignored === undefined) return
    const expected =
      'what the filter has already: the kernel ignores a change of it, so delete the filter and add it anew'
    throw new OptionError({ path: `options.${ignored}`, expected, received: spec.options })
  }

  /**
   * For kinds whose handles name a filter at any priority: gives the filter that has the handle at the priority
   * that was asked for.
   * @throws OptionError where the handle belongs to another priority
   */
  private async checkPriority(
    settings: FilterSettings & { kind?: string | undefined },
    descriptor: FilterKind | undefined,
    address: Address,
    call: CallOptions,
  ): Promise<Filter | undefined> {
    if (!descriptor?.handlesSpanPriorities || address.handle === 0 || settings.priority === undefined)
      return undefined
    const { priority, chain, handle, ...place } = settings
    const query = { ...place, chain: chain ?? 0, tables: true }
    const filters = await this.list(query, call)
    const wanted = descriptor.handle?.format(address.handle) ?? address.handle
    const owners = filters.filter((filter) => filter.kind === descriptor.kind && filter.handle === wanted)
    const owner = owners.find((filter) => filter.priority === priority)
    if (owner !== undefined || owners.length === 0) return owner
    const expected = `a filter of priority ${priority}; this one has priority ${owners[0]?.priority}`
    throw new OptionError({ path: 'handle', expected, received: handle })
  }
}

function writeTarget(w: Writer, address: Address, target: FilterTarget): void {
  writeAddress(w, address)
  if (target.kind !== undefined) w.string(TCA_KIND, checkKind(target.kind, 'kind'))
  writeChain(w, target.chain)
}

/**
 * Leaves out what the kernel lists twice: a classifier whose handles span priorities lists all filters of a
 * priority again in each chain that has this priority.
 */
function unrepeated(request: ObjectRequest<Filter>, session: Session): ObjectRequest<Filter> {
  const chains = new Map<number, number>()
  const read: typeof request.read = (message) => {
    const filter = request.read(message)
    if (filter === undefined || !session.kinds.filter(filter.kind)?.handlesSpanPriorities) return filter
    const first = chains.get(filter.priority)
    if (first === undefined) chains.set(filter.priority, filter.chain)
    return first === undefined || first === filter.chain ? filter : undefined
  }
  return { ...request, read }
}

function isAbsent({ reason }: KernelError): boolean {
  return reason === 'not-found'
}
