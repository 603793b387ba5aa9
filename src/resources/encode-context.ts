// What the options of one request need before they can be written: the indexes of the devices
// they name, and open BPF objects, which are closed again afterwards.

import type { EncodeContext } from '../kinds/context.ts'
import { closeObject, openPinned, openProgram } from '../socket/bpf-object.ts'
import type { CallOptions } from '../socket/request.ts'
import { OptionError } from '../wire/errors.ts'
import { devicesByName } from './device-names.ts'
import type { Session } from './session.ts'

/** The context in which the options of one request are written. */
export interface Encoding extends EncodeContext {
  /** Closes what was opened for the request. */
  release(): void
}

/** Finds all that writing options will ask for. */
export async function encodingFor(
  session: Session,
  names: readonly string[],
  call: CallOptions,
): Promise<Encoding> {
  const indexes = names.length === 0 ? undefined : await devicesByName(session, names, call)
  const opened: number[] = []
  return {
    clock: session.clock,
    kinds: session.kinds,
    path: 'options',
    ifindex(name, path) {
      const ifindex = indexes?.get(name)
      if (ifindex === undefined) throw new OptionError({ path, expected: "a device's name", received: name })
      return ifindex
    },
    openPinned(pinned, path) {
      const fd = openPinned(pinned, path)
      opened.push(fd)
      return fd
    },
    openProgram(id) {
      const fd = openProgram(id)
      opened.push(fd)
      return fd
    },
    release() {
      for (const fd of opened.splice(0)) closeObject(fd)
    },
  }
}
