// Kinds that netsched has no descriptor for: their options stay bytes, and go back unchanged.

/**
 * The name of a kind that is not built in, as {@link customKind} marks it. At run time it is the name
 * alone. The mark lives in the type: no built-in name fits the pattern, so that comparing `kind` with
 * one of them tells which options there are.
 */
export type CustomKind = `${string}/custom`

/** The payload of an options attribute, undecoded. */
export interface RawOptions {
  raw: Uint8Array
}

/**
 * Marks a name as that of a kind that is not built in.
 *
 * @example
 * await tc.qdiscs.add({ dev: 'eth0', parent: 'root', kind: customKind('mine'), options: { raw } })
 */
export function customKind(kind: string): CustomKind {
  return kind as CustomKind
}
