// Compares a request of ours with the one that `ip` sent, attribute by attribute. Reads bytes by itself, so that
// it can judge what the SDK's writer does; attributes have their numbers as names.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TrafficControl } from '../../../src/index.ts'
import { FakeKernel } from '../../../src/testing.ts'
import { INDEX, type IpRow } from './ip-rows.ts'

const RECORDED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/ip-requests.json'), 'utf8'),
)

const HEADER = 16
const IFINFOMSG = 16
const IFADDRMSG = 8
const RTM_NEWADDR = 20
/** Attributes of links that hold attributes, with the size of the struct in front of those; some in one kind only. */
const NESTS: Readonly<Record<string, number>> = { '18': 0, '18.2': 0 }
const NESTS_OF: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  veth: { '18.2.1': IFINFOMSG },
  vlan: { '18.2.3': 0, '18.2.4': 0 },
}
/** IFLA_INFO_KIND, which `ip` sends without a NUL, and we with one, as the kernel tells it. */
const KIND = '18.1'
const align = (length: number): number => (length + 3) & ~3

/** A request taken apart: its headers, and the payloads of its attributes by their path. */
export type Parts = Record<string, string[]>

/** The nests of a link message; none of an address. */
function nestsOf(message: Buffer): Readonly<Record<string, number>> {
  if (message.readUInt16LE(4) >= RTM_NEWADDR) return {}
  const kind = Object.keys(NESTS_OF).find((name) => message.includes(name))
  return { ...NESTS, ...NESTS_OF[kind ?? ''] }
}

function partsOf(message: Buffer): Parts {
  const isLink = message.readUInt16LE(4) < RTM_NEWADDR
  const nests = nestsOf(message)
  const start = HEADER + (isLink ? IFINFOMSG : IFADDRMSG)
  const parts: Parts = {
    type: [message.toString('hex', 4, 6)],
    flags: [message.toString('hex', 6, 8)],
    header: [message.toString('hex', HEADER, start)],
  }
  const walk = (from: number, end: number, parent: string): void => {
    for (let at = from; at < end; ) {
      const stop = at + message.readUInt16LE(at)
      const type = message.readUInt16LE(at + 2) & 0x3fff
      const path = parent === '' ? String(type) : `${parent}.${type}`
      const head = nests[path]
      parts[path] ??= []
      const end = path === KIND && message[stop - 1] === 0 ? stop - 1 : stop
      parts[path].push(message.toString('hex', at + 4, head === undefined ? end : at + 4 + head))
      if (head !== undefined) walk(at + 4 + head, stop, path)
      at = align(stop)
    }
  }
  walk(start, message.length, '')
  return parts
}

/** What `ip` sent for a row, and what we send. */
export async function compareWithIp(row: IpRow): Promise<{ expected: Parts; actual: Parts }> {
  const recorded = Buffer.from(RECORDED[row.ip] ?? '', 'hex')
  const kernel = new FakeKernel({ devices: { lo: 1, ...INDEX } })
  await using tc = await TrafficControl.open({ transport: kernel.open })
  const [outcome] = await Promise.allSettled([row.call(tc)])
  const sent = kernel.sent(recorded.readUInt16LE(4)).at(0)
  // What the fake tells of the device afterwards is nothing to us here.
  if (sent === undefined)
    throw outcome?.status === 'rejected' ? outcome.reason : new Error('nothing was sent')
  return { expected: partsOf(recorded), actual: partsOf(Buffer.from(sent.bytes)) }
}
