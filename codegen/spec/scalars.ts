// What struct members and attributes share: integer types, byte order, enum and display hint.

import type { Hint, Meaning, Scalar } from './model.ts'
import type { SpecNode } from './node.ts'
import type { Scope } from './scope.ts'

const HINTS: readonly string[] = ['hex', 'mac', 'fddi', 'ipv4', 'ipv6', 'ipv4-or-v6', 'uuid']

/** The integer type of that name, or `undefined` where it is none. */
export function scalarOf(name: string, node: SpecNode): Scalar | undefined {
  const [, sign, bits] = /^([us])(8|16|32|64)$/.exec(name) ?? []
  if (sign === undefined) return undefined
  return { bits: widthOf(bits), signed: sign === 's', order: orderOf(node, bits) }
}

/** The properties `enum`, `enum-as-flags` and `display-hint` of a field. */
export function meaningOf(node: SpecNode, scope: Scope): Meaning {
  const name = node.get('enum')
  const enumeration = name && scope.enumeration(name, name.asText(`'enum'`))
  const asFlags = node.flag('enum-as-flags') || enumeration?.kind === 'flags'
  return { enumeration, asFlags, hint: hintOf(node) }
}

function widthOf(bits: string | undefined): Scalar['bits'] {
  switch (bits) {
    case '8':
      return 8
    case '16':
      return 16
    case '32':
      return 32
    default:
      return 64
  }
}

function orderOf(node: SpecNode, bits: string | undefined): Scalar['order'] {
  const order = node.text('byte-order') ?? 'host'
  if (order === 'host' || bits === '8') return 'host'
  if (order === 'big-endian') return 'big'
  const place = node.get('byte-order') ?? node
  if (order === 'little-endian') return place.fail(`byte order 'little-endian' is not supported`)
  return place.fail(`unknown byte order '${order}'`)
}

function hintOf(node: SpecNode): Hint | undefined {
  const hint = node.text('display-hint')
  if (hint === undefined || isHint(hint)) return hint
  return node.fail(`unknown display hint '${hint}'`)
}

function isHint(name: string): name is Hint {
  return HINTS.includes(name)
}
