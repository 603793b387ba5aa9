// Structs of a spec. Members follow one another without gaps: padding is spelled out.

import { camel, snake } from './identifiers.ts'
import { type Member, type MemberType, type Struct, sizeOf } from './model.ts'
import type { SpecNode } from './node.ts'
import { meaningOf, scalarOf } from './scalars.ts'
import { nameOf, type Scope } from './scope.ts'
import { plain } from './text.ts'

const STRUCT = ['doc', 'header', 'scope', 'enum-name', 'name-prefix', 'c-name']
const MEANING = ['byte-order', 'enum', 'enum-as-flags', 'display-hint']
const MEMBER = ['doc', 'len', 'struct', 'sub-type', 'c-name', ...MEANING]

export function parseStruct(node: SpecNode, name: string, scope: Scope): Struct {
  node.shape('a struct', ['name', 'type', 'members'], STRUCT)
  const members: Member[] = []
  const fields = new Set<string>()
  let offset = 0
  for (const item of node.list('members')) {
    const member = parseMember(item, offset, scope)
    if (member.type.kind !== 'pad') {
      if (fields.has(member.field)) item.fail(`member '${member.name}' of struct '${name}' is listed twice`)
      fields.add(member.field)
    }
    members.push(member)
    offset += member.size
  }
  if (offset === 0) node.fail(`struct '${name}' has no members`)
  return {
    kind: 'struct',
    name,
    cName: `struct ${node.text('c-name') ?? snake(name)}`,
    header: node.text('header') ?? scope.header,
    members,
    size: offset,
    doc: plain(node.text('doc')),
    place: node.place,
  }
}

function parseMember(node: SpecNode, offset: number, scope: Scope): Member {
  node.shape('a struct member', ['name', 'type'], MEMBER)
  const name = nameOf(node, 'a struct member')
  return {
    name,
    field: camel(name),
    cName: cNameOf(node, name),
    offset,
    ...typeOf(node, name, scope),
    ...meaningOf(node, scope),
    doc: plain(node.text('doc')),
    place: node.place,
  }
}

function typeOf(node: SpecNode, name: string, scope: Scope): { type: MemberType; size: number } {
  const type = node.needText('type')
  const scalar = scalarOf(type, node)
  if (scalar !== undefined) return { type: { kind: 'scalar', scalar }, size: sizeOf(scalar) }
  if (type === 'pad') return { type: { kind: 'pad' }, size: lengthOf(node, name, scope) }
  if (type === 'string') return { type: { kind: 'text' }, size: lengthOf(node, name, scope) }
  if (type === 'binary') return binaryOf(node, name, scope)
  return (node.get('type') ?? node).fail(`unknown type '${type}' of struct member '${name}'`)
}

function binaryOf(node: SpecNode, name: string, scope: Scope): { type: MemberType; size: number } {
  const held = node.get('struct')
  if (held !== undefined) {
    const struct = scope.struct(held, held.asText(`'struct'`))
    return { type: { kind: 'struct', struct }, size: struct.size }
  }
  const size = lengthOf(node, name, scope)
  const element = node.get('sub-type')
  if (element === undefined) return { type: { kind: 'bytes' }, size }
  const scalar = scalarOf(element.asText(`'sub-type'`), node)
  if (scalar === undefined) return element.fail(`the sub-type of member '${name}' must be an integer type`)
  const count = size / sizeOf(scalar)
  if (!Number.isInteger(count)) element.fail(`${size} bytes are not a whole number of elements`)
  return { type: { kind: 'array', scalar, count }, size }
}

function lengthOf(node: SpecNode, name: string, scope: Scope): number {
  const length = node.get('len')
  if (length === undefined) return node.fail(`member '${name}' needs the property 'len'`)
  return scope.length(length)
}

/** An empty `c-name` says that no one member of C has these bytes. */
function cNameOf(node: SpecNode, name: string): string {
  return node.has('c-name') ? (node.text('c-name') ?? '') : snake(name)
}
