// Emits the table of an attribute set's names, by which errors tell the path of an attribute.

import type { AttributeSet } from '../spec/model.ts'
import type { GeneratedFile } from './file.ts'
import { setSymbols } from './symbols.ts'

export function emitNames(file: GeneratedFile, set: AttributeSet): void {
  const nested: string[] = []
  const lists: string[] = []
  const selected: string[] = []
  for (const { type, value } of set.attributes) {
    if (type.kind === 'nest') nested.push(`    ${value}: () => ${file.use(setSymbols(type.set).names)},`)
    if (type.kind === 'list' && type.element.kind === 'nest') {
      lists.push(`    ${value}: () => ${file.use(setSymbols(type.element.set).names)},`)
    }
    if (type.kind !== 'sub') continue
    const selector = set.attributes.find((attribute) => attribute.name === type.selector)
    if (selector?.type.kind !== 'text') continue
    selected.push(`    ${value}: { message: '${type.message.name}', selector: ${selector.value} },`)
  }
  file.add(
    `/** Names of ${set.name}, for errors. */`,
    `export const ${setSymbols(set).names}: ${file.libType('AttrNames')} = {`,
    `  set: '${set.name}',`,
    '  names: {',
    ...set.attributes.map(({ value, constant }) => `    ${value}: '${constant}',`),
    '  },',
    ...table('nested', nested),
    ...table('lists', lists),
    ...table('selected', selected),
    '}',
  )
}

function table(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${name}: {`, ...lines, '  },']
}
