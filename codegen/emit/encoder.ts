// Emits the encoder of an attribute set: attributes in the order of the spec.

import { access } from '../spec/identifiers.ts'
import type { Attribute, AttributeSet, AttributeType, Check } from '../spec/model.ts'
import { sizeOf } from '../spec/model.ts'
import { writeElement } from './elements.ts'
import { fieldsOf } from './fields.ts'
import type { GeneratedFile } from './file.ts'
import { listEncoder } from './lists.ts'
import { setSymbols } from './symbols.ts'
import { elementOf, literal } from './types.ts'

export function emitEncoder(file: GeneratedFile, set: AttributeSet): void {
  const { type, encode } = setSymbols(set)
  file.add(
    '/** Writes the attributes that `v` has. */',
    `export function ${encode}(w: ${file.libType('Writer')}, v: ${type}): void {`,
    ...fieldsOf(set).flatMap((attribute) => encodeField(attribute, file)),
    '  w.unknown(v.unknown)',
    '}',
  )
}

function encodeField(attribute: Attribute, file: GeneratedFile): string[] {
  const field = access('v', attribute.field)
  const constant = file.use(attribute.constant)
  if (attribute.type.kind === 'flag') return [`  if (${field}) w.flag(${constant})`]
  const value = attribute.multi ? 'one' : field
  const lines = [
    ...attribute.checks.flatMap((check) => refusal(check, attribute, value, file)),
    ...writeAttribute(attribute.type, constant, value, file),
  ]
  if (!attribute.multi) return [`  if (${field} !== undefined) ${block(lines, '  ')}`]
  return [
    `  if (${field} !== undefined) {`,
    `    for (const ${value} of ${field}) ${block(lines, '    ')}`,
    '  }',
  ]
}

function block(lines: readonly string[], indent: string): string {
  if (lines.length === 1) return lines.join('')
  return ['{', ...lines.map((line) => `${indent}  ${line}`), `${indent}}`].join('\n')
}

function writeAttribute(type: AttributeType, constant: string, value: string, file: GeneratedFile): string[] {
  switch (type.kind) {
    case 'array':
      return [`${file.lib('writeArray')}(w, ${constant}, ${file.lib(elementOf(type.scalar))}, ${value})`]
    case 'bitfield32':
      return [`w.bitfield32(${constant}, ${value})`]
    case 'list':
      return [`${listEncoder(type.element, file)}(w, ${constant}, ${value})`]
    case 'sub':
      return [`w.sub(${constant}, ${value})`]
    case 'flag':
    case 'pad':
    case 'unused':
      return []
    default:
      return writeElement(type, constant, value, file)
  }
}

/** The lines that refuse a value which the kernel would refuse. */
function refusal(check: Check, { type, constant }: Attribute, value: string, file: GeneratedFile): string[] {
  if (type.kind === 'list') {
    const wrong = violation(check, type.element, 'item', file)
    if (wrong === undefined) return []
    return [`for (const item of ${value}) {`, `  if (${wrong}) ${refuse(check, constant, 'item')}`, '}']
  }
  const wrong = violation(check, type, value, file)
  return wrong === undefined ? [] : [`if (${wrong}) ${refuse(check, constant, value)}`]
}

function refuse({ rule, limit }: Check, constant: string, value: string): string {
  const bytes = limit === 1 ? ' byte' : ' bytes'
  const unit = rule.endsWith('-len') ? bytes : ''
  const shown = literal(limit)
  const words: Record<Check['rule'], string> = {
    min: `at least ${limit}`,
    max: `at most ${limit}`,
    'min-len': `at least ${limit}`,
    'max-len': `at most ${limit}`,
    'exact-len': `exactly ${limit}`,
    'flags-mask': `only bits of ${shown}`,
  }
  return `w.refuse(${constant}, '${words[rule]}${unit}', ${value})`
}

function violation(
  { rule, limit }: Check,
  type: AttributeType,
  value: string,
  file: GeneratedFile,
): string | undefined {
  if (rule === 'min') return `${value} < ${literal(limit)}`
  if (rule === 'max') return `${value} > ${literal(limit)}`
  if (rule === 'flags-mask') return outsideMask(type, value, limit)
  const length = lengthOf(type, value, file)
  if (length === undefined) return undefined
  const operators = { 'min-len': '<', 'max-len': '>', 'exact-len': '!==' }
  return `${length} ${operators[rule]} ${literal(limit)}`
}

function outsideMask(type: AttributeType, value: string, mask: Check['limit']): string {
  const wide = type.kind === 'varint' || (type.kind === 'scalar' && type.scalar.bits === 64)
  if (wide) return `(BigInt(${value}) & ~${literal(BigInt(mask))}) !== 0n`
  return `(${value} & ~${literal(mask)}) !== 0`
}

/** How many bytes of payload a value becomes; `undefined` where its type has one length only. */
function lengthOf(type: AttributeType, value: string, file: GeneratedFile): string | undefined {
  if (type.kind === 'text') return `${file.lib('byteLength')}(${value})`
  if (type.kind === 'bytes') return `${value}.length`
  if (type.kind !== 'array') return undefined
  const size = sizeOf(type.scalar)
  return size === 1 ? `${value}.length` : `${value}.length * ${size}`
}
