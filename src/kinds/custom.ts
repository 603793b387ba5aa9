// Kinds that netsched has no descriptor for: their options stay bytes, and go back unchanged.

declare const custom: unique symbol

/**
 * The name of a kind that is not built in. A type of its own, so that the built-in names still
 * tell their options apart.
 */
export type CustomKind = string & { readonly [custom]: true }

/** The payload of an options attribute, undecoded. */
export interface RawOptions {
  raw: Uint8Array
}

/** Marks a name as that of a kind that is not built in. */
export function customKind(kind: string): CustomKind {
  return kind as CustomKind
}
