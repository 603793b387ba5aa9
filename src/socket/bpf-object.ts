// Opens BPF objects: those pinned in a bpf file system, and loaded programs by their id. See bpf(2).

import { OptionError } from '../wire/errors.ts'
import { LITTLE_ENDIAN } from '../wire/order.ts'
import { errnoName, TransportError } from './errors.ts'
import { libc } from './libc.ts'

const BPF_OBJ_GET = 7
const BPF_PROG_GET_FD_BY_ID = 13
/**
 * union bpf_attr, as much as the two commands read: pathname (u64), bpf_fd, file_flags; or prog_id, next_id,
 * open_flags.
 */
const ATTR_SIZE = 16
/** The number of bpf(2), which differs between architectures. */
const SYSCALL_NUMBERS: Readonly<Record<string, number>> = {
  x64: 321,
  arm64: 280,
  riscv64: 280,
  loong64: 280,
  arm: 386,
  ia32: 357,
  s390x: 351,
  ppc64: 361,
}

/**
 * A descriptor for the pinned object at `pinned`.
 * @throws OptionError for what is no absolute path
 * @throws TransportError where there is no such object, or it may not be opened
 */
export function openPinned(pinned: string, path: string): number {
  if (typeof pinned !== 'string' || !pinned.startsWith('/') || pinned.includes('\0')) {
    throw new OptionError({ path, expected: 'the absolute path of a pinned BPF program', received: pinned })
  }
  const name = Buffer.from(`${pinned}\0`)
  const attr = new Uint8Array(ATTR_SIZE)
  new DataView(attr.buffer).setBigUint64(0, libc().address(name), LITTLE_ENDIAN)
  return open(BPF_OBJ_GET, attr, pinned)
}

/**
 * A descriptor for the loaded program that has the id. It needs CAP_SYS_ADMIN.
 * @throws TransportError where there is no such program, or it may not be opened
 */
export function openProgram(id: number): number {
  const attr = new Uint8Array(ATTR_SIZE)
  new DataView(attr.buffer).setUint32(0, id, LITTLE_ENDIAN)
  return open(BPF_PROG_GET_FD_BY_ID, attr, `the BPF program with id ${id}`)
}

function open(command: number, attr: Uint8Array, what: string): number {
  const number = SYSCALL_NUMBERS[process.arch]
  if (number === undefined) throw new TransportError('bpf', 0, `not known on ${process.arch}`)
  const fd = libc().syscall(number, command, attr, ATTR_SIZE)
  if (fd >= 0) return fd
  const errno = libc().errno()
  throw new TransportError('bpf', errno, `cannot open ${what}: ${errnoName(errno)}`)
}

/** Closes what {@link openPinned} or {@link openProgram} opened. */
export function closeObject(fd: number): void {
  libc().close(fd)
}
