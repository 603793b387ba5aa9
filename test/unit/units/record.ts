// Records what the real tc makes of many texts: the bytes that it sends, before any kernel has judged
// them, under strace in a network namespace of its own. Run: npx tsx test/unit/units/record.ts
// The texts are in inputs.ts; the answers go to fixtures/. LAB_RUN names the lab's `run`
// command; without it, the one fixture that needs a kernel with netem stays as it is.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as inputs from './inputs.ts'

const RTM_NEW = new Set([36, 40, 44])
const TCA_OPTIONS = 2
const TCA_STAB = 8
const NLMSG_HEADER = 16
const TCMSG = 20
const OWN_NAMESPACE = ['--user', '--map-root-user', '--net']

/** Runs a command in a network namespace of its own and gives what it wrote. */
function isolated(command: readonly string[]): { out: string; errors: string } {
  const done = spawnSync('unshare', [...OWN_NAMESPACE, ...command], {
    encoding: 'latin1',
    maxBuffer: 2 ** 26,
  })
  if (done.error !== undefined) throw done.error
  return { out: done.stdout, errors: done.stderr }
}

/** The last message that changes something, as tc sent it; undefined where tc refused to. */
function sent(args: readonly string[]): DataView | undefined {
  const strace = ['strace', '-qq', '-e', 'trace=sendmsg', '-e', 'write=all']
  const { errors } = isolated([...strace, 'tc', ...args])
  const dump = errors.matchAll(/^ \| [0-9a-f]{5,} {2}((?:[0-9a-f]{2} {1,2})+)/gm)
  const bytes: number[] = []
  let message: DataView | undefined
  for (const [, row = ''] of dump) {
    bytes.push(
      ...row
        .trim()
        .split(/ +/)
        .map((byte) => Number.parseInt(byte, 16)),
    )
    const view = new DataView(Uint8Array.from(bytes).buffer)
    if (bytes.length < view.getUint32(0, true)) continue
    if (RTM_NEW.has(view.getUint16(4, true))) message = view
    bytes.length = 0
  }
  return message
}

function attributes(view: DataView, start: number, end: number): Map<number, DataView> {
  const found = new Map<number, DataView>()
  for (let at = start; at < end; ) {
    const length = view.getUint16(at, true)
    found.set(
      view.getUint16(at + 2, true) & 0x3fff,
      new DataView(view.buffer, view.byteOffset + at + 4, length - 4),
    )
    at += (length + 3) & ~3
  }
  return found
}

function top(view: DataView): Map<number, DataView> {
  return attributes(view, NLMSG_HEADER + TCMSG, view.byteLength)
}

/** The options of a message, or those of their attributes that stand behind a struct. */
function options(view: DataView, struct = 0): Map<number, DataView> {
  const payload = need(top(view).get(TCA_OPTIONS))
  return attributes(payload, struct, payload.byteLength)
}

function payload(view: DataView): DataView {
  return need(top(view).get(TCA_OPTIONS))
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('tc did not send what was expected of it')
  return value
}

const hex = (view: DataView): string =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex')
const words = (view: DataView): number[] =>
  Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true))
const halves = (view: DataView): number[] =>
  Array.from({ length: view.byteLength / 2 }, (_, i) => view.getUint16(i * 2, true))
const small = (value: bigint): number | string =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : `${value}`

const tcmsg = (offset: number) => (view: DataView) => view.getUint32(NLMSG_HEADER + offset, true)

const NETEM = 24
const rate64 = (view: DataView): number | string => {
  const found = options(view, NETEM)
  const wide = found.get(8)?.getBigUint64(0, true)
  return wide === undefined ? need(found.get(6)).getUint32(0, true) : small(wide)
}

const masked = (address: number) => (view: DataView) => {
  const found = options(view)
  return [hex(need(found.get(address))), hex(need(found.get(address + 1)))]
}

/** What is recorded for one text: the command with the text in it, and where its value stands. */
interface Table {
  name: string
  texts: readonly string[]
  command: (text: string) => string[]
  value: (message: DataView) => unknown
}

const qdisc = ['qdisc', 'add', 'dev', 'lo']
const htbClass = ['class', 'add', 'dev', 'lo', 'parent', '1:']
const filter = ['filter', 'add', 'dev', 'lo', 'parent', '1:']
const flower = [...filter, 'protocol', 'ip', 'prio', '1', 'flower']
const flower6 = [...filter, 'protocol', 'ipv6', 'prio', '1', 'flower']

