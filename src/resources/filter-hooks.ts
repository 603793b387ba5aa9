// The places of a device where filters can hang.

import type { CallOptions } from '../socket/request.ts'
import type { FoundDevice } from './device-names.ts'
import { Qdiscs } from './qdiscs.ts'
import type { Session } from './session.ts'

/** Handles of all qdiscs of a device, and the two hooks of clsact or the one of ingress. */
export async function hooksOf(session: Session, device: FoundDevice, call: CallOptions): Promise<string[]> {
  const hooks: string[] = []
  for (const { kind, handle } of await new Qdiscs(session).list(device, call)) {
    const own = session.kinds.qdisc(kind)?.hooks
    // A default qdisc has no handle and no filters.
    if (own !== undefined) hooks.push(...own)
    else if (handle !== 'none') hooks.push(handle)
  }
  return hooks
}
