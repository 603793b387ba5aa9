// Text of specs as doc comments want it.

/** Folds `doc` to one line without the period at its end. */
export function plain(doc: string | undefined): string {
  return (doc ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '')
}
