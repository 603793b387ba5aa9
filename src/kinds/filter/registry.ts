// The classifiers that netsched knows. A new one is one line here.

import type { FilterKind } from '../descriptor.ts'
import { bpf } from './bpf.ts'
import { matchall } from './matchall.ts'
import { u32 } from './u32.ts'

/** Descriptors of the built-in classifiers, by kind. */
export const filterKinds = {
  bpf,
  matchall,
  u32,
} as const satisfies Record<string, FilterKind>

/** The built-in classifiers. */
export type FilterKinds = typeof filterKinds
