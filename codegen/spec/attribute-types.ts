// What an attribute holds, from its properties `type`, `sub-type`, `struct`, `nested-attributes`...

import type { AttributeSet, AttributeType, ElementType, Struct } from './model.ts'
import type { SpecNode } from './node.ts'
import { scalarOf } from './scalars.ts'
import type { Scope } from './scope.ts'

/** The type of the attribute in `node`. */
export function parseType(node: SpecNode, name: string, scope: Scope): AttributeType {
  const type = (node.get('type') ?? node).asText(`the type of attribute '${name}'`)
  switch (type) {
    case 'pad':
      return { kind: 'pad' }
    case 'unused':
    case 'unspec':
      return { kind: 'unused' }
    case 'flag':
      return { kind: 'flag' }
    case 'bitfield32':
      return { kind: 'bitfield32' }
    case 'binary':
      return binaryOf(node, name, scope)
    case 'indexed-array':
      return { kind: 'list', element: elementOf(node, name, scope) }
    case 'sub-message':
      return subOf(node, name, scope)
    default:
      return plainOf(type, node, scope) ?? unknown(node, 'type', type, name)
  }
}

/** Types that may also be the elements of an indexed array. */
function plainOf(type: string, node: SpecNode, scope: Scope): ElementType | undefined {
  const scalar = scalarOf(type, node)
  if (scalar !== undefined) return { kind: 'scalar', scalar }
  switch (type) {
    case 'uint':
    case 'sint':
      return { kind: 'varint', signed: type === 'sint' }
    case 'string':
      return { kind: 'text' }
    case 'nest':
      return { kind: 'nest', set: nestOf(node, scope) }
    default:
      return undefined
  }
}

function binaryOf(node: SpecNode, name: string, scope: Scope): AttributeType {
  const struct = node.get('struct')
  if (struct !== undefined) return { kind: 'struct', struct: scope.struct(struct, struct.asText(`'struct'`)) }
  const element = node.text('sub-type')
  if (element === undefined) return { kind: 'bytes', holds: holdsOf(node, scope) }
  const scalar = scalarOf(element, node)
  return scalar ? { kind: 'array', scalar } : unknown(node, 'sub-type', element, name)
}

function elementOf(node: SpecNode, name: string, scope: Scope): ElementType {
  const type = node.text('sub-type')
  if (type === undefined) return node.fail(`indexed array '${name}' needs the property 'sub-type'`)
  if (type !== 'binary') return plainOf(type, node, scope) ?? unknown(node, 'sub-type', type, name)
  const struct = node.get('struct')
  if (struct === undefined) return { kind: 'bytes', holds: holdsOf(node, scope) }
  return { kind: 'struct', struct: scope.struct(struct, struct.asText(`'struct'`)) }
}

function nestOf(node: SpecNode, scope: Scope): AttributeSet {
  const name = node.get('nested-attributes')
  if (name === undefined) return node.fail(`a nest needs the property 'nested-attributes'`)
  const text = name.asText(`'nested-attributes'`)
  return scope.sets.get(text) ?? name.fail(`no attribute set '${text}' is defined`)
}

function subOf(node: SpecNode, name: string, scope: Scope): AttributeType {
  const message = node.get('sub-message')
  const selector = node.text('selector')
  if (message === undefined || selector === undefined) {
    return node.fail(`sub-message '${name}' needs the properties 'sub-message' and 'selector'`)
  }
  return { kind: 'sub', message: scope.subMessage(message, message.asText(`'sub-message'`)), selector }
}

/** The structs of an opaque attribute, which a codec written by hand puts together. */
function holdsOf(node: SpecNode, scope: Scope): Struct[] {
  const holds = node.get('holds')
  const items = holds?.isText() ? [holds] : node.list('holds')
  return items.map((item) => scope.struct(item, item.asText('a struct')))
}

function unknown(node: SpecNode, property: 'type' | 'sub-type', type: string, name: string): never {
  return (node.get(property) ?? node).fail(`unknown ${property} '${type}' of attribute '${name}'`)
}
