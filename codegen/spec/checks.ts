// The property `checks` of an attribute: what the kernel refuses, and so the encoder too.

import type { AttributeType, Check, Value } from './model.ts'
import type { SpecNode } from './node.ts'
import type { Scope } from './scope.ts'

const RULES = ['min', 'max', 'min-len', 'max-len', 'exact-len', 'flags-mask'] as const
const LENGTHS: readonly AttributeType['kind'][] = ['text', 'bytes', 'array', 'list', 'struct', 'nest']

export function parseChecks(node: SpecNode, type: AttributeType, scope: Scope): Check[] {
  const checks = node.get('checks')
  if (checks === undefined) return []
  checks.shape('checks', [], [...RULES, 'unterminated-ok'])
  const found: Check[] = []
  for (const rule of RULES) {
    const limit = checks.get(rule)
    if (limit === undefined) continue
    if (!applies(rule, type)) limit.fail(`the check '${rule}' does not suit this type`)
    if (rule === 'flags-mask') found.push({ rule, ...maskOf(limit, scope) })
    else {
      const { value, label } = scope.limit(limit)
      found.push({ rule, limit: value, label })
    }
  }
  return found
}

function applies(rule: Check['rule'], type: AttributeType): boolean {
  if (rule.endsWith('-len')) return LENGTHS.includes(type.kind)
  return type.kind === 'scalar' || type.kind === 'varint'
}

/** All bits of the flags that the check names. */
function maskOf(node: SpecNode, scope: Scope): { limit: Value; label: string } {
  const name = node.asText(`'flags-mask'`)
  const flags = scope.enumeration(node, name)
  let mask = 0n
  for (const { value } of flags.entries) mask |= flags.kind === 'flags' ? BigInt(value) : 1n << BigInt(value)
  return { limit: Number.isSafeInteger(Number(mask)) ? Number(mask) : mask, label: name }
}
