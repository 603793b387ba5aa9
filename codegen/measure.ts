// Measures the structs of specs in the kernel's headers, by a C program.

import { runC } from './c-program.ts'
import { claimsOf, conformanceProgram } from './conformance.ts'
import type { Measured } from './measured.ts'
import type { Source } from './output.ts'
import { isRetired } from './retired.ts'

/**
 * Sizes and offsets of all structs of `sources` in the headers below `include`; of retired structs in
 * those below `older`.
 */
export function measure(sources: readonly Source[], include: string, older: string): Measured {
  const claims = sources.flatMap(({ spec }) => claimsOf(spec)).filter(({ struct }) => struct !== undefined)
  const retired = claims.filter(({ key }) => isRetired(key))
  const current = claims.filter(({ key }) => !isRetired(key))
  const answers = new Map([
    ...runC(conformanceProgram(current), include),
    ...runC(conformanceProgram(retired), older),
  ])
  const tell = (key: string): number => Number(answers.get(key))
  const measured: Record<string, { size: number; members: Record<string, [number, number]> }> = {}
  for (const { struct = '', identifier } of claims) {
    const entry = measured[struct] ?? { size: tell(`sizeof ${struct}`), members: {} }
    measured[struct] = entry
    if (identifier === undefined) continue
    const member = `${struct}.${identifier}`
    entry.members[identifier] = [tell(`offsetof ${member}`), tell(`sizeof ${member}`)]
  }
  return measured
}
