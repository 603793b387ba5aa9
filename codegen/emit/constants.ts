// Emits constants, by the names that the headers give them.

import type { Const, Constant, Enumeration } from '../spec/model.ts'
import { plain } from '../spec/text.ts'
import { docComment, wrap } from './comments.ts'
import type { GeneratedFile } from './file.ts'
import type { Linker } from './linker.ts'
import { literal } from './types.ts'

const LINE_WIDTH = 106

/** Which constants are to be emitted in which file: each once, where it comes first. */
export class Declared {
  private readonly linker: Linker
  private readonly accepted = new Set<Constant>()

  constructor(linker: Linker) {
    this.linker = linker
  }

  declare(constants: readonly Constant[], file: string): void {
    for (const one of constants) {
      if (this.linker.declare(one.constant, file, one.place, one.value)) this.accepted.add(one)
    }
  }

  of(constants: readonly Constant[]): Constant[] {
    return constants.filter((one) => this.accepted.has(one))
  }
}

export function emitConst(file: GeneratedFile, definition: Const): void {
  const from = `(${definition.header})`
  file.add(docComment([plain(`${definition.doc} ${from}`)]), line(definition, definition.hex))
}

export function emitEnumeration(
  file: GeneratedFile,
  { kind, name, header, doc }: Enumeration,
  entries: readonly Constant[],
): void {
  if (entries.length === 0) return
  const title = `${kind === 'enum' ? 'Enum' : 'Flags'} ${name} (${header})${doc === '' ? '' : `: ${doc}`}.`
  file.add(
    ...wrap(title, LINE_WIDTH).map((text) => `// ${text}`),
    '',
    ...entries.flatMap((entry) => constantLines(entry, kind === 'flags')),
  )
}

/** Constants with their comments, if they have any. */
export function constantLines(one: Constant, flags = false): string[] {
  const comment = one.doc === '' ? [] : [docComment([one.doc])]
  return [...comment, line(one, flags)]
}

function line({ constant, value }: Constant, hex = false): string {
  if (!hex || typeof value === 'bigint' || value < 0) return `export const ${constant} = ${literal(value)}`
  return `export const ${constant} = 0x${value.toString(16)}`
}
