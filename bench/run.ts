// All measurements, one after the other, in the namespace that main.ts has made.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { parseArgs } from 'node:util'
import { TrafficControl } from '../src/index.ts'
import { measureAdds } from './adds.ts'
import { buildFloor, type Floor } from './contenders.ts'
import { measureDumps } from './dumps.ts'
import { measureRequests } from './requests.ts'
import type { Row } from './row.ts'
import { notes, table } from './table.ts'

const TASKS = { requests: measureRequests, adds: measureAdds, dumps: measureDumps }

const { values, positionals } = parseArgs({
  options: { markdown: { type: 'string' } },
  allowPositionals: true,
})

async function measure(floor: Floor | undefined): Promise<Row[]> {
  await using client = await TrafficControl.open()
  const rows: Row[] = []
  for (const [name, task] of Object.entries(TASKS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.error(`bench: ${name} ...`)
    rows.push(...(await task(client, floor)))
  }
  return rows
}

function report(rows: readonly Row[]): string {
  const tcVersion = execFileSync('tc', ['-Version'], { encoding: 'utf8' }).trim()
  return [
    'Medians of one run, quartiles in brackets, ratios of medians.',
    `Linux ${release()}, Node ${process.version}, ${tcVersion}.`,
    '',
    table(rows),
    '',
    'What `tc` was called for:',
    '',
    notes(rows),
    '',
  ].join('\n')
}

const built = buildFloor('bench/floor.c')
try {
  const text = report(await measure(built?.floor))
  console.log(text)
  if (values.markdown !== undefined) writeFileSync(values.markdown, text)
} finally {
  built?.done()
}
