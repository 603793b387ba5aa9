// The actions that netsched knows. A new one is one line here.

import type { ActionKind } from '../descriptor.ts'
import { gact } from './gact.ts'
import { mirred } from './mirred.ts'

/** Descriptors of the built-in actions, by kind. */
export const actionKinds = {
  gact,
  mirred,
} as const satisfies Record<string, ActionKind>

/** The built-in actions. */
export type ActionKinds = typeof actionKinds
