// Emits layouts.ts: a buffer-layout structure for each struct of all families.

import { SpecError } from '../spec/error.ts'
import type { Member, Scalar, Spec, Struct } from '../spec/model.ts'
import { docComment } from './comments.ts'
import type { Linker } from './linker.ts'
import type { Runtime } from './runtime.ts'
import { structSymbols } from './symbols.ts'
import { heading } from './tables.ts'
import { methodOf } from './types.ts'

/** A family and the folder of its files below that of layouts.ts. */
export interface LaidOut {
  readonly spec: Spec
  readonly linker: Linker
  readonly folder: string
}

export function emitLayouts(families: readonly LaidOut[], runtime: Runtime): string {
  const blocks = new Set<string>(['struct', 'type Layout'])
  const types = new Map<string, Set<string>>()
  const parts: string[] = []
  const seen = new Map<string, Struct>()
  for (const { spec, linker, folder } of families) {
    for (const struct of spec.structs) {
      const { type, layout } = structSymbols(struct)
      const known = seen.get(layout)
      if (known !== undefined) {
        throw new SpecError(struct.place, `another family has a struct '${known.name}' too`)
      }
      seen.set(layout, struct)
      const module = `./${folder}${linker.fileOf(type)}${runtime.extension}`
      types.set(module, (types.get(module) ?? new Set()).add(type))
      parts.push(layoutOf(struct, blocks))
    }
  }
  const sources = families.map(({ spec }) => spec.file).join(', ')
  const comment = heading(sources, runtime).map((line) => `// ${line}`)
  const imports = [
    `import { ${[...blocks].join(', ')} } from '${runtime.layouts(0)}'`,
    ...[...types].map(([module, names]) => `import type { ${[...names].join(', ')} } from '${module}'`),
  ]
  return `${[comment.join('\n'), imports.join('\n'), ...parts].join('\n\n')}\n`
}

function layoutOf(struct: Struct, blocks: Set<string>): string {
  const { type, layout } = structSymbols(struct)
  return [
    docComment([`${struct.cName}, ${struct.size} B`, struct.doc]),
    `export const ${layout}: Layout<${type}> = struct<${type}>([`,
    ...struct.members.map((member) => `  ${blockOf(member, blocks)}, // ${member.offset}`),
    '])',
  ].join('\n')
}

function blockOf(member: Member, blocks: Set<string>): string {
  const { type, field, size } = member
  switch (type.kind) {
    case 'scalar':
      return `${use(blockName(type.scalar), blocks)}('${field}')`
    case 'array':
      return `${use('array', blocks)}(${use(blockName(type.scalar), blocks)}(), ${type.count}, '${field}')`
    case 'text':
      return `${use('text', blocks)}(${size}, '${field}')`
    case 'bytes':
      return `${use('bytes', blocks)}(${size}, '${field}')`
    case 'struct':
      return `${structSymbols(type.struct).layout}.replicate('${field}')`
    case 'pad':
      return `${use('pad', blocks)}(${size})`
  }
}

function blockName(scalar: Scalar): string {
  return methodOf(scalar)
}

function use(name: string, blocks: Set<string>): string {
  blocks.add(name)
  return name
}
