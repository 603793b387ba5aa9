// Links, that is network devices: RTM_NEWLINK, RTM_DELLINK and RTM_GETLINK.

import {
  encodeIfinfomsg,
  IFINFOMSG_SIZE,
  IFLA_ALT_IFNAME,
  IFLA_IFNAME,
  IFLA_INFO_KIND,
  IFLA_LINKINFO,
  IFLA_MASTER,
  IFLA_PROP_LIST,
} from '../generated/link/common.ts'
import { RTM_DELLINK, RTM_GETLINK, RTM_NEWLINK, RTM_NEWLINKPROP } from '../generated/link/operations.ts'
import { checkFields } from '../kinds/fields.ts'
import { checkKind } from '../kinds/raw.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import type { CallOptions } from '../socket/request.ts'
import { checkInterfaceName } from '../units/ifname.ts'
import { checkFlag, checkInteger } from '../units/integer.ts'
import { NLM_F_CREATE, NLM_F_EXCL } from '../wire/constants.ts'
import { OptionError } from '../wire/errors.ts'
import type { Writer } from '../wire/writer.ts'
import { Decoding } from './decode-context.ts'
import { type Device, type DeviceRef, deviceByName, findDevice } from './device-names.ts'
import {
  deleteObject,
  exchangeAck,
  exchangeObject,
  listObjects,
  type ObjectRequest,
  streamObjects,
} from './exchange.ts'
import { linkEncoding } from './link-context.ts'
import type { Afterwards } from './link-kinds/descriptor.ts'
import { EXPLAIN_LINK, readLink } from './link-message.ts'
import type { Link, LinkChanges, LinkFilter, LinkSpec } from './link-types.ts'
import { prepareChanges, prepareSpec, type Related, writeChanges, writeSpec } from './link-write.ts'
import type { Counter, DeleteOptions, ReadOptions, Session } from './session.ts'

const HIGHEST_INDEX = 0x7fff_ffff
const FILTER_FIELDS = { kind: true, master: true, up: true, group: true } as const

/** Network devices. */
export class Links {
  private readonly session: Session

  /** @internal */
  constructor(session: Session) {
    this.session = session
  }

  /**
   * Makes a device, and gives it back as the kernel made it; nothing where it is made in another
   * network namespace.
   * @throws KernelError EEXIST where one has its name
   * @throws KernelError EOPNOTSUPP, reason `kind-unknown`, where the kernel has no such kind
   */
  add(spec: LinkSpec & { netns?: undefined }, call?: CallOptions): Promise<Link>
  add(spec: LinkSpec, call?: CallOptions): Promise<Link | undefined>
  async add(spec: LinkSpec, call: CallOptions = {}): Promise<Link | undefined> {
    const prepared = prepareSpec(spec)
    const related = await this.relatedOf(spec, call)
    const warning = await this.send(
      'link add',
      NLM_F_CREATE | NLM_F_EXCL,
      (w, ctx) => writeSpec(w, spec, prepared, related, ctx),
      call,
    )
    await this.finish(spec, prepared.afterwards, call)
    if (spec.netns !== undefined) return undefined
    return withWarning(await this.get({ dev: spec.dev }, call), warning)
  }

  /**
   * Changes a device, and gives it back as it is then; nothing where it went to another network
   * namespace. Where the kernel refuses one change, others may have been made before it.
   * @throws KernelError ENODEV where it is not there
   */
  set(device: Device, changes: LinkChanges & { netns?: undefined }, call?: CallOptions): Promise<Link>
  set(device: Device, changes: LinkChanges, call?: CallOptions): Promise<Link | undefined>
  async set(device: Device, changes: LinkChanges, call: CallOptions = {}): Promise<Link | undefined> {
    const prepared = prepareChanges(changes)
    const { ifindex } = await findDevice(this.session, device, call)
    const related = await this.relatedOf({ master: changes.master ?? undefined }, call)
    const warning = await this.send(
      'link set',
      0,
      (w, ctx) => writeChanges(w, changes, { ...prepared, index: ifindex }, related, ctx),
      call,
    )
    return changes.netns === undefined ? withWarning(await this.get({ ifindex }, call), warning) : undefined
  }

  /**
   * Deletes a device, with all its qdiscs; of a veth also the other end.
   * @returns `true`, or with `ifExists` `false` where there was none
   */
  delete(device: Device, options: DeleteOptions = {}): Promise<boolean> {
    const isAbsent = ({ code }: KernelError) => code === 'ENODEV'
    const work = async () => {
      const { ifindex } = await findDevice(this.session, device, options)
      const write = (w: Writer) => writeHeader(w, ifindex)
      const request = { op: 'link delete', type: RTM_DELLINK, flags: 0, explain: EXPLAIN_LINK, write }
      return exchangeAck(this.session, request, options)
    }
    return deleteObject(work, options.ifExists, isAbsent)
  }

  /**
   * One device.
   * @throws KernelError ENODEV where it is not there
   */
  async get<B extends boolean = false>(
    device: Device,
    options: ReadOptions<B> = {},
  ): Promise<Link<Counter<B>>> {
    const { name, index } = checkDevice(device)
    const write = (w: Writer) => {
      writeHeader(w, index)
      if (name !== undefined) w.string(IFLA_IFNAME, name)
    }
    const decoding = new Decoding(this.session)
    const request = this.request<B>('link get', write, decoding, options.bigint)
    const link = await exchangeObject(this.session, request, decoding, options)
    if (link === undefined) throw new TransportError(request.op, 0, 'the kernel did not tell the link')
    return link
  }

  /** All devices, or those that fit the filter. */
  async list<B extends boolean = false>(
    filter: LinkFilter = {},
    options: ReadOptions<B> = {},
  ): Promise<Link<Counter<B>>[]> {
    const { request, decoding } = await this.listing<B>(filter, options)
    return listObjects(this.session, request, decoding, options)
  }

