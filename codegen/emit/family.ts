// Emits the files of one family.

import type { AttributeSet, AttributeType, Spec } from '../spec/model.ts'
import { Declared, emitConst, emitEnumeration } from './constants.ts'
import { GeneratedFile } from './file.ts'
import { Linker } from './linker.ts'
import { emitSetList } from './lists.ts'
import { emitOperations, messagesSymbol, operationConstants } from './operations.ts'
import { COMMON, CONSTANTS, type Item, type Owners, ownersOf } from './owners.ts'
import type { Runtime } from './runtime.ts'
import { constantsOf, emitSet } from './sets.ts'
import { emitStruct } from './structs.ts'
import { emitSubMessages, selectSymbol, subMessageSymbols } from './submessages.ts'
import { setSymbols, structSymbols } from './symbols.ts'
import { heading, table, Usage } from './tables.ts'

const OPERATIONS = 'operations'
const SUB_MESSAGES = 'submessages'

/** The text of every file by its path below the family's folder. */
export type Files = Map<string, string>

export interface Family {
  readonly files: Files
  readonly linker: Linker
}

export function emitFamily(spec: Spec, runtime: Runtime): Family {
  const linker = new Linker(runtime)
  const declared = new Declared(linker)
  const owners = ownersOf(spec)
  const lists = listedSets(spec)
  for (const [item, file] of owners) declareItem(item, file, linker, declared, lists)
  const constants = operationConstants(spec)
  declared.declare(constants, OPERATIONS)
  declareTables(spec, linker)

  const files: Files = new Map()
  for (const name of fileNames(owners)) {
    const file = emitItems(name, spec, owners, lists, declared, linker)
    if (!file.isEmpty) files.set(`${name}.ts`, file.text())
  }
  const operations = new GeneratedFile(OPERATIONS, linker)
  emitOperations(operations, spec, declared.of(constants))
  const subMessages = new GeneratedFile(SUB_MESSAGES, linker)
  emitSubMessages(subMessages, spec)
  for (const file of [operations, subMessages]) {
    file.comment.push(...heading(spec.file, runtime))
    if (!file.isEmpty) files.set(`${file.name}.ts`, file.text())
  }
  files.set('index.ts', barrel(spec, [...files.keys()], runtime))
  return { files, linker }
}

function declareItem(
  item: Item,
  file: string,
  linker: Linker,
  declared: Declared,
  lists: ReadonlySet<AttributeSet>,
): void {
  if (item.kind === 'const') {
    declared.declare([item], file)
    return
  }
  if ('entries' in item) {
    declared.declare(item.entries, file)
    return
  }
  if (item.kind === 'struct') {
    const { type, size, decode, encode } = structSymbols(item)
    for (const symbol of [type, size, decode, encode]) linker.declare(symbol, file, item.place)
    return
  }
  const { type, decode, encode, names, decodeList, encodeList } = setSymbols(item)
  const listed = lists.has(item) ? [decodeList, encodeList] : []
  for (const symbol of [type, decode, encode, names, ...listed]) linker.declare(symbol, file, item.place)
  declared.declare(constantsOf(item), file)
}

function declareTables(spec: Spec, linker: Linker): void {
  const place = { file: spec.file, line: 1 }
  linker.declare(messagesSymbol(spec), OPERATIONS, place)
  for (const message of spec.subMessages) {
    const { type, table } = subMessageSymbols(message)
    linker.declare(type, SUB_MESSAGES, message.place)
    linker.declare(table, SUB_MESSAGES, message.place)
  }
  linker.declare(selectSymbol(spec), SUB_MESSAGES, place)
}

/** Sets that are elements of indexed arrays. */
function listedSets(spec: Spec): Set<AttributeSet> {
  const nestIn = (type: AttributeType): AttributeSet[] =>
    type.kind === 'list' && type.element.kind === 'nest' ? [type.element.set] : []
  return new Set(spec.sets.flatMap((set) => set.attributes.flatMap(({ type }) => nestIn(type))))
}

function fileNames(owners: Owners): string[] {
  return [...new Set([CONSTANTS, COMMON, ...[...owners.values()].sort()])]
}

function emitItems(
  name: string,
  spec: Spec,
  owners: Owners,
  lists: ReadonlySet<AttributeSet>,
  declared: Declared,
  linker: Linker,
): GeneratedFile {
  const { runtime } = linker
  const file = new GeneratedFile(name, linker)
  const usage = new Usage(spec)
  file.comment.push(...heading(spec.file, runtime))
  for (const [item, home] of owners) {
    if (home !== name) continue
    switch (item.kind) {
      case 'const':
        if (declared.of([item]).length > 0) emitConst(file, item)
        break
      case 'enum':
      case 'flags':
        emitEnumeration(file, item, declared.of(item.entries))
        break
      case 'struct':
        emitStruct(file, item)
        break
      case 'set':
        file.comment.push('', ...table(item, usage))
        emitSet(file, item, declared.of(constantsOf(item)))
        if (lists.has(item)) emitSetList(file, item)
    }
  }
  return file
}

function barrel(spec: Spec, files: readonly string[], runtime: Runtime): string {
  const lines = files.map((file) => `export * from './${file.replace(/\.ts$/, runtime.extension)}'`).sort()
  const comment = heading(spec.file, runtime).map((line) => `// ${line}`)
  return `${[...comment, '', ...lines].join('\n')}\n`
}
