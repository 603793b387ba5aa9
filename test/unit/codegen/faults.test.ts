// Faults in specs: each is told with file and line. In every spec below, `#!` marks the line at fault.

import { describe, expect, it } from 'vitest'
import { faultOf, spec } from './support.ts'

const CASES: Record<string, [sections: string, fault: string]> = {
  'a list that is none': ['attribute-sets: 5 #!', "'attribute-sets' must be a list"],
  'an unknown property of a spec': ['surprise: 1 #!', "unknown property 'surprise' in a spec"],
  'an unknown type of definition': [
    `
definitions:
  - name: a
    type: union #!`,
    "unknown type 'union' of definition 'a'",
  ],
  'a definition without a type': [
    `
definitions:
  - name: a #!`,
    "definition 'a' needs the property 'type'",
  ],
  'a definition of the same name': [
    `
definitions:
  - { name: a, type: const, value: 1 }
  - { name: a, type: const, value: 2 } #!`,
    "'a' is defined twice",
  ],
  'a name that is none': [
    `
definitions:
  - { name: 'a b', type: const, value: 1 } #!`,
    "'a b' is not a name",
  ],
  'a value that is no integer': [
    `
definitions:
  - { name: a, type: const, value: many } #!`,
    "the value of const 'a' must be an integer",
  ],
  'an enum without entries': [
    `
definitions:
  - { name: a, type: enum, entries: [] } #!`,
    "enum 'a' has no entries",
  ],
  'an entry of the same name': [
    `
definitions:
  - name: a
    type: enum
    entries:
      - x
      - x #!`,
    "entry 'x' is listed twice",
  ],
  'a flag beyond 64 bits': [
    `
definitions:
  - name: a
    type: flags
    entries:
      - { name: x, value: 64 } #!`,
    "flag 'x' must be a bit number from 0 to 63",
  ],
  'an unknown property of a struct member': [
    `
definitions:
  - name: a
    type: struct
    members:
      - name: v
        type: u8
        colour: red #!`,
    "unknown property 'colour' in a struct member",
  ],
  'an unknown type of struct member': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: u24 }] } #!`,
    "unknown type 'u24' of struct member 'v'",
  ],
  'a struct member of the same name': [
    `
definitions:
  - name: a
    type: struct
    members:
      - { name: v, type: u8 }
      - { name: v, type: u8 } #!`,
    "member 'v' of struct 'a' is listed twice",
  ],
  'bytes without a length': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: binary }] } #!`,
    "member 'v' needs the property 'len'",
  ],
  'a length by an unknown constant': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: binary, len: nowhere }] } #!`,
    "'nowhere' is neither a constant nor a limit such as u8-max",
  ],
  'a length that is no whole number of elements': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: binary, sub-type: u32, len: 6 }] } #!`,
    '6 bytes are not a whole number of elements',
  ],
  'an unknown struct within a struct': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: binary, struct: nowhere }] } #!`,
    "no struct 'nowhere' is defined",
  ],
  'a struct that holds itself': [
    `
definitions:
  - { name: a, type: struct, members: [{ name: v, type: binary, struct: b }] } #!
  - { name: b, type: struct, members: [{ name: v, type: binary, struct: a }] }`,
    "struct 'a' holds itself",
  ],
  'a struct without members': [
    `
definitions:
  - { name: a, type: struct, members: [] } #!`,
    "struct 'a' has no members",
  ],
  'an unknown byte order': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u32, byte-order: middle-endian }] } #!`,
    "unknown byte order 'middle-endian'",
  ],
  'a byte order that is not supported': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u32, byte-order: little-endian }] } #!`,
    "byte order 'little-endian' is not supported",
  ],
  'an unknown display hint': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u32, display-hint: roman }] } #!`,
    "unknown display hint 'roman'",
  ],
  'an unknown enum': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u32, enum: nowhere }] } #!`,
    "no enum or flags 'nowhere' is defined",
  ],
  'a set of the same name': [
    `
attribute-sets:
  - { name: s, attributes: [] }
  - { name: s, attributes: [] } #!`,
    "attribute set 's' is defined twice",
  ],
  'an attribute without a type': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v }] } #!`,
    "an attribute needs the property 'type'",
  ],
  'an unknown type of attribute': [
    `
attribute-sets:
  - name: s
    attributes:
      - name: v
        type: u128 #!`,
    "unknown type 'u128' of attribute 'v'",
  ],
  'an unknown sub-type': [
    `
attribute-sets:
  - name: s
    attributes:
      - name: v
        type: indexed-array
        sub-type: flag #!`,
    "unknown sub-type 'flag' of attribute 'v'",
  ],
  'attributes of the same number': [
    `
attribute-sets:
  - name: s
    attributes:
      - { name: v, type: u8 }
      - { name: w, type: u8, value: 1 } #!`,
    "attributes 'v' and 'w' have the same number 1",
  ],
  'an attribute of the same name': [
    `
attribute-sets:
  - name: s
    attributes:
      - { name: v, type: u8 }
      - { name: v, type: u8 } #!`,
    "attribute 'v' is listed twice",
  ],
  'an attribute number that netlink cannot carry': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u8, value: 0x4000 }] } #!`,
    "attribute 'v' has the number 16384, above 16383",
  ],
  'an unknown nest': [
    `
attribute-sets:
  - name: s
    attributes:
      - name: v
        type: nest
        nested-attributes: nowhere #!`,
    "no attribute set 'nowhere' is defined",
  ],
  'a nest of nothing': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: nest }] } #!`,
    "a nest needs the property 'nested-attributes'",
  ],
  'a subset of an unknown set': [
    `
attribute-sets:
  - { name: s, subset-of: nowhere, attributes: [] } #!`,
    "no attribute set 'nowhere' is defined",
  ],
  'a subset with what the whole set lacks': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u8 }] }
  - { name: t, subset-of: s, attributes: [{ name: w }] } #!`,
    "attribute set 's' has no attribute 'w'",
  ],
  'a subset with other numbers': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u8 }] }
  - { name: t, subset-of: s, attributes: [{ name: v, value: 2 }] } #!`,
    "attribute 'v' has the number 1",
  ],
  'a check that does not suit the type': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u8, checks: { max-len: 1 } }] } #!`,
    "the check 'max-len' does not suit this type",
  ],
  'an unknown check': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: u8, checks: { odd: true } }] } #!`,
    "unknown property 'odd' in checks",
  ],
  'a repeated flag': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: flag, multi-attr: true }] } #!`,
    "'multi-attr' makes no sense for an attribute without a value",
  ],
  'a sub-message without a selector': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: sub-message, sub-message: m }] } #!
