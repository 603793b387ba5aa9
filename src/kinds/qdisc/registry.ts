// The qdiscs that netsched knows. A new one is one line here.

import type { QdiscKind } from '../descriptor.ts'
import { htb } from './htb.ts'

/** Descriptors of the built-in qdiscs, by kind. */
export const qdiscKinds = {
  htb,
} as const satisfies Record<string, QdiscKind>

/** The built-in qdiscs. */
export type QdiscKinds = typeof qdiscKinds
