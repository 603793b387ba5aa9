// Emits an attribute set: constants, interface, decoder, encoder and the table of names.

import { key } from '../spec/identifiers.ts'
import type { AttributeSet, Constant } from '../spec/model.ts'
import { attributeComment, docComment } from './comments.ts'
import { constantLines } from './constants.ts'
import { emitDecoder } from './decoder.ts'
import { emitEncoder } from './encoder.ts'
import { fieldsOf } from './fields.ts'
import type { GeneratedFile } from './file.ts'
import { emitNames } from './names.ts'
import { setSymbols } from './symbols.ts'
import { typeOf } from './types.ts'

/** `constants` are those of the set's attributes that no other file exports. */
export function emitSet(file: GeneratedFile, set: AttributeSet, constants: readonly Constant[]): void {
  const lines = constants.flatMap((one) => constantLines({ ...one, doc: '' }))
  if (lines.length > 0) file.add(...lines)
  emitInterface(file, set)
  emitDecoder(file, set)
  emitEncoder(file, set)
  emitNames(file, set)
}

/** The constants of a set, its limits included. */
export function constantsOf(set: AttributeSet): Constant[] {
  return [...set.attributes, ...set.limits]
}

function emitInterface(file: GeneratedFile, set: AttributeSet): void {
  const fields = fieldsOf(set).flatMap((attribute) => {
    const type = typeOf(attribute.type, file)
    const many = attribute.multi ? '[]' : ''
    return [attributeComment(attribute), `  ${key(attribute.field)}?: ${type}${many} | undefined`]
  })
  file.add(
    docComment([set.doc, `Attribute set ${set.name} (${set.header})`]),
    `export interface ${setSymbols(set).type} {`,
    ...fields,
    '  /** Attributes that the spec does not name, kept as they came. */',
    `  unknown?: ${file.libType('UnknownAttribute')}[] | undefined`,
    '}',
  )
}