sub-messages: [{ name: m, formats: [] }]`,
    "sub-message 'v' needs the properties 'sub-message' and 'selector'",
  ],
  'an unknown sub-message': [
    `
attribute-sets:
  - { name: s, attributes: [{ name: v, type: sub-message, sub-message: m, selector: k }] } #!`,
    "no sub-message 'm' is defined",
  ],
  'a selector without text': [
    `
attribute-sets:
  - name: s
    attributes:
      - { name: k, type: flag } #!
      - { name: v, type: sub-message, sub-message: m, selector: k }
sub-messages: [{ name: m, formats: [] }]`,
    "attribute 'k' is a selector and must be a string or an integer",
  ],
  'a format of an unknown set': [
    `
sub-messages:
  - { name: m, formats: [{ value: a, attribute-set: nowhere }] } #!`,
    "no attribute set 'nowhere' is defined",
  ],
  'a format of the same value': [
    `
sub-messages:
  - name: m
    formats:
      - { value: a }
      - { value: a } #!`,
    "the format 'a' is listed twice",
  ],
  'an operation of the same name': [
    `
operations:
  list:
    - { name: a, doc: A. }
    - { name: a, doc: A. } #!`,
    "operation 'a' is listed twice",
  ],
  'an unknown enum-model': [
    `
operations:
  enum-model: diagonal #!
  list: []`,
    "unknown enum-model 'diagonal'",
  ],
  'an operation with an attribute that its set lacks': [
    `
attribute-sets: [{ name: s, attributes: [{ name: v, type: u8 }] }]
operations:
  list:
    - name: a
      doc: A.
      attribute-set: s
      do:
        request:
          attributes:
            - v
            - w #!`,
    "attribute set 's' has no attribute 'w'",
  ],
  'constants that differ': [
    `
attribute-sets:
  - { name: s, name-prefix: x-, attributes: [{ name: v, type: u8 }] }
  - { name: t, name-prefix: x-, attributes: [{ name: v, type: u8, value: 2 }] } #!`,
    'X_V is 2 here, but 1 in line 5',
  ],
  'names that collide in the generated code': [
    `
definitions:
  - { name: s, type: struct, members: [{ name: v, type: u8 }] }
attribute-sets:
  - { name: s, attributes: [] } #!`,
    "'S' would be generated twice; first from line 5",
  ],
}

describe('faults in specs', () => {
  for (const [name, [sections, fault]] of Object.entries(CASES)) {
    it(`tells of ${name}`, () => {
      const text = spec(sections)
      const line = text.split('\n').findIndex((content) => content.endsWith('#!')) + 1
      expect(faultOf(text)).toBe(`test.yaml:${line}: ${fault}`)
    })
  }

  it('tells where YAML itself is broken', () => {
    expect(faultOf('name: x\ndoc: [')).toMatch(/^test\.yaml:2: /)
  })

  it('tells what a spec lacks', () => {
    expect(faultOf('name: x')).toBe("test.yaml:1: a spec needs the property 'doc'")
  })

  it('refuses specs of other protocols', () => {
    const text = 'name: x\nprotocol: genetlink\ndoc: X.\nattribute-sets: []\noperations: { list: [] }'
    expect(faultOf(text)).toBe("test.yaml:2: only protocol 'netlink-raw' is supported")
  })

  it('finds the line behind a YAML alias', () => {
    const text = spec(`
attribute-sets:
  - name: s
    attributes:
      - &bad
        name: v
        type: u128
      - *bad`)
    expect(faultOf(text)).toBe("test.yaml:9: unknown type 'u128' of attribute 'v'")
  })
})
