// Emits operations.ts: numbers of messages and multicast groups, and what each message holds.

import { upper } from '../spec/identifiers.ts'
import type { Constant, Operation, Spec } from '../spec/model.ts'
import { constantLines } from './constants.ts'
import type { GeneratedFile } from './file.ts'
import { setSymbols } from './symbols.ts'

export function emitOperations(file: GeneratedFile, spec: Spec, constants: readonly Constant[]): void {
  for (const one of constants) file.add(...constantLines(one))
  const messages = messagesOf(spec)
  if (messages.length === 0) return
  file.add(
    `/** What the messages of ${spec.name} hold, by their numbers. */`,
    `export const ${messagesSymbol(spec)}: Readonly<Record<number, ${file.libType('MessageSpec')}>> = {`,
    ...messages.map(([number, name, operation]) => entry(number, name, operation, file)),
    '}',
  )
}

/** The table of messages: TC_MESSAGES. */
export function messagesSymbol(spec: Spec): string {
  return `${upper(spec.name)}_MESSAGES`
}

/** The constants of messages and multicast groups. */
export function operationConstants(spec: Spec): Constant[] {
  const messages = spec.operations.flatMap(({ constant, request, reply, doc, place }) => {
    const value = request ?? reply
    return constant === undefined || value === undefined ? [] : [{ constant, value, doc, place }]
  })
  return [...messages, ...spec.groups]
}

/** Every number once: with the operation that names it, or else the one that answers with it. */
function messagesOf(spec: Spec): [number: number, name: string, operation: Operation][] {
  const found = new Map<number, [number, string, Operation]>()
  for (const operation of spec.operations) {
    const number = operation.request ?? operation.reply
    if (!operation.used || operation.constant === undefined || number === undefined) continue
    found.set(number, [number, operation.constant, operation])
  }
  for (const operation of spec.operations) {
    const { reply } = operation
    if (!operation.used || reply === undefined || found.has(reply)) continue
    found.set(reply, [reply, upper(operation.name), operation])
  }
  return [...found.values()].sort(([a], [b]) => a - b)
}

function entry(number: number, name: string, { header, set }: Operation, file: GeneratedFile): string {
  const fields = [
    `name: '${name}'`,
    `header: ${header === undefined ? 'undefined' : `'${header.name}'`}`,
    `headerSize: ${header?.size ?? 0}`,
    `set: ${set === undefined ? 'undefined' : `'${set.name}'`}`,
    `names: ${set === undefined ? 'undefined' : file.use(setSymbols(set).names)}`,
  ]
  return `  ${number}: { ${fields.join(', ')} },`
}
