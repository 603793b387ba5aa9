// The section `definitions` of a spec: constants, enums, flags and structs.

import { upper } from './identifiers.ts'
import type { Const, Constant, Enumeration, Value } from './model.ts'
import type { SpecNode } from './node.ts'
import { nameOf, type Scope } from './scope.ts'
import { parseStruct } from './structs.ts'
import { plain } from './text.ts'

const COMMON = ['doc', 'header', 'scope']
const ENUM = [...COMMON, 'enum-name', 'name-prefix', 'render-max', 'value-start']
const MAX_FLAG_BIT = 63

export function parseDefinitions(nodes: readonly SpecNode[], scope: Scope): void {
  const seen = new Set<string>()
  const structs: SpecNode[] = []
  for (const node of nodes) {
    const name = nameOf(node, 'a definition')
    if (seen.has(name)) node.fail(`'${name}' is defined twice`)
    seen.add(name)
    const type = node.text('type') ?? node.fail(`definition '${name}' needs the property 'type'`)
    if (type === 'const') scope.define(parseConst(node, name, scope))
    else if (type === 'enum' || type === 'flags') scope.define(parseEnum(node, name, type, scope))
    else if (type === 'struct') structs.push(node)
    else node.get('type')?.fail(`unknown type '${type}' of definition '${name}'`)
  }
  defineStructs(structs, scope)
}

/** Structs may hold structs that are defined below them: those are built first. */
function defineStructs(nodes: readonly SpecNode[], scope: Scope): void {
  const waiting = new Map(nodes.map((node) => [nameOf(node, 'a struct'), node]))
  const open = new Set<string>()
  const build = (name: string): void => {
    const node = waiting.get(name)
    if (node === undefined) return
    if (open.has(name)) node.fail(`struct '${name}' holds itself`)
    open.add(name)
    for (const member of node.list('members')) build(member.text('struct') ?? '')
    waiting.delete(name)
    scope.define(parseStruct(node, name, scope))
  }
  for (const node of nodes) build(nameOf(node, 'a struct'))
}

function parseConst(node: SpecNode, name: string, scope: Scope): Const {
  node.shape('a const', ['name', 'type', 'value'], [...COMMON, 'name-prefix'])
  const value = node.get('value') ?? node
  return {
    kind: 'const',
    name,
    constant: upper((node.text('name-prefix') ?? '') + name),
    value: value.asInteger(`the value of const '${name}'`),
    hex: value.isHex(),
    doc: plain(node.text('doc')),
    header: node.text('header') ?? scope.header,
    place: node.place,
  }
}

function parseEnum(node: SpecNode, name: string, kind: 'enum' | 'flags', scope: Scope): Enumeration {
  node.shape(`an ${kind}`, ['name', 'type', 'entries'], ENUM)
  const prefix = node.text('name-prefix') ?? `${scope.family}-${name}-`
  const entries: Constant[] = []
  const seen = new Set<string>()
  let next: Value = node.get('value-start')?.asInteger(`'value-start'`) ?? 0
  let max = next
  for (const item of node.list('entries')) {
    const entry = parseEntry(item, next)
    if (seen.has(entry.name)) item.fail(`entry '${entry.name}' is listed twice`)
    seen.add(entry.name)
    if (kind === 'flags' && (entry.value < 0 || entry.value > MAX_FLAG_BIT)) {
      item.fail(`flag '${entry.name}' must be a bit number from 0 to ${MAX_FLAG_BIT}`)
    }
    if (entry.value > max) max = entry.value
    const value = kind === 'flags' ? bit(entry.value) : entry.value
    entries.push({ constant: upper(prefix + entry.name), value, doc: entry.doc, place: item.place })
    next = plusOne(entry.value)
  }
  if (entries.length === 0) node.fail(`${kind} '${name}' has no entries`)
  if (node.flag('render-max')) entries.push(highest(node, kind, prefix, max))
  const header = node.text('header') ?? scope.header
  return { kind, name, header, entries, doc: plain(node.text('doc')), place: node.place }
}

function parseEntry(node: SpecNode, next: Value): { name: string; value: Value; doc: string } {
  if (node.isText()) return { name: node.asText('an entry'), value: next, doc: '' }
  node.shape('an entry', ['name'], ['value', 'doc'])
  const name = nameOf(node, 'an entry')
  const value = node.get('value')?.asInteger(`the value of entry '${name}'`) ?? next
  return { name, value, doc: plain(node.text('doc')) }
}

/** What `render-max` asks for: the highest value of an enum, or all bits of flags. */
function highest(node: SpecNode, kind: 'enum' | 'flags', prefix: string, max: Value): Constant {
  if (kind === 'enum') return { constant: upper(`${prefix}max`), value: max, doc: '', place: node.place }
  const mask = (1n << (BigInt(max) + 1n)) - 1n
  return { constant: upper(`${prefix}mask`), value: exact(mask), doc: '', place: node.place }
}

function bit(number: Value): Value {
  return exact(1n << BigInt(number))
}

function exact(value: bigint): Value {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function plusOne(value: Value): Value {
  return typeof value === 'number' ? value + 1 : value + 1n
}
