// The section `attribute-sets` of a spec.

import { parseType } from './attribute-types.ts'
import { parseChecks } from './checks.ts'
import { SpecError } from './error.ts'
import { camel, upper } from './identifiers.ts'
import type { Attribute, AttributeSet, AttributeType, Constant } from './model.ts'
import type { SpecNode } from './node.ts'
import { meaningOf } from './scalars.ts'
import { nameOf, type Scope } from './scope.ts'
import { plain } from './text.ts'

const SET = ['doc', 'header', 'enum-name', 'name-prefix', 'subset-of', 'attr-cnt-name', 'attr-max-name']
const ATTRIBUTE = [
  'type',
  'doc',
  'value',
  'byte-order',
  'multi-attr',
  'nested-attributes',
  'enum',
  'enum-as-flags',
  'checks',
  'sub-type',
  'display-hint',
  'name-prefix',
  'struct',
  'sub-message',
  'selector',
  'holds',
]
const MAX_TYPE = 0x3fff

/** A set while its attributes are parsed: nests refer to sets that come later. */
type Draft = { -readonly [K in keyof AttributeSet]: AttributeSet[K] } & { attributes: Attribute[] }

/** Parses all sets that the scope has declared. */
export function parseSets(scope: Scope): void {
  const drafts = new Map<string, Draft>()
  for (const [name, node] of scope.pending) {
    node.shape('an attribute set', ['name', 'attributes'], SET)
    const draft: Draft = {
      kind: 'set',
      name,
      header: node.text('header') ?? scope.header,
      attributes: [],
      subsetOf: undefined,
      limits: [],
      doc: plain(node.text('doc')),
      place: node.place,
    }
    drafts.set(name, draft)
    scope.sets.set(name, draft)
  }
  const filled = new Set<string>()
  for (const name of scope.pending.keys()) fill(name, drafts, filled, scope)
  for (const set of drafts.values()) checkSelectors(set)
}

function fill(name: string, drafts: Map<string, Draft>, filled: Set<string>, scope: Scope): void {
  const node = scope.pending.get(name)
  const set = drafts.get(name)
  if (node === undefined || set === undefined || filled.has(name)) return
  filled.add(name)
  const whole = node.get('subset-of')
  if (whole !== undefined) {
    const of = whole.asText(`'subset-of'`)
    set.subsetOf = drafts.get(of) ?? whole.fail(`no attribute set '${of}' is defined`)
    if (node.has('name-prefix')) node.fail(`a subset has the name-prefix of the whole set`)
    fill(of, drafts, filled, scope)
  }
  const prefix = node.text('name-prefix') ?? `${scope.family}-a-${name}-`
  let next = 1
  for (const item of node.list('attributes')) {
    const attribute = set.subsetOf
      ? parseMemberOfSubset(item, set.subsetOf, scope)
      : parseAttribute(item, prefix, next, scope)
    checkUnique(item, set, attribute)
    set.attributes.push(attribute)
    next = attribute.value + 1
  }
  set.limits = limitsOf(node, next)
}

function parseAttribute(node: SpecNode, prefix: string, next: number, scope: Scope): Attribute {
  node.shape('an attribute', ['name', 'type'], ATTRIBUTE)
  const name = nameOf(node, 'an attribute')
  const value = node.number('value') ?? next
  if (value > MAX_TYPE) node.fail(`attribute '${name}' has the number ${value}, above ${MAX_TYPE}`)
  const type = parseType(node, name, scope)
  return {
    name,
    field: fieldOf(name),
    constant: upper((node.text('name-prefix') ?? prefix) + name),
    value,
    type,
    multi: multiOf(node, type),
    checks: parseChecks(node, type, scope),
    ...meaningOf(node, scope),
    doc: plain(node.text('doc')),
    place: node.place,
  }
}

/** An attribute of the whole set, of which the subset may say more. */
function parseMemberOfSubset(node: SpecNode, whole: AttributeSet, scope: Scope): Attribute {
  node.shape('an attribute', ['name'], ATTRIBUTE)
  const name = nameOf(node, 'an attribute')
  const base = whole.attributes.find((attribute) => attribute.name === name)
  if (base === undefined) return node.fail(`attribute set '${whole.name}' has no attribute '${name}'`)
  const own = node.number('value')
  if (own !== undefined && own !== base.value) node.fail(`attribute '${name}' has the number ${base.value}`)
  const type = node.has('type') ? parseType(node, name, scope) : base.type
  const meaning = meaningOf(node, scope)
  return {
    ...base,
    type,
    multi: node.has('multi-attr') ? multiOf(node, type) : base.multi,
    checks: node.has('checks') ? parseChecks(node, type, scope) : base.checks,
    enumeration: meaning.enumeration ?? base.enumeration,
    asFlags: meaning.enumeration === undefined ? base.asFlags : meaning.asFlags,
    hint: meaning.hint ?? base.hint,
    doc: plain(node.text('doc')) || base.doc,
    place: node.place,
  }
}

function multiOf(node: SpecNode, type: AttributeType): boolean {
  const multi = node.flag('multi-attr')
  if (multi && (type.kind === 'flag' || type.kind === 'pad' || type.kind === 'unused')) {
    node.fail(`'multi-attr' makes no sense for an attribute without a value`)
  }
  return multi
}

/** `unknown` is where decoders keep what the spec does not name. */
function fieldOf(name: string): string {
  return name === 'unknown' ? 'unknown_' : camel(name)
}

function checkUnique(node: SpecNode, set: AttributeSet, attribute: Attribute): void {
  for (const other of set.attributes) {
    if (other.value === attribute.value) {
      node.fail(`attributes '${other.name}' and '${attribute.name}' have the same number ${attribute.value}`)
    }
    if (other.field === attribute.field) node.fail(`attribute '${attribute.name}' is listed twice`)
  }
}

function limitsOf(node: SpecNode, next: number): Constant[] {
  const limits: Constant[] = []
  const max = node.text('attr-max-name')
  const count = node.text('attr-cnt-name')
  const place = node.place
  if (max !== undefined) limits.push({ constant: upper(max), value: next - 1, doc: 'Highest number', place })
  if (count !== undefined)
    limits.push({ constant: upper(count), value: next, doc: 'Number above all', place })
  return limits
}

/** A selector is text, or a number that has a name. Some stand in a set around: not known here. */
function checkSelectors(set: AttributeSet): void {
  for (const { type } of set.attributes) {
    if (type.kind !== 'sub') continue
    const selector = set.attributes.find((attribute) => attribute.name === type.selector)
    if (selector !== undefined && selector.type.kind !== 'text' && selector.type.kind !== 'scalar') {
      throw new SpecError(
        selector.place,
        `attribute '${selector.name}' is a selector and must be a string or an integer`,
      )
    }
  }
}
