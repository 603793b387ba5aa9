// Indexed arrays: attributes that hold attributes numbered from 1. Generated code reads and writes
// them by two small functions for each type of element.

import { pascal } from '../spec/identifiers.ts'
import type { AttributeSet, ElementType } from '../spec/model.ts'
import { decoderParameters, readElement, writeElement } from './elements.ts'
import type { GeneratedFile } from './file.ts'
import { nestsItself } from './recursion.ts'
import { setSymbols, structSymbols } from './symbols.ts'
import { elementType, methodOf } from './types.ts'

/** The function that reads a list of such elements. */
export function listDecoder(element: ElementType, file: GeneratedFile): string {
  if (element.kind === 'nest') return file.use(setSymbols(element.set).decodeList)
  const name = `decode${listName(element)}`
  file.addOnce(name, () => decoderLines(element, name, file))
  return name
}

/** The function that writes a list of such elements. */
export function listEncoder(element: ElementType, file: GeneratedFile): string {
  if (element.kind === 'nest') return file.use(setSymbols(element.set).encodeList)
  const name = `encode${listName(element)}`
  file.addOnce(name, () => encoderLines(element, name, file))
  return name
}

/** Emits both functions for lists of a set; other files use them too. */
export function emitSetList(file: GeneratedFile, set: AttributeSet): void {
  const { decodeList, encodeList } = setSymbols(set)
  const element: ElementType = { kind: 'nest', set }
  const [decode, ...decoder] = decoderLines(element, decodeList, file)
  const [encode, ...encoder] = encoderLines(element, encodeList, file)
  file.add(
    `/** Reads a list of ${set.name}, in order. The elements' own numbers are ignored. */`,
    `export ${decode}`,
    ...decoder,
  )
  file.add(`/** Writes a list of ${set.name}, numbered from 1. */`, `export ${encode}`, ...encoder)
}

function listName(element: ElementType): string {
  switch (element.kind) {
    case 'scalar':
      return `${pascal(methodOf(element.scalar))}List`
    case 'varint':
      return element.signed ? 'SintList' : 'UintList'
    case 'struct':
      return `${structSymbols(element.struct).type}List`
    case 'nest':
      return `${setSymbols(element.set).type}List`
    default:
      return `${pascal(element.kind)}List`
  }
}

function decoderLines(element: ElementType, name: string, file: GeneratedFile): string[] {
  const counts = element.kind === 'nest' && nestsItself(element.set)
  const type = elementType(element, file)
  return [
    `function ${name}(${decoderParameters(file, counts)}): ${type}[] {`,
    `  const list: ${type}[] = []`,
    '  while (at < end) {',
    '    const stop = r.attrEnd(at, end)',
    `    list.push(${readElement(element, file, 'depth')})`,
    `    at = ${file.lib('align4')}(stop)`,
    '  }',
    '  return list',
    '}',
  ]
}

function encoderLines(element: ElementType, name: string, file: GeneratedFile): string[] {
  const type = elementType(element, file)
  return [
    `function ${name}(w: ${file.libType('Writer')}, type: number, list: readonly ${type}[]): void {`,
    '  const at = w.nest(type)',
    '  let index = 1',
    '  for (const v of list) {',
    ...writeElement(element, 'index', 'v', file).map((line) => `    ${line}`),
    '    index++',
    '  }',
    '  w.end(at)',
    '}',
  ]
}
