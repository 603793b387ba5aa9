// The names that a spec has declared so far, and the look-up of references to them.

import type { AttributeSet, Const, Enumeration, Struct, SubMessage, Value } from './model.ts'
import type { SpecNode } from './node.ts'

/** Limits that the format knows by name, such as u16-max. */
const WIDTH_LIMIT = /^([us])(8|16|32|64)-(min|max)$/

export class Scope {
  /** The spec's own name. */
  readonly family: string
  /** The header of whatever names none. */
  readonly header: string
  readonly definitions: (Const | Enumeration | Struct)[] = []
  readonly sets = new Map<string, AttributeSet>()
  readonly subMessages = new Map<string, SubMessage>()
  /** Declared sets that are not parsed yet. */
  readonly pending = new Map<string, SpecNode>()
  private readonly byName = new Map<string, Const | Enumeration | Struct>()

  constructor(family: string, header: string) {
    this.family = family
    this.header = header
  }

  define(definition: Const | Enumeration | Struct): void {
    this.definitions.push(definition)
    this.byName.set(definition.name, definition)
  }

  declareSets(nodes: readonly SpecNode[]): void {
    for (const node of nodes) {
      const name = nameOf(node, 'an attribute set')
      if (this.pending.has(name)) node.fail(`attribute set '${name}' is defined twice`)
      this.pending.set(name, node)
    }
  }

  enumeration(node: SpecNode, name: string): Enumeration {
    const found = this.byName.get(name)
    if (found?.kind === 'enum' || found?.kind === 'flags') return found
    node.fail(`no enum or flags '${name}' is defined`)
  }

  struct(node: SpecNode, name: string): Struct {
    const found = this.byName.get(name)
    if (found?.kind === 'struct') return found
    node.fail(`no struct '${name}' is defined`)
  }

  subMessage(node: SpecNode, name: string): SubMessage {
    return this.subMessages.get(name) ?? node.fail(`no sub-message '${name}' is defined`)
  }

  /** A number, a constant's name, a constant's name less one (`name - 1`), or a limit such as u8-max. */
  limit(node: SpecNode): { value: Value; label: string } {
    if (!node.isText()) return { value: node.asInteger('a limit'), label: '' }
    const text = node.asText('a limit')
    const width = WIDTH_LIMIT.exec(text)
    if (width !== null) return { value: widthLimit(width), label: text }
    const [, name = text, less] = /^(\S+)( - 1)?$/.exec(text) ?? []
    const found = this.byName.get(name)
    if (found?.kind !== 'const')
      return node.fail(`'${name}' is neither a constant nor a limit such as u8-max`)
    const value = less === undefined ? found.value : minusOne(found.value)
    return { value, label: less === undefined ? found.constant : `${found.constant} - 1` }
  }

  /** A length in bytes, written like a limit. */
  length(node: SpecNode): number {
    const { value } = this.limit(node)
    if (typeof value === 'number' && value >= 0) return value
    return node.fail(`a length cannot be ${value}`)
  }
}

/** The `name` of a map, before its other properties are looked at. */
export function nameOf(node: SpecNode, what: string): string {
  const name = node.get('name')
  if (name === undefined) return node.fail(`${what} needs the property 'name'`)
  const text = name.asText(`the name of ${what}`)
  if (!/^[0-9A-Za-z_-]+$/.test(text)) name.fail(`'${text}' is not a name`)
  return text
}

function widthLimit([, sign, bits, end]: RegExpExecArray): Value {
  const width = BigInt(bits ?? 0)
  const max = (1n << (sign === 'u' ? width : width - 1n)) - 1n
  const limit = end === 'max' ? max : sign === 'u' ? 0n : -max - 1n
  return Number.isSafeInteger(Number(limit)) ? Number(limit) : limit
}

function minusOne(value: Value): Value {
  return typeof value === 'number' ? value - 1 : value - 1n
}