const tables: Table[] = [
  {
    name: 'rates',
    texts: inputs.RATES,
    command: (x) => [...qdisc, 'root', 'netem', 'rate', x],
    value: rate64,
  },
  {
    name: 'rates-u32',
    texts: inputs.RATES,
    command: (x) => [...qdisc, 'root', 'fq', 'maxrate', x],
    value: (view) => need(options(view).get(7)).getUint32(0, true),
  },
  {
    name: 'sizes',
    texts: inputs.SIZES,
    command: (x) => [...qdisc, 'root', 'bfifo', 'limit', x],
    value: (view) => payload(view).getUint32(0, true),
  },
  {
    name: 'microseconds',
    texts: inputs.MICROSECONDS,
    command: (x) => [...qdisc, 'root', 'fq_codel', 'target', x],
    // tc leaves a target of 0 out
    value: (view) => options(view).get(1)?.getUint32(0, true) ?? 0,
  },
  {
    name: 'ticks',
    texts: inputs.MICROSECONDS,
    command: (x) => [...qdisc, 'root', 'netem', 'delay', x],
    value: (view) => payload(view).getUint32(0, true),
  },
  {
    name: 'nanoseconds',
    texts: inputs.NANOSECONDS,
    command: (x) => [...qdisc, 'root', 'netem', 'slot', x],
    value: (view) => small(need(options(view, NETEM).get(12)).getBigInt64(0, true)),
  },
  {
    name: 'percentages',
    texts: inputs.PERCENTAGES,
    command: (x) => [...qdisc, 'root', 'netem', 'duplicate', x],
    value: (view) => payload(view).getUint32(16, true),
  },
  {
    name: 'handles',
    texts: inputs.HANDLES,
    command: (x) => [...qdisc, 'root', 'handle', x, 'pfifo'],
    value: tcmsg(8),
  },
  {
    name: 'classids',
    texts: inputs.CLASS_IDS,
    command: (x) => [...htbClass, 'classid', x, 'htb', 'rate', '1mbit'],
    value: tcmsg(8),
  },
  {
    name: 'parents',
    texts: inputs.CLASS_IDS,
    command: (x) => [...qdisc, 'parent', x, 'pfifo'],
    value: tcmsg(12),
  },
  {
    name: 'qdisc-hooks',
    texts: ['root', 'ingress', 'clsact'],
    command: (x) => [...qdisc, x, ...(x === 'root' ? ['pfifo'] : [])],
    value: tcmsg(12),
  },
  {
    name: 'filter-hooks',
    texts: ['root', 'ingress', 'egress'],
    command: (x) => ['filter', 'add', 'dev', 'lo', x, 'prio', '1', 'matchall'],
    value: tcmsg(12),
  },
  {
    name: 'minors',
    texts: inputs.MINORS,
    command: (x) => [...qdisc, 'root', 'htb', 'default', x],
    value: (view) => need(options(view).get(2)).getUint32(8, true),
  },
  {
    name: 'u32-handles',
    texts: inputs.U32_HANDLES,
    command: (x) => [...filter, 'protocol', 'ip', 'prio', '1', 'handle', x, 'u32', 'match', 'u32', '0', '0'],
    value: tcmsg(8),
  },
  {
    name: 'protocols',
    texts: inputs.PROTOCOLS,
    command: (x) => [...filter, 'prio', '1', 'protocol', x, 'matchall'],
    value: (view) => view.getUint16(NLMSG_HEADER + 16, true),
  },
  {
    name: 'priorities',
    texts: inputs.PRIORITIES,
    command: (x) => [...filter, 'protocol', 'ip', 'prio', x, 'matchall'],
    value: (view) => view.getUint16(NLMSG_HEADER + 18, true),
  },
  { name: 'ipv4', texts: inputs.IPV4_PREFIXES, command: (x) => [...flower, 'dst_ip', x], value: masked(12) },
  { name: 'ipv6', texts: inputs.IPV6_PREFIXES, command: (x) => [...flower6, 'dst_ip', x], value: masked(16) },
  { name: 'macs', texts: inputs.MACS, command: (x) => [...flower, 'dst_mac', x], value: masked(4) },
]

function record({ name, texts, command, value }: Table): void {
  const rows = texts.map((text) => {
    const message = sent(command(text))
    return [text, message === undefined ? null : value(message)]
  })
  save(name, `tc ${command('TEXT').join(' ')}`, rows)
}

function recordHtbClasses(): void {
  const command = [...htbClass, 'classid', '1:1', 'htb']
  const rows = inputs.HTB_CLASSES.map((args) => {
    const found = options(need(sent([...command, ...args])))
    const parms = need(found.get(1))
    const [cells, overhead, mpu, rate] = [
      parms.getUint8(0),
      parms.getUint16(2, true),
      parms.getUint16(6, true),
      parms.getUint32(8, true),
    ]
    const linklayer = parms.getUint8(1)
    const wide = found.get(6)?.getBigUint64(0, true)
    return [
      args.join(' '),
      {
        cells,
        linklayer,
        overhead,
        mpu,
        rate: wide === undefined ? rate : Number(wide),
        align: parms.getInt16(4, true),
        buffer: parms.getUint32(24, true),
        cbuffer: parms.getUint32(28, true),
        rtab: words(need(found.get(4))),
      },
    ]
  })
  save('htb-classes', `tc ${command.join(' ')} TEXT`, rows)
}

