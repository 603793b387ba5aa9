// What a spec says, checked and with its references resolved. The parser builds it, the emitters
// and the property tests read it.

import type { Place } from './error.ts'

/** A number of the spec: a bigint only where a number would not be exact. */
export type Value = number | bigint

/** What all named parts of a spec have. */
interface Named {
  readonly name: string
  readonly place: Place
  /** One line, without the period at its end. Empty where the spec says nothing. */
  readonly doc: string
}

/** A constant of the UAPI, by its name in the headers. */
export interface Constant {
  readonly constant: string
  readonly value: Value
  readonly doc: string
  readonly place: Place
}

/** A constant that stands alone. */
export interface Const extends Named, Constant {
  readonly kind: 'const'
  /** The spec writes the value in hexadecimal. */
  readonly hex: boolean
  readonly header: string
}

/** An `enum` or `flags`. The values of flags are bits that are shifted already. */
export interface Enumeration extends Named {
  readonly kind: 'enum' | 'flags'
  readonly header: string
  readonly entries: readonly Constant[]
}

/** The integers that structs, attributes and arrays are made of. */
export interface Scalar {
  readonly bits: 8 | 16 | 32 | 64
  readonly signed: boolean
  readonly order: 'host' | 'big'
}

/** How bytes are to be shown, as the spec hints. */
export type Hint = 'hex' | 'mac' | 'fddi' | 'ipv4' | 'ipv6' | 'ipv4-or-v6' | 'uuid'

/** What the numbers of a field mean. */
export interface Meaning {
  readonly enumeration: Enumeration | undefined
  /** The field holds bits, also where the definition is an enum of bit numbers. */
  readonly asFlags: boolean
  readonly hint: Hint | undefined
}

export interface Struct extends Named {
  readonly kind: 'struct'
  readonly header: string
  /** The name in C: `struct tc_htb_glob`. */
  readonly cName: string
  readonly members: readonly Member[]
  /** In bytes. */
  readonly size: number
}

export type MemberType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'array'; readonly scalar: Scalar; readonly count: number }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'text' }
  | { readonly kind: 'struct'; readonly struct: Struct }
  | { readonly kind: 'pad' }

export interface Member extends Named, Meaning {
  /** The property in TypeScript. */
  readonly field: string
  /** The member in C; empty where no one member of C has these bytes (bit-fields). */
  readonly cName: string
  readonly offset: number
  readonly size: number
  readonly type: MemberType
}

/** What an attribute, or an element of a list of attributes, holds. */
export type ElementType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'varint'; readonly signed: boolean }
  | { readonly kind: 'text' }
  /** `holds`: what the bytes are made of, where a codec written by hand puts them together. */
  | { readonly kind: 'bytes'; readonly holds: readonly Struct[] }
  | { readonly kind: 'struct'; readonly struct: Struct }
  | { readonly kind: 'nest'; readonly set: AttributeSet }

export type AttributeType =
  | ElementType
  | { readonly kind: 'flag' }
  | { readonly kind: 'array'; readonly scalar: Scalar }
  | { readonly kind: 'bitfield32' }
  | { readonly kind: 'list'; readonly element: ElementType }
  | { readonly kind: 'sub'; readonly message: SubMessage; readonly selector: string }
  /** Skipped when read, never written. */
  | { readonly kind: 'pad' }
  /** A number that is taken but says nothing. */
  | { readonly kind: 'unused' }

/** A limit that encoders enforce. `label` tells where it comes from, if not from a number. */
export interface Check {
  readonly rule: 'min' | 'max' | 'min-len' | 'max-len' | 'exact-len' | 'flags-mask'
  readonly limit: Value
  readonly label: string
}

export interface Attribute extends Named, Meaning {
  readonly field: string
  readonly constant: string
  readonly value: number
  readonly type: AttributeType
  /** The attribute may stand several times; each is one element of the field. */
  readonly multi: boolean
  readonly checks: readonly Check[]
}

export interface AttributeSet extends Named {
  readonly kind: 'set'
  readonly header: string
  readonly attributes: readonly Attribute[]
  /** The set whose numbers this one uses. */
  readonly subsetOf: AttributeSet | undefined
  /** Constants that the spec names for the last number and for one more. */
  readonly limits: readonly Constant[]
}

/** What a payload holds where its selector has the text `value`. */
export interface Format {
  readonly value: string
  readonly place: Place
  readonly header: Struct | undefined
  readonly set: AttributeSet | undefined
}

export interface SubMessage extends Named {
  readonly formats: readonly Format[]
}

export interface Operation extends Named {
  /** `undefined` for what only the kernel sends under a number that another operation names. */
  readonly constant: string | undefined
  /** Numbers of the message to and from the kernel. */
  readonly request: number | undefined
  readonly reply: number | undefined
  /** It has messages; without, its number is only taken. */
  readonly used: boolean
  readonly header: Struct | undefined
  readonly set: AttributeSet | undefined
}

export interface Spec {
  readonly name: string
  /** The file as messages and headers of generated files show it. */
  readonly file: string
  readonly doc: string
  readonly definitions: readonly (Const | Enumeration | Struct)[]
  readonly structs: readonly Struct[]
  readonly sets: readonly AttributeSet[]
  readonly subMessages: readonly SubMessage[]
  readonly operations: readonly Operation[]
  readonly groups: readonly Constant[]
}

/** The size of a scalar in bytes. */
export function sizeOf(scalar: Scalar): number {
  return scalar.bits / 8
}
