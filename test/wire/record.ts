// Records what tc sends for each row of test/cases into test/wire/golden, by strace, each row in a network namespace of
// its own: `npm run capture [KIND]...`. With the same tc it writes the same bytes again. The kernel need not know the
// kind: tc sends its request, and only then hears the refusal.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CASES } from '../cases/index.ts'
import type { Case } from '../cases/types.ts'
import { formatGolden, GOLDEN, goldenFiles, INDEX } from './golden.ts'
import { callOf, goldenName, type Resource, wordsOf } from './rows.ts'

/** nlmsg_type of what makes an object. */
const TYPES: Readonly<Record<Resource, number>> = { qdiscs: 36, classes: 40, filters: 44, actions: 48 }

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
const shellLine = (command: string): string => ['tc', ...wordsOf(command)].map(quote).join(' ')

/** Runs a row's commands, the last one under strace. Commands before may fail: the kernel may lack their kinds. */
function script(row: Case, trace: string): string {
  const queues = row.device?.queues ?? 1
  const size = `numtxqueues ${queues} numrxqueues ${queues}`
  return [
    `ip link add name DEV index ${INDEX.DEV} ${size} type veth peer name DEV2 index ${INDEX.DEV2} ${size}`,
    'ip link set DEV up && ip link set DEV2 up',
    ...(row.before ?? []).map((command) => `${shellLine(command)} 2>/dev/null`),
    `strace -f -qq -e trace=sendmsg -e write=all -e signal=none -o ${quote(trace)} ${shellLine(row.tc)}`,
  ].join('\n')
}

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

/** What tc sends for a row, without sequence number and port. */
function record(row: Case, folder: string): Buffer {
  const trace = join(folder, 'trace')
  writeFileSync(trace, '')
  const type = TYPES[callOf(row).resource]
  const done = spawnSync('unshare', ['--user', '--map-root-user', '--net', 'sh', '-c', script(row, trace)], {
    encoding: 'utf8',
  })
  const sent = datagrams(readFileSync(trace, 'utf8')).filter((message) => message.readUInt16LE(4) === type)
  const message = sent.at(-1)
  if (message === undefined)
    throw new Error(`tc ${row.tc}: sent nothing\n${done.error?.message ?? done.stderr}`)
  if (message.readUInt32LE(0) !== message.length) throw new Error(`tc ${row.tc}: not one whole message`)
  message.fill(0, 8, 16)
  return message
}

function main(only: readonly string[]): void {
  const version =
    /iproute2-([\d.]+)/.exec(spawnSync('tc', ['-V'], { encoding: 'utf8' }).stdout)?.[1] ?? 'unknown'
  const folder = mkdtempSync(join(tmpdir(), 'netsched-capture-'))
  const about = `iproute2 ${version}; DEV is ${INDEX.DEV}, DEV2 is ${INDEX.DEV2}; little-endian; sequence number and port are 0`
  const written = new Set<string>()
  try {
    for (const kind of CASES.filter((cases) => only.length === 0 || only.includes(cases.kind))) {
      for (const row of kind.cases.filter(({ noTc }) => noTc === undefined)) {
        const name = goldenName(kind, row)
        if (written.has(name)) throw new Error(`two rows have the name ${name}`)
        const before = (row.before ?? []).map((command) => `after: tc ${command}`)
        writeFileSync(
          join(GOLDEN, name),
          formatGolden(record(row, folder), [`tc ${row.tc}`, ...before, about]),
        )
        written.add(name)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (only.length === 0) {
    for (const name of goldenFiles()) if (!written.has(name)) rmSync(join(GOLDEN, name))
  }
  console.log(`${written.size} requests recorded`)
}

main(process.argv.slice(2))
