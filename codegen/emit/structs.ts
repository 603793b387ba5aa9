// Emits a struct: interface, size, decoder and encoder, at the offsets that it has in C.

import { access, key } from '../spec/identifiers.ts'
import { type Member, type Scalar, type Struct, sizeOf } from '../spec/model.ts'
import { docComment, memberComment } from './comments.ts'
import type { GeneratedFile } from './file.ts'
import { structSymbols } from './symbols.ts'
import { elementOf, methodOf, scalarType, setterOf } from './types.ts'

export function emitStruct(file: GeneratedFile, struct: Struct): void {
  const fields = struct.members.filter((member) => member.type.kind !== 'pad')
  emitInterface(file, struct, fields)
  emitDecoder(file, struct, fields)
  emitEncoder(file, struct, fields)
}

function emitInterface(file: GeneratedFile, struct: Struct, fields: readonly Member[]): void {
  const { type, size } = structSymbols(struct)
  file.add(
    docComment([`${struct.cName}, ${struct.size} B (${struct.header})`, struct.doc]),
    `export interface ${type} {`,
    ...fields.flatMap((field) => [memberComment(field), `  ${key(field.field)}: ${memberType(field, file)}`]),
    '}',
  )
  file.add(`/** Bytes of ${struct.cName}. */`, `export const ${size} = ${struct.size}`)
}

function emitDecoder(file: GeneratedFile, struct: Struct, fields: readonly Member[]): void {
  const { type, size, decode } = structSymbols(struct)
  const reads = fields.map((field) => `    ${key(field.field)}: ${read(field, file)},`)
  const view = reads.some((line) => line.includes(' v.get'))
  file.add(
    docComment([`Reads ${struct.cName}. What a shorter payload lacks is 0, a longer one's tail is left`]),
    `export function ${decode}(r: ${file.libType('Reader')}, at: number, stop: number): ${type} {`,
    `  if (stop - at < ${size}) {`,
    `    return ${decode}(r.padded(at, stop, ${size}), 0, ${size})`,
    '  }',
    ...(view ? ['  const v = r.view'] : []),
    '  return {',
    ...reads,
    '  }',
    '}',
  )
}

function emitEncoder(file: GeneratedFile, struct: Struct, fields: readonly Member[]): void {
  const { type, encode, size } = structSymbols(struct)
  file.add(
    docComment([`Writes ${struct.cName} to the {@link ${size}} zeroed bytes at \`at\``]),
    `export function ${encode}(w: ${file.libType('Writer')}, at: number, v: ${type}): void {`,
    ...fields.map((field) => `  ${write(field, file)}`),
    '}',
  )
}

function memberType({ type }: Member, file: GeneratedFile): string {
  switch (type.kind) {
    case 'scalar':
      return scalarType(type.scalar, file)
    case 'array':
      return `${scalarType(type.scalar, file)}[]`
    case 'text':
      return 'string'
    case 'struct':
      return file.useType(structSymbols(type.struct).type)
    default:
      return 'Uint8Array'
  }
}

function read({ type, offset, size }: Member, file: GeneratedFile): string {
  const at = place(offset)
  const stop = place(offset + size)
  switch (type.kind) {
    case 'scalar':
      return readScalar(type.scalar, at, stop, file)
    case 'array':
      return `${file.lib('getArray')}(r, ${at}, ${type.count}, ${file.lib(elementOf(type.scalar))})`
    case 'text':
      return `r.string(${at}, ${stop})`
    case 'struct':
      return `${file.use(structSymbols(type.struct).decode)}(r, ${at}, ${stop})`
    default:
      return `r.binary(${at}, ${stop})`
  }
}

function readScalar(scalar: Scalar, at: string, stop: string, file: GeneratedFile): string {
  if (scalar.bits === 64) {
    if (scalar.order === 'big') return `r.${methodOf(scalar)}(${at}, ${stop})`
    return scalar.signed ? `r.getS64(${at})` : `r.getU64(${at})`
  }
  const getter = `v.get${scalar.signed ? 'Int' : 'Uint'}${scalar.bits}`
  if (sizeOf(scalar) === 1) return `${getter}(${at})`
  return `${getter}(${at}, ${scalar.order === 'big' ? 'false' : file.lib('LITTLE_ENDIAN')})`
}

function write({ type, field, offset, size }: Member, file: GeneratedFile): string {
  const at = place(offset)
  const value = access('v', field)
  switch (type.kind) {
    case 'scalar':
      return `w.${setterOf(type.scalar)}(${at}, ${value})`
    case 'array':
      return `${file.lib('setArray')}(w, ${at}, ${type.count}, ${file.lib(elementOf(type.scalar))}, ${value})`
    case 'text':
      return `w.setText(${at}, ${size}, ${value})`
    case 'struct':
      return `${file.use(structSymbols(type.struct).encode)}(w, ${at}, ${value})`
    default:
      return `w.setBytes(${at}, ${size}, ${value})`
  }
}

function place(offset: number): string {
  return offset === 0 ? 'at' : `at + ${offset}`
}
