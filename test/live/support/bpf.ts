// Loads tiny eBPF programs for classifiers by bpf(2), and pins them, so that tests need no compiler.

import { rmSync } from 'node:fs'
import koffi from 'koffi'
import { onTestFinished } from 'vitest'

const libc = koffi.load(null)
const syscall = libc.func('long syscall(long, int, uint8_t *, unsigned int)')
const close = libc.func('int close(int)')

const SYS_BPF: Readonly<Record<string, number>> = { x64: 321, arm64: 280 }
const BPF_PROG_LOAD = 5
const BPF_OBJ_PIN = 6
const BPF_PROG_TYPE_SCHED_CLS = 3
const ATTR_SIZE = 48
/** An instruction: code, registers, offset, immediate. */
const INSTRUCTION = { mov: 0xb7, exit: 0x95, size: 8 }

function bpf(command: number, attr: Uint8Array): number {
  const number = SYS_BPF[process.arch]
  if (number === undefined) throw new Error(`bpf(2) has no known number on ${process.arch}`)
  const result = Number(syscall(number, command, attr, attr.length))
  if (result < 0) throw new Error(`bpf(2), command ${command}: errno ${koffi.errno()}`)
  return result
}

/** `return value;` */
function instructions(value: number): Buffer {
  const code = Buffer.alloc(2 * INSTRUCTION.size)
  code.writeUInt8(INSTRUCTION.mov, 0)
  code.writeInt32LE(value, 4)
  code.writeUInt8(INSTRUCTION.exit, INSTRUCTION.size)
  return code
}

/** Loads a classifier that returns `value`. The descriptor is closed when the test ends. */
export function loadClassifier(value: number): number {
  const code = instructions(value)
  const license = Buffer.from('GPL\0')
  const attr = new Uint8Array(ATTR_SIZE)
  const view = new DataView(attr.buffer)
  view.setUint32(0, BPF_PROG_TYPE_SCHED_CLS, true)
  view.setUint32(4, code.length / INSTRUCTION.size, true)
  view.setBigUint64(8, BigInt(koffi.address(code)), true)
  view.setBigUint64(16, BigInt(koffi.address(license)), true)
  const fd = bpf(BPF_PROG_LOAD, attr)
  onTestFinished(() => void close(fd))
  return fd
}

let pins = 0

/** Pins a program. The pin is removed when the test ends. */
export function pin(fd: number): string {
  pins += 1
  const path = `/sys/fs/bpf/live${process.pid}x${pins}`
  const name = Buffer.from(`${path}\0`)
  const attr = new Uint8Array(16)
  const view = new DataView(attr.buffer)
  view.setBigUint64(0, BigInt(koffi.address(name)), true)
  view.setUint32(8, fd, true)
  bpf(BPF_OBJ_PIN, attr)
  onTestFinished(() => rmSync(path, { force: true }))
  return path
}
