// IP addresses of devices: RTM_NEWADDR, RTM_DELADDR and RTM_GETADDR.

import { decodeIfaddrmsg } from '../generated/addr/common.ts'
import { RTM_DELADDR, RTM_GETADDR, RTM_NEWADDR } from '../generated/addr/operations.ts'
import { checkFields } from '../kinds/fields.ts'
import { type KernelError, TransportError } from '../socket/errors.ts'
import type { CallOptions } from '../socket/request.ts'
import { formatIp } from '../units/address.ts'
import { NLM_F_CREATE, NLM_F_EXCL, NLM_F_REPLACE } from '../wire/constants.ts'
import type { Writer } from '../wire/writer.ts'
import {
  addressToWire,
  EXPLAIN_ADDRESS,
  familyNumber,
  placeToWire,
  readAddressMessage,
  type WireAddress,
  writeAddressMessage,
  writeAddressQuestion,
} from './address-message.ts'
import type { Address, AddressFilter, AddressSpec, AddressTarget } from './address-types.ts'
import { Decoding } from './decode-context.ts'
import { type FoundDevice, findDevice } from './device-names.ts'
import { deleteObject, exchangeAck, listObjects, type ObjectRequest } from './exchange.ts'
import type { DeleteOptions, Session } from './session.ts'

const FILTER_FIELDS = { dev: true, ifindex: true, family: true } as const

/** IP addresses of devices. */
export class Addresses {
  private readonly session: Session

  /** @internal */
  constructor(session: Session) {
    this.session = session
  }

  /**
   * Gives a device an address, and returns it as the kernel has it.
   * @throws KernelError EEXIST where the device has it already
   */
  add(spec: AddressSpec, call: CallOptions = {}): Promise<Address> {
    return this.make('address add', NLM_F_CREATE | NLM_F_EXCL, spec, call)
  }

  /** Gives a device an address, or sets lifetimes, flags and metric of the one that it has. */
  replace(spec: AddressSpec, call: CallOptions = {}): Promise<Address> {
    return this.make('address replace', NLM_F_CREATE | NLM_F_REPLACE, spec, call)
  }

  /**
   * Takes an address from a device. The prefix has to be the right one, too.
   * @returns `true`, or with `ifExists` `false` where the device does not have it
   */
  async delete(target: AddressTarget, options: DeleteOptions = {}): Promise<boolean> {
    const wire = placeToWire(target)
    const device = await findDevice(this.session, target, options)
    const request = {
      op: 'address delete',
      type: RTM_DELADDR,
      flags: 0,
      explain: EXPLAIN_ADDRESS,
      write: (w: Writer) => writeAddressMessage(w, device.ifindex, wire),
    }
    const isAbsent = ({ code }: KernelError) => code === 'EADDRNOTAVAIL'
    return deleteObject(() => exchangeAck(this.session, request, options), options.ifExists, isAbsent)
  }

  /** All addresses, or those that fit the filter. */
  async list(filter: AddressFilter = {}, call: CallOptions = {}): Promise<Address[]> {
    checkFields(filter, FILTER_FIELDS, 'filter')
    const family = familyNumber(filter.family)
    const one = filter.dev !== undefined || filter.ifindex !== undefined
    const device = one ? await findDevice(this.session, filter, call) : undefined
    return this.listing(family, device, call)
  }

  private async make(op: string, flags: number, spec: AddressSpec, call: CallOptions): Promise<Address> {
    const wire = addressToWire(spec)
    const device = await findDevice(this.session, spec, call)
    const write = (w: Writer) => writeAddressMessage(w, device.ifindex, wire)
    const request = { op, type: RTM_NEWADDR, flags, explain: EXPLAIN_ADDRESS, write }
    const { message } = await exchangeAck(this.session, request, call)
    // IPv6 does not echo what it made.
    const addresses = await this.listing(wire.family, device, call)
    const made = addresses.find((address) => isSame(address, wire))
    if (made === undefined) throw new TransportError(op, 0, 'the address is gone already')
    if (message !== undefined) made.warning = message
    return made
  }

  private listing(family: number, device: FoundDevice | undefined, call: CallOptions): Promise<Address[]> {
    const decoding = new Decoding(this.session, device)
    const request: ObjectRequest<Address> = {
      op: 'address list',
      type: RTM_GETADDR,
      flags: 0,
      explain: EXPLAIN_ADDRESS,
      write: (w) => writeAddressQuestion(w, family, device?.ifindex ?? 0),
      reply: RTM_NEWADDR,
      // Older kernels, and those without strict checks, list the addresses of all devices.
      read: (message) => {
        const { index } = decodeIfaddrmsg(message.reader, message.at, message.end)
        const isWanted = device === undefined || index === device.ifindex
        return isWanted ? readAddressMessage(message, decoding) : undefined
      },
    }
    return listObjects(this.session, request, decoding, call)
  }
}

function isSame({ address, peer }: Address, { prefixlen, attrs }: WireAddress): boolean {
  const [own, far] = [textOf(attrs.local), textOf(attrs.address)]
  if (own === far) return address === `${own}/${prefixlen}`
  return address === own && peer === `${far}/${prefixlen}`
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : formatIp(bytes)
}
