// Reads a spec: the kernel's netlink-raw format, with four additions (see specs/tc.yaml):
// `c-name`, `header` on attribute sets, `holds` on opaque attributes, `sub-type` on struct members.

import { parseDefinitions } from './definitions.ts'
import type { Spec } from './model.ts'
import { SpecNode } from './node.ts'
import { parseOperations } from './operations.ts'
import { Scope } from './scope.ts'
import { parseSets } from './sets.ts'
import { parseSubMessages } from './submessages.ts'
import { plain } from './text.ts'

const REQUIRED = ['name', 'doc', 'attribute-sets', 'operations']
const OPTIONAL = ['protocol', 'protonum', 'uapi-header', 'definitions', 'sub-messages', 'mcast-groups']

/** The spec in `text`, which came from `file`. Throws SpecError at its first fault. */
export function parseSpec(file: string, text: string): Spec {
  const root = SpecNode.parse(file, text)
  root.shape('a spec', REQUIRED, OPTIONAL)
  if (root.has('protocol') && root.text('protocol') !== 'netlink-raw') {
    root.get('protocol')?.fail(`only protocol 'netlink-raw' is supported`)
  }
  const name = root.needText('name')
  const scope = new Scope(name, root.text('uapi-header') ?? `linux/${name}.h`)
  parseDefinitions(root.list('definitions'), scope)
  scope.declareSets(root.list('attribute-sets'))
  const subMessages = parseSubMessages(root.list('sub-messages'), scope)
  parseSets(scope)
  const { operations, groups } = parseOperations(root.get('operations'), root.get('mcast-groups'), scope)
  return {
    name,
    file,
    doc: plain(root.needText('doc')),
    definitions: scope.definitions,
    structs: scope.definitions.filter((definition) => definition.kind === 'struct'),
    sets: [...scope.sets.values()],
    subMessages,
    operations,
    groups,
  }
}
