// The calls that read and write what both an attribute and an element of a list may hold.

import type { ElementType } from '../spec/model.ts'
import type { GeneratedFile } from './file.ts'
import { nestsItself } from './recursion.ts'
import { setSymbols, structSymbols } from './symbols.ts'
import { methodOf } from './types.ts'

/**
 * Reads the payload of the attribute from `at` to `stop`. `depth` is what a decoder that counts its
 * depth is given.
 */
export function readElement(type: ElementType, file: GeneratedFile, depth?: string): string {
  return `${elementReader(type, file)}at + 4, stop${depthArgument(type, depth)})`
}

/** The parameters of a decoder, which may count its depth. */
export function decoderParameters(file: GeneratedFile, counts: boolean): string {
  return `r: ${file.libType('Reader')}, at: number, end: number${counts ? ', depth = 0' : ''}`
}

/** The last argument of decoders that count their depth. */
export function depthArgument(type: ElementType, depth: string | undefined): string {
  return depth !== undefined && type.kind === 'nest' && nestsItself(type.set) ? `, ${depth}` : ''
}

function elementReader(type: ElementType, file: GeneratedFile): string {
  switch (type.kind) {
    case 'scalar':
      return `r.${methodOf(type.scalar)}(`
    case 'varint':
      return type.signed ? 'r.sint(' : 'r.uint('
    case 'text':
      return 'r.string('
    case 'bytes':
      return 'r.binary('
    case 'struct':
      return `${file.use(structSymbols(type.struct).decode)}(r, `
    case 'nest':
      return `${file.use(setSymbols(type.set).decode)}(r, `
  }
}

/** Writes `value` as an attribute of that number. */
export function writeElement(
  type: ElementType,
  number: string,
  value: string,
  file: GeneratedFile,
): string[] {
  switch (type.kind) {
    case 'scalar':
      return [`w.${methodOf(type.scalar)}(${number}, ${value})`]
    case 'varint':
      return [`w.${type.signed ? 'sint' : 'uint'}(${number}, ${value})`]
    case 'text':
      return [`w.string(${number}, ${value})`]
    case 'bytes':
      return [`w.binary(${number}, ${value})`]
    case 'struct': {
      const { encode, size } = structSymbols(type.struct)
      return [`${file.use(encode)}(w, w.attr(${number}, ${file.use(size)}), ${value})`]
    }
    case 'nest':
      return [
        `const nest = w.nest(${number})`,
        `${file.use(setSymbols(type.set).encode)}(w, ${value})`,
        'w.end(nest)',
      ]
  }
}
