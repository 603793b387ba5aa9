// Records what `ip` sends for each row of ip-rows.ts, by strace, in a network namespace of its own:
// `npx tsx test/unit/resources/record-ip.ts`. The kernel need not carry it out: ip sends its request first.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADDRESS_ROWS, INDEX, LINK_ROWS } from './ip-rows.ts'

const FIXTURE = join(import.meta.dirname, 'fixtures/ip-requests.json')
/** RTM_NEWLINK, RTM_DELLINK, RTM_NEWADDR, RTM_DELADDR. */
const TYPES: ReadonlySet<number> = new Set([16, 17, 20, 21])

/** The datagrams in strace's output: lines of hexadecimal below each call. */
function datagrams(trace: string): Buffer[] {
  const found: string[] = []
  for (const line of trace.split('\n')) {
    if (/ \* \d+ bytes in buffer 0$/.test(line)) found.push('')
    const hex = /^(?:\d+ +)? ?\| [0-9a-f]+ {2}([0-9a-f ]{48,49}) /.exec(line)?.[1]
    if (hex !== undefined && found.length > 0) found.push(found.pop() + hex.replaceAll(' ', ''))
  }
  return found.map((hex) => Buffer.from(hex, 'hex'))
}

function record(command: string, trace: string): string {
  const script = [
    `ip link add name DEV index ${INDEX.DEV} type veth peer name DEV2 index ${INDEX.DEV2}`,
    `strace -f -qq -e trace=sendmsg -e write=all -e signal=none -o ${trace} ip ${command}`,
  ].join('\n')
  writeFileSync(trace, '')
  const done = spawnSync('unshare', ['--user', '--map-root-user', '--net', 'sh', '-c', script])
  const sent = datagrams(readFileSync(trace, 'utf8')).find((message) => TYPES.has(message.readUInt16LE(4)))
  if (sent === undefined) throw new Error(`ip ${command}: sent nothing\n${done.stderr}`)
  // Sequence number and port are another each time.
  sent.fill(0, 8, 16)
  return sent.toString('hex')
}

const folder = mkdtempSync(join(tmpdir(), 'netsched-capture-'))
try {
  const rows = [...LINK_ROWS, ...ADDRESS_ROWS].map(({ ip }) => [ip, record(ip, join(folder, 'trace'))])
  writeFileSync(FIXTURE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
