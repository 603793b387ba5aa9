// What one request about a link needs before it can be written: how it names network namespaces,
// whose files are closed again afterwards.

import { closeSync, openSync } from 'node:fs'
import { errnoName, TransportError } from '../socket/errors.ts'
import { type Netns, netnsPath } from '../socket/netns.ts'
import type { CallOptions } from '../socket/request.ts'
import { encodingFor } from './encode-context.ts'
import type { LinkContext } from './link-kinds/descriptor.ts'
import type { Session } from './session.ts'

/** The context in which one request about a link is written. */
export interface LinkEncoding extends LinkContext {
  /** Closes what was opened for the request. */
  release(): void
}

/** A context for one request. */
export async function linkEncoding(session: Session, call: CallOptions): Promise<LinkEncoding> {
  const encoding = await encodingFor(session, [], call)
  const files: number[] = []
  return {
    ...encoding,
    namespace(netns: Netns) {
      const path = netnsPath(netns)
      // The kernel finds the namespace of a process by itself.
      if (typeof netns === 'number') return { netNsPid: netns }
      const netNsFd = openNamespace(path)
      files.push(netNsFd)
      return { netNsFd }
    },
    release() {
      encoding.release()
      for (const fd of files.splice(0)) closeSync(fd)
    },
  }
}

function openNamespace(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (cause) {
    const errno = cause instanceof Error && 'errno' in cause ? Math.abs(Number(cause.errno)) : 0
    throw new TransportError('open', errno, `${errnoName(errno)}: no network namespace at ${path}`, { cause })
  }
}
