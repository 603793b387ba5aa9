// All kinds of devices that netsched can describe. A kind is part of the public types by standing here.

import { bridge } from './bridge.ts'
import type { LinkKind } from './descriptor.ts'
import { dummy } from './dummy.ts'
import { ifb } from './ifb.ts'
import { veth } from './veth.ts'
import { vlan } from './vlan.ts'

export const linkKinds = { bridge, dummy, ifb, veth, vlan } as const satisfies Record<string, LinkKind>

/** The kinds of devices. */
export type LinkKinds = typeof linkKinds

const KINDS: ReadonlyMap<string, LinkKind> = new Map(Object.entries<LinkKind>(linkKinds))

/** The descriptor of a kind; `undefined` where there is none. */
export function linkKind(kind: string): LinkKind | undefined {
  return KINDS.get(kind)
}
