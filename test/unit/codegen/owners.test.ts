// Which file each part of a family goes to.

import { describe, expect, it } from 'vitest'
import { ownersOf } from '../../../codegen/emit/owners.ts'
import { parseSpec } from '../../../codegen/spec/parse.ts'
import { spec } from './support.ts'

const STRUCT = 'type: struct, members: [{ name: v, type: u32 }]'

function filesByName(sections: string): Record<string, string> {
  const owners = ownersOf(parseSpec('test.yaml', spec(sections)))
  return Object.fromEntries([...owners].map(([item, file]) => [item.name, file]))
}

describe('owners', () => {
  it('puts what one kind alone uses into the file of the kind', () => {
    const files = filesByName(`
definitions:
  - { name: htb-glob, ${STRUCT} }
  - { name: htb-xstats, ${STRUCT} }
  - { name: mode, type: enum, entries: [a] }
attribute-sets:
  - name: htb-attrs
    attributes: [{ name: init, type: binary, struct: htb-glob }, { name: m, type: u8, enum: mode }]
  - { name: act-mirred-attrs, attributes: [{ name: v, type: u8 }] }
sub-messages:
  - { name: options, formats: [{ value: htb, attribute-set: htb-attrs }] }
  - { name: xstats, formats: [{ value: htb, fixed-header: htb-xstats }] }
  - { name: acts, formats: [{ value: mirred, attribute-set: act-mirred-attrs }] }
`)
    expect(files).toEqual({
      'htb-attrs': 'htb',
      'htb-glob': 'htb',
      'htb-xstats': 'htb',
      mode: 'htb',
      'act-mirred-attrs': 'act_mirred',
    })
  })

  it('puts what several kinds use into the file that its name tells, or else into common', () => {
    const files = filesByName(`
definitions:
  - { name: test-red-qopt, ${STRUCT} }
  - { name: ratespec, ${STRUCT} }
  - { name: shared, type: enum, entries: [a] }
attribute-sets:
  - name: red-attrs
    attributes:
      - { name: p, type: binary, struct: test-red-qopt }
      - { name: r, type: binary, struct: ratespec }
      - { name: s, type: u8, enum: shared }
  - name: choke-attrs
    attributes:
      - { name: p, type: binary, struct: test-red-qopt }
      - { name: r, type: binary, holds: [ratespec] }
      - { name: s, type: u8, enum: shared }
sub-messages:
  - name: options
    formats: [{ value: red, attribute-set: red-attrs }, { value: choke, attribute-set: choke-attrs }]
`)
    expect(files).toEqual({
      'red-attrs': 'red',
      'choke-attrs': 'choke',
      'test-red-qopt': 'red',
      ratespec: 'common',
      shared: 'constants',
    })
  })

  it('keeps in common what messages reach, and stops at sub-messages', () => {
    const files = filesByName(`
definitions:
  - { name: msg, ${STRUCT} }
  - { name: htb-stats, ${STRUCT} }
  - { name: unused, type: const, value: 1 }
attribute-sets:
  - name: attrs
    attributes:
      - { name: kind, type: string }
      - { name: options, type: sub-message, sub-message: options, selector: kind }
      - { name: stats, type: binary, struct: htb-stats }
  - name: htb-attrs
    attributes: [{ name: peer, type: binary, holds: [msg] }, { name: s, type: binary, struct: htb-stats }]
sub-messages:
  - { name: options, formats: [{ value: htb, attribute-set: htb-attrs }] }
operations:
  list: [{ name: new, doc: D., attribute-set: attrs, fixed-header: msg, do: { request: {} } }]
`)
    expect(files).toEqual({
      msg: 'common',
      attrs: 'common',
      'htb-stats': 'common',
      'htb-attrs': 'htb',
      unused: 'constants',
    })
  })

  it('takes into common what shared parts of other files need', () => {
    const files = filesByName(`
definitions:
  - { name: red-inner, ${STRUCT} }
  - { name: outer, type: struct, members: [{ name: i, type: binary, struct: red-inner }] }
attribute-sets:
  - { name: red-attrs, attributes: [{ name: o, type: binary, struct: outer }] }
  - { name: sfq-attrs, attributes: [{ name: o, type: binary, struct: outer }] }
sub-messages:
  - name: options
    formats: [{ value: red, attribute-set: red-attrs }, { value: sfq, attribute-set: sfq-attrs }]
`)
    expect(files).toMatchObject({ outer: 'common', 'red-inner': 'common' })
  })
})
