// Emits submessages.ts: what each sub-message holds by the text of its selector.

import { camel, key, pascal } from '../spec/identifiers.ts'
import type { Format, Spec, SubMessage } from '../spec/model.ts'
import { docComment } from './comments.ts'
import type { GeneratedFile } from './file.ts'
import { setSymbols, structSymbols } from './symbols.ts'

export function emitSubMessages(file: GeneratedFile, spec: Spec): void {
  for (const message of spec.subMessages) emitSubMessage(file, message)
  if (spec.subMessages.length > 0) emitSelect(file, spec)
}

/** The symbols of a sub-message: the type of the map, and the map itself. */
export function subMessageSymbols(message: SubMessage): { type: string; table: string } {
  return { type: pascal(message.name), table: camel(message.name) }
}

/** The function that finds the names in all sub-messages of a family. */
export function selectSymbol(spec: Spec): string {
  return `select${pascal(spec.name)}Names`
}

function emitSubMessage(file: GeneratedFile, message: SubMessage): void {
  const { type, table } = subMessageSymbols(message)
  file.add(
    docComment([message.doc, `What sub-message ${message.name} holds, by the text of its selector`]),
    `export interface ${type} {`,
    ...message.formats.map((format) => `  ${key(format.value)}: ${formatType(format, file)}`),
    '}',
  )
  file.add(
    `/** How sub-message ${message.name} is read and written, by the text of its selector. */`,
    `export const ${table}: ${file.libType('Formats')}<${type}> = {`,
    ...message.formats.map((format) => `  ${key(format.value)}: ${formatValue(format, file)},`),
    '}',
  )
}

function formatType({ header, set }: Format, file: GeneratedFile): string {
  const head = header && file.useType(structSymbols(header).type)
  const attrs = set && file.useType(setSymbols(set).type)
  if (head !== undefined && attrs !== undefined) return `${file.libType('Headed')}<${head}, ${attrs}>`
  return head ?? attrs ?? 'undefined'
}

function formatValue({ header, set }: Format, file: GeneratedFile): string {
  const head = header && structFormat(structSymbols(header), file)
  const attrs = set && attrsFormat(setSymbols(set), file)
  if (head !== undefined && attrs !== undefined) return `${file.lib('headedFormat')}(${head}, ${attrs})`
  return head ?? attrs ?? file.lib('emptyFormat')
}

function structFormat(
  { decode, encode, size }: ReturnType<typeof structSymbols>,
  file: GeneratedFile,
): string {
  return `${file.lib('structFormat')}(${file.use(decode)}, ${file.use(encode)}, ${file.use(size)})`
}

function attrsFormat({ decode, encode, names }: ReturnType<typeof setSymbols>, file: GeneratedFile): string {
  return `${file.lib('attrsFormat')}(${file.use(decode)}, ${file.use(encode)}, ${file.use(names)})`
}

function emitSelect(file: GeneratedFile, spec: Spec): void {
  const cases = spec.subMessages.flatMap((message) => [
    `    case '${message.name}':`,
    `      return ${file.lib('namesIn')}(${subMessageSymbols(message).table}, value)`,
  ])
  file.add(
    '/** The names in sub-message `message` where its selector has the text `value`. */',
    `export function ${selectSymbol(spec)}(`,
    '  message: string,',
    '  value: string,',
    `): ${file.libType('SelectedNames')} | undefined {`,
    '  switch (message) {',
    ...cases,
    '    default:',
    '      return undefined',
    '  }',
    '}',
  )
}
