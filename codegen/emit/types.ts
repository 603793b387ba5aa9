// Types and run-time calls for the values of a spec.

import { pascal } from '../spec/identifiers.ts'
import type { AttributeType, ElementType, Scalar, Value } from '../spec/model.ts'
import type { GeneratedFile } from './file.ts'
import { setSymbols, structSymbols } from './symbols.ts'

/** The methods of Reader and Writer for an integer: u32, s16be. */
export function methodOf(scalar: Scalar): string {
  return `${scalar.signed ? 's' : 'u'}${scalar.bits}${scalar.order === 'big' ? 'be' : ''}`
}

/** The setters of Writer: setU32, setS16be. */
export function setterOf(scalar: Scalar): string {
  return `set${pascal(methodOf(scalar))}`
}

/** The description of an array's elements: U32, S16BE. */
export function elementOf(scalar: Scalar): string {
  return methodOf(scalar).toUpperCase()
}

export function scalarType(scalar: Scalar, file: GeneratedFile): string {
  return scalar.bits === 64 ? file.libType('Int64') : 'number'
}

/** The type of a field that holds one such attribute. */
export function typeOf(type: AttributeType, file: GeneratedFile): string {
  switch (type.kind) {
    case 'flag':
      return 'boolean'
    case 'array':
      return `${scalarType(type.scalar, file)}[]`
    case 'bitfield32':
      return file.libType('Bitfield32')
    case 'list':
      return `${elementType(type.element, file)}[]`
    case 'sub':
      return file.libType('SubMessage')
    case 'pad':
    case 'unused':
      return 'never'
    default:
      return elementType(type, file)
  }
}

export function elementType(type: ElementType, file: GeneratedFile): string {
  switch (type.kind) {
    case 'scalar':
      return scalarType(type.scalar, file)
    case 'varint':
      return file.libType('Int64')
    case 'text':
      return 'string'
    case 'bytes':
      return 'Uint8Array'
    case 'struct':
      return file.useType(structSymbols(type.struct).type)
    case 'nest':
      return file.useType(setSymbols(type.set).type)
  }
}

/** A number as a literal. Large ones are bit patterns: hexadecimal. */
export function literal(value: Value): string {
  const big = typeof value === 'bigint' ? 'n' : ''
  return value >= 0x8000_0000 ? `0x${value.toString(16)}${big}` : `${value}${big}`
}