  /** All devices, or those that fit the filter, one after the other, without holding them all. */
  async *stream<B extends boolean = false>(
    filter: LinkFilter = {},
    options: ReadOptions<B> = {},
  ): AsyncGenerator<Link<Counter<B>>, void, undefined> {
    const { request, decoding } = await this.listing<B>(filter, options)
    yield* streamObjects(this.session, request, decoding, options)
  }

  private async send(
    op: string,
    flags: number,
    write: (w: Writer, ctx: Awaited<ReturnType<typeof linkEncoding>>) => void,
    call: CallOptions,
  ): Promise<string | undefined> {
    const encoding = await linkEncoding(this.session, call)
    try {
      const request = {
        op,
        type: RTM_NEWLINK,
        flags,
        explain: EXPLAIN_LINK,
        write: (w: Writer) => write(w, encoding),
      }
      return (await exchangeAck(this.session, request, call)).message
    } finally {
      encoding.release()
    }
  }

  // What the kernel ignores when it makes a device takes requests of its own. Either all of the
  // device is made, or nothing.
  private async finish(spec: LinkSpec, afterwards: readonly Afterwards[], call: CallOptions): Promise<void> {
    const { dev, alias, altNames = [] } = spec
    try {
      for (const other of afterwards) await this.set({ dev: other.dev }, { up: other.up }, call)
      if (alias !== undefined) await this.set({ dev }, { alias }, call)
      if (altNames.length > 0) await this.addNames(dev, altNames, call)
    } catch (error) {
      await this.delete({ dev }, { ifExists: true })
      throw error
    }
  }

  private async addNames(dev: string, names: readonly string[], call: CallOptions): Promise<void> {
    const { ifindex } = await findDevice(this.session, { dev }, call)
    const write = (w: Writer) => {
      writeHeader(w, ifindex)
      const list = w.nest(IFLA_PROP_LIST)
      for (const name of names) w.string(IFLA_ALT_IFNAME, name)
      w.end(list)
    }
    const flags = NLM_F_CREATE | NLM_F_EXCL
    const request = { op: 'link add', type: RTM_NEWLINKPROP, flags, explain: EXPLAIN_LINK, write }
    await exchangeAck(this.session, request, call)
  }

  private async relatedOf(
    { link, master, kind }: { link?: unknown; master?: unknown; kind?: unknown },
    call: CallOptions,
  ): Promise<Related> {
    const related: Related = {}
    // The other end of a veth is no device that is there.
    if (link !== undefined && kind !== 'veth') related.link = await this.indexOf(link, 'link', call)
    if (master !== undefined) related.master = await this.indexOf(master, 'master', call)
    return related
  }

  private async indexOf(name: unknown, path: string, call: CallOptions): Promise<number> {
    const found = await deviceByName(this.session, checkInterfaceName(name, path), path, call)
    return found.ifindex
  }

  private request<B extends boolean>(
    op: string,
    write: (w: Writer) => void,
    decoding: Decoding,
    exact = false,
  ): ObjectRequest<Link<Counter<B>>> {
    return {
      op,
      type: RTM_GETLINK,
      flags: 0,
      explain: EXPLAIN_LINK,
      write,
      reply: RTM_NEWLINK,
      read: (message) => readLink(message, decoding, exact) as Link<Counter<B>>,
    }
  }

  private async listing<B extends boolean>(filter: LinkFilter, options: ReadOptions<B>) {
    checkFields(filter, FILTER_FIELDS, 'filter')
    if (filter.up !== undefined) checkFlag(filter.up, 'up')
    if (filter.group !== undefined) checkInteger(filter.group, 'group', 0, HIGHEST_INDEX)
    const kind = filter.kind === undefined ? undefined : checkKind(filter.kind, 'kind')
    const { master } = await this.relatedOf({ master: filter.master }, options)
    const decoding = new Decoding(this.session)
    const write = (w: Writer) => {
      writeHeader(w, 0)
      if (master !== undefined) w.u32(IFLA_MASTER, master)
      if (kind !== undefined) writeKindFilter(w, kind)
    }
    const request = this.request<B>('link list', write, decoding, options.bigint)
    const read: typeof request.read = (message) => {
      const link = request.read(message)
      return link !== undefined && fits(link, filter) ? link : undefined
    }
    return { request: { ...request, read }, decoding }
  }
}

// The kernel picks by kind and master itself.
function fits(link: Link<number | bigint>, { kind, up, group }: LinkFilter): boolean {
  if (kind !== undefined && link.kind !== kind) return false
  if (up !== undefined && link.up !== up) return false
  return group === undefined || link.group === group
}

function writeKindFilter(w: Writer, kind: string): void {
  const info = w.nest(IFLA_LINKINFO)
  w.string(IFLA_INFO_KIND, kind)
  w.end(info)
}

function writeHeader(w: Writer, index: number): void {
  encodeIfinfomsg(w, w.reserve(IFINFOMSG_SIZE), { family: 0, type: 0, index, flags: 0, change: 0 })
}

function checkDevice({ dev, ifindex }: DeviceRef): { name: string | undefined; index: number } {
  if (dev !== undefined && dev !== '') return { name: checkInterfaceName(dev, 'dev'), index: 0 }
  if (ifindex !== undefined) {
    return { name: undefined, index: checkInteger(ifindex, 'ifindex', 1, HIGHEST_INDEX) }
  }
  throw new OptionError({ path: 'dev', expected: "a device's name", received: dev })
}

function withWarning(link: Link, warning: string | undefined): Link {
  if (warning !== undefined) link.warning = warning
  return link
}
