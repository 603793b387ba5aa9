// Names and indexes of devices, asked from the kernel in the client's own namespace at every
// call: a device can be renamed, moved, or made anew at any time. Where the transport tells the name of an
// index, an index that was found before is only proved to be still right.

import {
  decodeIfinfomsg,
  encodeIfinfomsg,
  IFINFOMSG_SIZE,
  IFLA_EXT_MASK,
  IFLA_IFNAME,
  linkAttrsNames,
} from '../generated/link/common.ts'
import { RTEXT_FILTER_SKIP_STATS } from '../generated/link/constants.ts'
import { RTM_GETLINK } from '../generated/link/operations.ts'
import { KernelError } from '../socket/errors.ts'
import type { CallOptions, Request } from '../socket/request.ts'
import { checkInterfaceName } from '../units/ifname.ts'
import { align4 } from '../wire/attribute.ts'
import { OptionError } from '../wire/errors.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import type { Session } from './session.ts'

/** A device: by name, by index, or by both, of which the name goes first. */
export type Device =
  | { dev: string; ifindex?: number | undefined }
  | { dev?: string | undefined; ifindex: number }

/** What a call says about a device, before it is checked. */
export interface DeviceRef {
  dev?: string | undefined
  ifindex?: number | undefined
}

/** A device that is there. */
export interface FoundDevice {
  ifindex: number
  dev: string
}

const EXPLAIN = { headerSize: IFINFOMSG_SIZE, names: linkAttrsNames }
const HIGHEST_INDEX = 0x7fff_ffff
/** Names come and go: so many are remembered before all are forgotten. */
const MOST_REMEMBERED = 1024

/**
 * Finds the device that a call names.
 * @throws OptionError where it names none
 * @throws KernelError ENODEV where there is none of that name or index
 */
export async function findDevice(
  session: Session,
  device: DeviceRef,
  call: CallOptions,
): Promise<FoundDevice> {
  const { dev, ifindex } = device
  if (dev !== undefined && dev !== '') return deviceByName(session, dev, 'dev', call)
  if (ifindex === undefined) {
    throw new OptionError({ path: 'dev', expected: "a device's name", received: dev })
  }
  if (!Number.isInteger(ifindex) || ifindex < 1 || ifindex > HIGHEST_INDEX) {
    throw new OptionError({ path: 'ifindex', expected: 'an index from 1 to 2147483647', received: ifindex })
  }
  const name = session.sockets.nameOf(ifindex)
  return name === undefined ? ask(session, { index: ifindex }, call) : { ifindex, dev: name }
}

/** Finds a device by its name; `path` is where the name stands in the call. */
export async function deviceByName(
  session: Session,
  name: string,
  path: string,
  call: CallOptions,
): Promise<FoundDevice> {
  const { lastIndexes } = session.sockets
  const last = lastIndexes.get(name)
  if (last !== undefined && session.sockets.nameOf(last) === name) return { ifindex: last, dev: name }
  const found = await ask(session, { name: checkInterfaceName(name, path) }, call)
  if (lastIndexes.size >= MOST_REMEMBERED) lastIndexes.clear()
  lastIndexes.set(name, found.ifindex)
  return found
}

/** Finds the devices that options name. */
export async function devicesByName(
  session: Session,
  names: readonly string[],
  call: CallOptions,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of new Set(names)) {
    found.set(name, (await deviceByName(session, name, 'options', call)).ifindex)
  }
  return found
}

/** The name of a device, or `undefined` where it is gone. */
export async function nameOfDevice(
  session: Session,
  index: number,
  call: CallOptions,
): Promise<string | undefined> {
  const name = session.sockets.nameOf(index)
  if (name !== undefined) return name
  try {
    return (await ask(session, { index }, call)).dev
  } catch (error) {
    if (error instanceof KernelError && error.code === 'ENODEV') return undefined
    throw error
  }
}

async function ask(
  session: Session,
  wanted: { name?: string; index?: number },
  call: CallOptions,
): Promise<FoundDevice> {
  let found: FoundDevice | undefined
  const request: Request = {
    op: `find device ${wanted.name ?? wanted.index}`,
    type: RTM_GETLINK,
    flags: 0,
    explain: { ...EXPLAIN, diagnose: () => ({ reason: 'no-device' }) },
    write: (w) => writeQuestion(w, wanted),
    onReply: (message) => {
      found = readAnswer(message)
    },
  }
  await session.sockets.exchange(request, call)
  if (found === undefined) throw new KernelError({ op: request.op, ack: { errno: 19 }, reason: 'no-device' })
  return found
}

function writeQuestion(w: Writer, { name, index }: { name?: string; index?: number }): void {
  encodeIfinfomsg(w, w.reserve(IFINFOMSG_SIZE), {
    family: 0,
    type: 0,
    index: index ?? 0,
    flags: 0,
    change: 0,
  })
  if (name !== undefined) w.string(IFLA_IFNAME, name)
  w.u32(IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS)
}

// Only index and name are wanted, so the rest of a long message is passed over.
function readAnswer({ reader, at, end }: Message): FoundDevice {
  const ifindex = decodeIfinfomsg(reader, at, end).index
  for (let next = at + align4(IFINFOMSG_SIZE); next < end; ) {
    const stop = reader.attrEnd(next, end)
    if (reader.attrType(next) === IFLA_IFNAME) return { ifindex, dev: reader.string(next + 4, stop) }
    next = align4(stop)
  }
  return { ifindex, dev: '' }
}

/** The names of all devices. */
export async function namesOfDevices(session: Session, call: CallOptions): Promise<Map<number, string>> {
  const devices = await session.sockets.list<FoundDevice>(
    'list devices',
    (found) => ({
      op: 'list devices',
      type: RTM_GETLINK,
      flags: 0,
      explain: EXPLAIN,
      write: (w) => writeQuestion(w, {}),
      onReply: (message) => found(readAnswer(message)),
    }),
    call,
  )
  return new Map(devices.map(({ ifindex, dev }) => [ifindex, dev]))
}
