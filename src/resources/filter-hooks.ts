// The places of a device where filters can hang.

import type { CallOptions } from '../socket/request.ts'
import type { FoundDevice } from './device-names.ts'
import { Qdiscs } from './qdiscs.ts'
import type { Session } from './session.ts'

/** Handles of all qdiscs of a device, and the two hooks of clsact or the one of ingress. */
export async function hooksOf(session: Session, device: FoundDevice, call: CallOptions): Promise<string[]> {
  const hooks: string[] = []
  for (const { kind, handle, parent } of await new Qdiscs(session).list(device, call)) {
    if (parent !== 'ingress') {
      // A default qdisc has no handle and no filters.
      if (handle !== 'none') hooks.push(handle)
      continue
    }
    hooks.push('ingress')
    if (kind === 'clsact') hooks.push('egress')
  }
  return hooks
}
