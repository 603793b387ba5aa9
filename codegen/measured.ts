// measured.json: sizes and offsets of structs as the C compiler sees them in the kernel's headers.
// A spec that says otherwise is refused.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Source } from './output.ts'
import { SpecError } from './spec/error.ts'
import type { Struct } from './spec/model.ts'

/** A struct: its size, and [offset, size] of each member by its name in C. */
export interface MeasuredStruct {
  readonly size: number
  readonly members: Readonly<Record<string, readonly [number, number]>>
}

/** By the struct's name in C. */
export type Measured = Readonly<Record<string, MeasuredStruct>>

const FILE = fileURLToPath(new URL('measured.json', import.meta.url))

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** In alphabetical order and formatted, so that changes are easy to review. */
export function writeMeasured(measured: Measured): void {
  const sorted = Object.fromEntries(Object.entries(measured).sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = JSON.stringify(sorted, null, 2).replace(/\[\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2]')
  writeFileSync(FILE, `${text}\n`)
}

/** Throws SpecError for the first struct that is not as measured. */
export function checkMeasured(sources: readonly Source[], measured: Measured): void {
  for (const { spec } of sources) {
    for (const struct of spec.structs) checkStruct(struct, measured[struct.cName])
  }
}

function checkStruct(struct: Struct, measured: MeasuredStruct | undefined): void {
  const { cName, place } = struct
  if (measured === undefined) {
    throw new SpecError(place, `${cName} was never measured: run codegen/main.ts --measure INCLUDE`)
  }
  for (const member of struct.members) {
    if (member.type.kind === 'pad' || member.cName === '') continue
    const found = measured.members[member.cName]
    if (found === undefined) {
      throw new SpecError(member.place, `${member.cName} of ${cName} was never measured`)
    }
    const [offset, size] = found
    if (member.offset !== offset || member.size !== size) {
      const here = `is at ${member.offset} with ${member.size} B`
      throw new SpecError(member.place, `${member.cName} ${here}, in C at ${offset} with ${size} B`)
    }
  }
  if (struct.size !== measured.size) {
    throw new SpecError(place, `${cName} has ${struct.size} B, in C ${measured.size} B`)
  }
}
