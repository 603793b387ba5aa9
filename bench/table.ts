// The results as a table, in Markdown: it reads well in a terminal too.

import { describe, digits, median, type Samples } from './numbers.ts'
import type { Row } from './row.ts'

const HEAD = ['Task', 'C, not decoded', 'netsched', 'netsched / C', 'tc', 'tc / netsched']

/** The rows as lines of text, their columns aligned. */
export function table(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) => join(line.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  const rule = join(widths.map((width) => '-'.repeat(width)))
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

/** Which calls of `tc` stand in the table. */
export function notes(rows: readonly Row[]): string {
  return rows
    .filter((row, place) => rows.findIndex(({ tc }) => tc === row.tc) === place)
    .map(({ task, tcCall }) => `- ${task}: ${tcCall}`)
    .join('\n')
}

function cellsOf({ task, netsched, tc, floor }: Row): string[] {
  return [
    task,
    floor === undefined ? '-' : describe(floor),
    describe(netsched),
    floor === undefined ? '-' : ratio(netsched, floor),
    describe(tc),
    ratio(tc, netsched),
  ]
}

function ratio(samples: Samples, base: Samples): string {
  return `${digits(median(samples) / median(base))} x`
}

function join(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
