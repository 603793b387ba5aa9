// Records what tc works out for red: `npx tsx test/unit/kinds/record-red.ts`, with tc, strace and user namespaces.
// The kernel need not know red: tc sends its request, and only then hears the refusal.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Arguments of red in tc's words. Not among them: packets that take less than a microsecond, and scales of time of 2^24
 * and more, of both of which tc 6.1 makes tables that are of no use.
 */
const INPUTS: readonly Record<string, number>[] = [
  { limit: 400_000, min: 30_000, max: 90_000, avpkt: 1000, burst: 55, bandwidth: 10e6 },
  ...[1e6, 333e6, 1e9].flatMap((bandwidth) =>
    [300, 1000, 1500].map((avpkt) => ({
      limit: 240_000,
      min: 20_000,
      max: 60_000,
      avpkt,
      burst: 90,
      bandwidth,
    })),
  ),
  ...[2, 3, 10].map((times) => ({
    limit: 400_000 * times,
    min: 100_000,
    max: 100_000 * times,
    avpkt: 1500,
    burst: 200,
    bandwidth: 100e6,
  })),
  ...[0.9, 0.5, 0.01, 0.001].map((probability) => ({
    limit: 400_000,
    min: 30_000,
    max: 90_000,
    avpkt: 1000,
    burst: 40,
    bandwidth: 10e6,
    probability,
  })),
]

function optionsSent(input: Record<string, number>, trace: string): Buffer {
  const words = Object.entries(input).flatMap(([name, value]) => [name, String(value)])
  const tc = ['tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'red', ...words]
  const strace = ['strace', '-xx', '-s', '65535', '-e', 'trace=sendmsg', '-o', trace]
  spawnSync('unshare', ['--user', '--map-root-user', '--net', ...strace, ...tc])
  const hex = /TCA_OPTIONS\}, "((?:\\x..)*)"/.exec(readFileSync(trace, 'latin1'))?.[1]
  if (hex === undefined) throw new Error(`${tc.join(' ')} sent nothing`)
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

const folder = mkdtempSync(join(tmpdir(), 'netsched-red-'))
const rows = INPUTS.map((input) => {
  const sent = optionsSent(input, join(folder, 'trace'))
  const [wlog = 0, plog = 0, scellLog = 0] = sent.subarray(16, 19)
  // tc_red_qopt, TCA_RED_STAB and TCA_RED_MAX_P, each behind four bytes of header.
  return { ...input, wlog, plog, scellLog, stab: sent.toString('hex', 24, 280), maxP: sent.readUInt32LE(284) }
})
rmSync(folder, { recursive: true })
const lines = rows.map((row) => `  ${JSON.stringify(row)}`)
writeFileSync(join(import.meta.dirname, 'fixtures/red.json'), `[\n${lines.join(',\n')}\n]\n`)
