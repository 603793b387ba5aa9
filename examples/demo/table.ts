// The closing table: what was configured and what was measured. On a narrow terminal the last columns are left out.

import { label, mbit } from './labels.ts'
import { deviation, isRight, type Measurement } from './meter.ts'
import { paint, print, width } from './terminal.ts'

/** One column: its title, and what it says of a flow. The first ones matter most. */
const COLUMNS: readonly [title: string, cell: (measurement: Measurement) => string][] = [
  ['Mbit/s', ({ flow }) => label(flow)],
  ['configured', ({ flow }) => mbit(flow.rate)],
  ['measured', ({ rate }) => mbit(rate)],
  ['off', (measurement) => `${(100 * deviation(measurement)).toFixed(1)} %`],
  ['drops', ({ drops }) => String(drops)],
  ['backlog', ({ backlog }) => `${(backlog / 1000).toFixed(0)} kB`],
  ['class', ({ flow }) => flow.classid],
  ['received', ({ received }) => mbit(received)],
]
const GAP = 2

/** Prints the table; a row whose rate is off is red. */
export function printTable(measurements: Measurement[]): void {
  let left = width()
  const rows = measurements.map(() => '')
  let head = ''
  for (const [title, cell] of COLUMNS) {
    const cells = measurements.map(cell)
    const wide = Math.max(title.length, ...cells.map(({ length }) => length))
    left -= wide + GAP
    if (left < 0) break
    head += title.padStart(wide + GAP)
    cells.forEach((text, i) => {
      rows[i] += text.padStart(wide + GAP)
    })
  }
  print('', paint('bold', head))
  measurements.forEach((measurement, i) => {
    print(paint(isRight(measurement) ? 'green' : 'red', rows[i] ?? ''))
  })
}
