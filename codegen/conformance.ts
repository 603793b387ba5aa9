// What specs claim about the kernel's headers: the value of every constant, the size of every struct,
// offset and size of every member. A C program asks the headers.

import { cProgram, type Question } from './c-program.ts'
import { operationConstants } from './emit/operations.ts'
import { constantsOf } from './emit/sets.ts'
import type { AttributeSet, Const, Constant, Enumeration, Spec, Struct } from './spec/model.ts'

/** A question to the headers, and the answer that the spec expects. */
export interface Claim extends Question {
  readonly expected: bigint
  readonly header: string
  /** The struct in C that the claim is about, if it is about one. */
  readonly struct?: string
  /** The constant or member that must be there for the question to make sense. */
  readonly identifier?: string
}

/** The header of rtnetlink's message types and groups. */
const MESSAGES = 'linux/rtnetlink.h'

/** All that a spec claims. */
export function claimsOf(spec: Spec): Claim[] {
  return [
    ...spec.definitions.flatMap(definitionClaims),
    ...spec.sets.flatMap(setClaims),
    ...operationConstants(spec).map((one) => constantClaim(one, MESSAGES)),
  ]
}

/** The program that asks for all of `claims`. */
export function conformanceProgram(claims: readonly Claim[]): string {
  return cProgram([...new Set(claims.map(({ header }) => header))], claims)
}

export function constantClaim({ constant, value, place }: Constant, header: string): Claim {
  const expected = BigInt(value)
  return { key: constant, expression: constant, expected, header, place, identifier: constant }
}

function definitionClaims(definition: Const | Enumeration | Struct): Claim[] {
  if (definition.kind === 'struct') return structClaims(definition)
  if (definition.kind === 'const') return [constantClaim(definition, definition.header)]
  return definition.entries.map((entry) => constantClaim(entry, definition.header))
}

function setClaims(set: AttributeSet): Claim[] {
  if (set.subsetOf !== undefined) return []
  return constantsOf(set).map((one) => constantClaim(one, set.header))
}

function structClaims(struct: Struct): Claim[] {
  const { cName, header, place, size } = struct
  const members = struct.members.filter(({ type, cName: name }) => type.kind !== 'pad' && name !== '')
  const whole: Claim = {
    key: `sizeof ${cName}`,
    expression: `sizeof(${cName})`,
    expected: BigInt(size),
    header,
    place,
    struct: cName,
  }
  const parts = members.flatMap((member): Claim[] => {
    const name = member.cName
    const shared = { header, place: member.place, struct: cName, identifier: name }
    return [
      {
        ...shared,
        key: `offsetof ${cName}.${name}`,
        expression: `offsetof(${cName}, ${name})`,
        expected: BigInt(member.offset),
      },
      {
        ...shared,
        key: `sizeof ${cName}.${name}`,
        expression: `sizeof(((${cName} *)0)->${name})`,
        expected: BigInt(member.size),
      },
    ]
  })
  return [whole, ...parts]
}
