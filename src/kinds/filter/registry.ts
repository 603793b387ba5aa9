// The classifiers that netsched knows. A new one is one line here.

import type { FilterKind } from '../descriptor.ts'

/** Descriptors of the built-in classifiers, by kind. */
export const filterKinds = {} as const satisfies Record<string, FilterKind>

/** The built-in classifiers. */
export type FilterKinds = typeof filterKinds
