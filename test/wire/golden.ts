// The files of recorded bytes, for people and for programs: comments, then the request in words of four bytes, with one
// attribute a line, indented by its depth.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TC_MESSAGES } from '../../src/generated/tc/index.ts'
import { attributesAt, headerOf, type Node, nodesOf } from './attributes.ts'

/** Where the files are. */
export const GOLDEN: string = join(import.meta.dirname, 'golden')
/** Indexes of the devices in every recorded request. */
export const INDEX: Readonly<Record<'DEV' | 'DEV2', number>> = { DEV: 11, DEV2: 12 }

const WORDS_A_LINE = 8
const NLM_FLAGS: readonly (readonly [number, string])[] = [
  [0x1, 'REQUEST'],
  [0x4, 'ACK'],
  [0x8, 'ECHO'],
  [0x100, 'REPLACE'],
  [0x200, 'EXCL'],
  [0x400, 'CREATE'],
  [0x800, 'APPEND'],
]

/** Names of all files. */
export function goldenFiles(): string[] {
  return readdirSync(GOLDEN).filter((name) => name.endsWith('.hex'))
}

/** The request in a file, padded to a multiple of four bytes. */
export function readGolden(name: string): Buffer {
  const lines = readFileSync(join(GOLDEN, name), 'utf8').split('\n')
  return Buffer.from(lines.map((line) => line.replace(/#.*$/, '').replaceAll(/\s/g, '')).join(''), 'hex')
}

/** A file's text. `comments` go first. */
export function formatGolden(message: Buffer, comments: readonly string[]): string {
  const padded = Buffer.concat([message, Buffer.alloc(-message.length & 3)])
  const family = padded.subarray(16, attributesAt(padded))
  const lines = [
    ...comments.map((comment) => `# ${comment}`),
    `${words(padded.subarray(0, 16))}  # ${messageComment(padded)}`,
    `${words(family)}  # ${familyComment(padded)}`,
    ...nodesOf(padded).flatMap((node) => nodeLines(padded, node, '')),
  ]
  return `${lines.join('\n')}\n`
}

function words(bytes: Buffer): string {
  return (bytes.toString('hex').match(/.{1,8}/g) ?? []).join(' ')
}

function messageComment(message: Buffer): string {
  const { nlmsg_type: type, nlmsg_flags: flags } = headerOf(message)
  const set = NLM_FLAGS.filter(([flag]) => flags & flag).map(([, name]) => name)
  return `${TC_MESSAGES[type]?.name ?? type}, ${set.join(' ')}`
}

function familyComment(message: Buffer): string {
  const { tcm_ifindex, tcm_handle = 0, tcm_parent = 0, tcm_info = 0 } = headerOf(message)
  if (tcm_ifindex === undefined) return 'tcamsg'
  const hex = (value: number): string => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
  return `ifindex ${tcm_ifindex}, handle ${hex(tcm_handle)}, parent ${hex(tcm_parent)}, info ${hex(tcm_info)}`
}

function nodeLines(message: Buffer, { name, at, stop, head, children }: Node, indent: string): string[] {
  const padding = -stop & 3
  if (children === undefined) return payloadLines(message.subarray(at, stop + padding), indent, name)
  const front = at + 4 + head + (-head & 3)
  return [
    ...payloadLines(message.subarray(at, front), indent, name),
    ...children.flatMap((child) => nodeLines(message, child, `${indent}  `)),
  ]
}

function payloadLines(bytes: Buffer, indent: string, name: string): string[] {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += WORDS_A_LINE * 4) {
    const line = words(bytes.subarray(at, at + WORDS_A_LINE * 4))
    lines.push(at === 0 ? `${indent}${line}  # ${name}` : `${indent}${line}`)
  }
  return lines
}
