// The sections `operations` and `mcast-groups` of a spec. Messages to and from the kernel are
// numbered as the kernel's own tools number them, by one of two models.

import { upper } from './identifiers.ts'
import type { AttributeSet, Constant, Operation } from './model.ts'
import type { SpecNode } from './node.ts'
import { nameOf, type Scope } from './scope.ts'
import { plain } from './text.ts'

const SECTION = ['enum-model', 'name-prefix', 'enum-name', 'async-prefix', 'async-enum', 'fixed-header']
const OPERATION = ['value', 'attribute-set', 'flags', 'dont-validate', 'fixed-header', 'mcgrp', 'config-cond']
const MODES = ['do', 'dump', 'notify', 'event']

interface Numbers {
  request: number | undefined
  reply: number | undefined
}

/** What the operations of one section share. */
interface Section {
  readonly prefix: string
  readonly asyncPrefix: string
  readonly fixedHeader: SpecNode | undefined
  readonly directional: boolean
}

export function parseOperations(
  section: SpecNode | undefined,
  groups: SpecNode | undefined,
  scope: Scope,
): { operations: Operation[]; groups: Constant[] } {
  section?.shape('operations', ['list'], SECTION)
  const shared = sectionOf(section, scope)
  const items = section?.list('list') ?? []
  const numbers = shared.directional ? directional(items) : unified(items)
  const names = new Set<string>()
  const operations = items.map((item, i) => {
    const name = nameOf(item, 'an operation')
    if (names.has(name)) item.fail(`operation '${name}' is listed twice`)
    names.add(name)
    return parseOperation(item, name, shared, numbers[i] ?? { request: undefined, reply: undefined }, scope)
  })
  return { operations, groups: parseGroups(groups, scope) }
}

function sectionOf(node: SpecNode | undefined, scope: Scope): Section {
  const model = node?.text('enum-model') ?? 'unified'
  if (model !== 'unified' && model !== 'directional') {
    node?.get('enum-model')?.fail(`unknown enum-model '${model}'`)
  }
  const prefix = node?.text('name-prefix') ?? `${scope.family}-cmd-`
  return {
    prefix,
    asyncPrefix: node?.text('async-prefix') ?? prefix,
    fixedHeader: node?.get('fixed-header'),
    directional: model === 'directional',
  }
}

function parseOperation(
  node: SpecNode,
  name: string,
  section: Section,
  numbers: Numbers,
  scope: Scope,
): Operation {
  node.shape('an operation', ['name', 'doc'], [...OPERATION, ...MODES])
  const header = node.get('fixed-header') ?? section.fixedHeader
  const set = setOf(node, scope)
  checkAttributes(node, set)
  const asynchronous = node.has('notify') || node.has('event')
  // In the directional model a notification has the number of a reply, which has its name already.
  const named = !(section.directional && asynchronous)
  return {
    name,
    constant: named ? upper((asynchronous ? section.asyncPrefix : section.prefix) + name) : undefined,
    ...numbers,
    used: MODES.some((mode) => node.has(mode)),
    header: header && scope.struct(header, header.asText(`'fixed-header'`)),
    set,
    doc: plain(node.text('doc')),
    place: node.place,
  }
}

function setOf(node: SpecNode, scope: Scope): AttributeSet | undefined {
  const set = node.get('attribute-set')
  if (set === undefined) return undefined
  const name = set.asText(`'attribute-set'`)
  return scope.sets.get(name) ?? set.fail(`no attribute set '${name}' is defined`)
}

function checkAttributes(node: SpecNode, set: AttributeSet | undefined): void {
  for (const mode of ['do', 'dump']) {
    const body = node.get(mode)
    body?.shape(`'${mode}'`, [], ['request', 'reply', 'pre', 'post'])
    for (const way of ['request', 'reply']) {
      const message = body?.get(way)
      message?.shape(`'${way}'`, [], ['attributes', 'value'])
      for (const item of message?.list('attributes') ?? []) {
        const name = item.asText('an attribute')
        if (set !== undefined && !set.attributes.some((attribute) => attribute.name === name)) {
          item.fail(`attribute set '${set.name}' has no attribute '${name}'`)
        }
      }
    }
  }
}

/** Requests and replies have the same numbers, which count up. */
function unified(items: readonly SpecNode[]): Numbers[] {
  let next = 1
  return items.map((item) => {
    const value = item.number('value') ?? next
    next = value + 1
    return { request: value, reply: value }
  })
}

/** Requests and replies are counted apart. What is not there takes no number. */
function directional(items: readonly SpecNode[]): Numbers[] {
  let nextRequest = 1
  let nextReply = 1
  return items.map((item) => {
    if (item.has('notify') || item.has('event')) {
      const reply = item.number('value') ?? nextReply
      nextReply = reply + 1
      return { request: undefined, reply }
    }
    const mode = item.get('do') ?? item.get('dump')
    if (mode === undefined) return reserved(item)
    const request = mode.get('request')?.number('value') ?? nextRequest
    nextRequest = request + 1
    const reply = mode.get('reply')?.number('value') ?? nextReply
    if (!mode.has('reply')) return { request, reply: undefined }
    nextReply = reply + 1
    return { request, reply }
  })
}

/** An operation without messages: its number is taken, no more. */
function reserved(item: SpecNode): Numbers {
  return { request: item.number('value'), reply: undefined }
}

/** Groups without a number are looked up by name at run time: they make no constant. */
function parseGroups(section: SpecNode | undefined, scope: Scope): Constant[] {
  section?.shape('mcast-groups', ['list'], [])
  const seen = new Set<string>()
  return (section?.list('list') ?? []).flatMap((item) => {
    item.shape('a multicast group', ['name'], ['value', 'c-define-name', 'flags', 'doc'])
    const name = nameOf(item, 'a multicast group')
    const constant = upper(item.text('c-define-name') ?? name)
    if (seen.has(constant)) item.fail(`multicast group '${name}' is listed twice`)
    seen.add(constant)
    const doc = plain(item.text('doc')) || `Multicast group of ${scope.family}`
    const value = item.number('value')
    return value === undefined ? [] : [{ constant, value, doc, place: item.place }]
  })
}
