// Emits the decoder of an attribute set: one switch on the attribute's type.

import { access } from '../spec/identifiers.ts'
import type { Attribute, AttributeSet, AttributeType } from '../spec/model.ts'
import { decoderParameters, depthArgument, readElement } from './elements.ts'
import type { GeneratedFile } from './file.ts'
import { listDecoder } from './lists.ts'
import { nestsItself } from './recursion.ts'
import { setSymbols } from './symbols.ts'
import { elementOf } from './types.ts'

export function emitDecoder(file: GeneratedFile, set: AttributeSet): void {
  const { type, decode } = setSymbols(set)
  const counts = nestsItself(set)
  const depth = counts ? 'depth + 1' : undefined
  file.add(
    `/** Reads the attributes from \`at\` to \`end\`. */`,
    `export function ${decode}(${decoderParameters(file, counts)}): ${type} {`,
    ...(counts ? ['  r.checkDepth(depth, at)'] : []),
    `  const v: ${type} = {}`,
    '  while (at < end) {',
    '    const stop = r.attrEnd(at, end)',
    '    switch (r.attrType(at)) {',
    ...set.attributes.flatMap((attribute) => cases(attribute, file, depth)),
    '      default:',
    '        v.unknown = r.keep(v.unknown, at, stop)',
    '    }',
    `    at = ${file.lib('align4')}(stop)`,
    '  }',
    '  return v',
    '}',
  )
}

/** An unused number has no case: should it ever come, it is kept among the unknown. */
function cases(attribute: Attribute, file: GeneratedFile, depth: string | undefined): string[] {
  if (attribute.type.kind === 'unused') return []
  const label = `      case ${file.use(attribute.constant)}:`
  if (attribute.type.kind === 'pad') return [label, '        break']
  const field = access('v', attribute.field)
  const value = readAttribute(attribute.type, file, depth)
  if (!attribute.multi) return [label, `        ${field} = ${value}`, '        break']
  return [label, `        ${field} ??= []`, `        ${field}.push(${value})`, '        break']
}

function readAttribute(type: AttributeType, file: GeneratedFile, depth: string | undefined): string {
  switch (type.kind) {
    case 'flag':
      return 'true'
    case 'array':
      return `${file.lib('readArray')}(r, at + 4, stop, ${file.lib(elementOf(type.scalar))})`
    case 'bitfield32':
      return 'r.bitfield32(at + 4, stop)'
    case 'list':
      return `${listDecoder(type.element, file)}(r, at + 4, stop${depthArgument(type.element, depth)})`
    case 'sub':
      return 'r.payload(at + 4, stop)'
    case 'pad':
    case 'unused':
      return 'undefined'
    default:
      return readElement(type, file, depth)
  }
}
