// The section `sub-messages` of a spec: payloads whose form a sibling attribute selects.

import type { AttributeSet, Format, Struct, SubMessage } from './model.ts'
import type { SpecNode } from './node.ts'
import { nameOf, type Scope } from './scope.ts'
import { plain } from './text.ts'

/** A format whose set is looked up when all sets are there. */
class LateFormat implements Format {
  readonly value: string
  readonly place: Format['place']
  readonly header: Struct | undefined
  private readonly find: () => AttributeSet | undefined

  constructor(node: SpecNode, scope: Scope) {
    node.shape('a format', ['value'], ['fixed-header', 'attribute-set'])
    const header = node.get('fixed-header')
    this.value = node.needText('value')
    this.place = node.place
    this.header = header && scope.struct(header, header.asText(`'fixed-header'`))
    this.find = setFinder(node, scope)
  }

  get set(): AttributeSet | undefined {
    return this.find()
  }
}

export function parseSubMessages(nodes: readonly SpecNode[], scope: Scope): SubMessage[] {
  return nodes.map((node) => {
    node.shape('a sub-message', ['name', 'formats'], ['doc'])
    const name = nameOf(node, 'a sub-message')
    if (scope.subMessages.has(name)) node.fail(`sub-message '${name}' is defined twice`)
    const message = { name, formats: formatsOf(node, scope), doc: plain(node.text('doc')), place: node.place }
    scope.subMessages.set(name, message)
    return message
  })
}

function formatsOf(node: SpecNode, scope: Scope): Format[] {
  const seen = new Set<string>()
  return node.list('formats').map((item) => {
    const format = new LateFormat(item, scope)
    if (seen.has(format.value)) item.fail(`the format '${format.value}' is listed twice`)
    seen.add(format.value)
    return format
  })
}

function setFinder(node: SpecNode, scope: Scope): () => AttributeSet | undefined {
  const set = node.get('attribute-set')
  if (set === undefined) return () => undefined
  const name = set.asText(`'attribute-set'`)
  if (!scope.pending.has(name)) set.fail(`no attribute set '${name}' is defined`)
  return () => scope.sets.get(name)
}
