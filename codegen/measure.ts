// Measures the structs of specs in the kernel's headers, by a C program.

import { cProgram, type Question, runC } from './c-program.ts'
import type { Measured } from './measured.ts'
import type { Source } from './output.ts'
import type { Struct } from './spec/model.ts'

/** Sizes and offsets of all structs of `sources` in the headers below `include`. */
export function measure(sources: readonly Source[], include: string): Measured {
  const structs = sources.flatMap(({ spec }) => spec.structs)
  const questions = structs.flatMap(structQuestions)
  const answers = runC(cProgram(headersOf(structs), questions), include)
  const tell = (key: string): number => Number(answers.get(key))
  const measured: Record<string, { size: number; members: Record<string, [number, number]> }> = {}
  for (const struct of structs) {
    const entry = measured[struct.cName] ?? { size: tell(`sizeof ${struct.cName}`), members: {} }
    measured[struct.cName] = entry
    for (const { cName } of membersOf(struct)) {
      const member = `${struct.cName}.${cName}`
      entry.members[cName] = [tell(`offsetof ${member}`), tell(`sizeof ${member}`)]
    }
  }
  return measured
}

/** Size of a struct; offset and size of its members. */
export function structQuestions(struct: Struct): Question[] {
  const { cName, place } = struct
  const size = { key: `sizeof ${cName}`, expression: `sizeof(${cName})`, place }
  return [size, ...membersOf(struct).flatMap((member) => memberQuestions(cName, member.cName, member.place))]
}

export function headersOf(items: readonly { readonly header: string }[]): string[] {
  return [...new Set(items.map((item) => item.header))]
}

function memberQuestions(struct: string, member: string, place: Question['place']): Question[] {
  const name = `${struct}.${member}`
  return [
    { key: `offsetof ${name}`, expression: `offsetof(${struct}, ${member})`, place },
    { key: `sizeof ${name}`, expression: `sizeof(((${struct} *)0)->${member})`, place },
  ]
}

function membersOf(struct: Struct): Struct['members'] {
  return struct.members.filter((member) => member.type.kind !== 'pad' && member.cName !== '')
}
