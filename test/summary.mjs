// What test/run.mjs and test/kernels.mjs share: which skips are allowed, the matrix as text, the last line.

/** Whether NETSCHED_ALLOW_SKIP, a list with commas, names the thing that cannot be tested here. */
export function isSkipAllowed(what, allowed = process.env.NETSCHED_ALLOW_SKIP ?? '') {
  return allowed.split(',').some((name) => name.trim() === what)
}

/** The counts of several reports, summed. */
export function total(reports) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const report of reports) for (const key of Object.keys(sum)) sum[key] += report[key]
  return sum
}

/** The last line of every runner: alone on its line, for people and for programs. */
export const countLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** `family<TAB>kind<TAB>kernel<TAB>state`, one line a kind and kernel. */
export const tsvLines = (kernel, rows) =>
  rows.map(({ family, kind, state }) => [family, kind, kernel, state].join('\t'))

/** A table of the lines of `tsvLines`: a row for each kind, a column for each kernel. */
export function table(lines) {
  const kernels = []
  const rows = new Map()
  for (const line of lines) {
    const [family, kind, kernel, state] = line.split('\t')
    if (!kernels.includes(kernel)) kernels.push(kernel)
    const name = `${family} ${kind}`
    rows.set(name, { ...rows.get(name), [kernel]: state })
  }
  const text = (name, cells) => `${name.padEnd(24)}${cells.map((cell) => cell.padEnd(10)).join('')}`.trimEnd()
  const body = [...rows].map(([name, cells]) =>
    text(
      name,
      kernels.map((kernel) => cells[kernel] ?? '-'),
    ),
  )
  return [text('KIND', kernels), ...body].join('\n')
}

/** The kinds that a kernel has and no test proves. They count as failures. */
export const untested = (rows) => rows.filter(({ state }) => state === 'untested')

export const list = (rows) => rows.map(({ family, kind }) => `${family}:${kind}`).join(' ')