function recordSizeTables(): void {
  const rows = inputs.SIZE_TABLES.map((args) => {
    const stab = need(top(need(sent([...qdisc, 'root', 'stab', ...args, 'pfifo']))).get(TCA_STAB))
    const found = attributes(stab, 0, stab.byteLength)
    const base = need(found.get(1))
    const [cellLog, sizeLog, cellAlign] = [base.getUint8(0), base.getUint8(1), base.getInt16(2, true)]
    const [overhead, linklayer, mpu] = [
      base.getInt32(4, true),
      base.getUint32(8, true),
      base.getUint32(12, true),
    ]
    const data = found.get(2)
    return [
      args.join(' '),
      {
        cellLog,
        sizeLog,
        cellAlign,
        overhead,
        linklayer,
        mpu,
        mtu: base.getUint32(16, true),
        tsize: base.getUint32(20, true),
        table: data === undefined ? null : halves(data),
      },
    ]
  })
  save('size-tables', `tc ${qdisc.join(' ')} root stab TEXT pfifo`, rows)
}

/** What tc shows of values that the kernel holds: one line of shell a value, all in one namespace. */
function shown(
  texts: readonly string[],
  make: (text: string) => string,
  pattern: RegExp,
  prefix: string[],
): string[][] {
  const script = texts.map((text) => `echo "= ${text}"; ${make(text)}`).join('\n')
  const [command = '', ...rest] = [...prefix, 'sh', '-c', script]
  const { stdout } = spawnSync(command, rest, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  return stdout
    .split(/^= /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), need(pattern.exec(part)?.[1])])
}

function recordShown(): void {
  const here = ['unshare', ...OWN_NAMESPACE]
  const size = (x: string) => `tc qdisc replace dev lo root bfifo limit ${x}; tc qdisc show dev lo`
  save('shown-sizes', size('TEXT'), shown(inputs.SHOWN_SIZES, size, /limit (\S+)/, here))
  const rate = (x: string) =>
    [
      'tc qdisc replace dev lo root handle 1: htb',
      `tc class replace dev lo classid 1:1 parent 1: htb rate ${x} burst 1mb cburst 1mb`,
      'tc class show dev lo; tc qdisc del dev lo root',
    ].join('; ')
  save('shown-rates', rate('TEXT'), shown(inputs.SHOWN_RATES, rate, / rate (\S+)/, here))
  const { LAB_RUN: lab } = process.env
  if (lab === undefined) return
  const time = (x: string) => `tc qdisc replace dev lo root netem delay ${x}; tc qdisc show dev lo`
  save('shown-times', time('TEXT'), shown(inputs.SHOWN_TIMES, time, /delay (\S+)/, [lab, '6.1', '--']))
}

/** Names that an interface can be given, and addresses as ip shows them: this machine's kernel has a say. */
function recordNames(): void {
  const add = (name: string) => ['ip', 'link', 'add', 'name', name, 'type', 'ifb']
  const rows = inputs.INTERFACE_NAMES.map((name) => {
    const done = spawnSync('unshare', [...OWN_NAMESPACE, ...add(name)])
    return [name, done.status === 0]
  })
  save('interface-names', add('TEXT').join(' '), rows)
  const show = (x: string) =>
    `ip addr add ${x}/128 dev lo; ip -6 -o addr show dev lo; ip addr del ${x}/128 dev lo`
  const here = ['unshare', ...OWN_NAMESPACE]
  save(
    'shown-addresses',
    show('TEXT'),
    shown(inputs.SHOWN_ADDRESSES, show, /inet6 (\S+?)(?:\/128)? scope/, here),
  )
}

function save(name: string, command: string, rows: readonly unknown[]): void {
  const version = spawnSync('tc', ['-V'], { encoding: 'utf8' }).stdout.trim()
  const about = [`"tool": ${JSON.stringify(version)}`, `"command": ${JSON.stringify(command)}`]
  const head = `{\n  ${about.join(',\n  ')},\n  "rows": [\n`
  const body = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  const path = fileURLToPath(new URL(`fixtures/${name}.json`, import.meta.url))
  writeFileSync(path, `${head}${body}\n  ]\n}\n`)
  console.log(`${name}: ${rows.length} rows`)
}

const only = process.argv.slice(2)
for (const table of tables) if (only.length === 0 || only.includes(table.name)) record(table)
if (only.length === 0 || only.includes('htb-classes')) recordHtbClasses()
if (only.length === 0 || only.includes('size-tables')) recordSizeTables()
if (only.length === 0 || only.includes('shown')) recordShown()
if (only.length === 0 || only.includes('names')) recordNames()
spawnSync('npx', ['biome', 'format', '--write', fileURLToPath(new URL('fixtures', import.meta.url))])
