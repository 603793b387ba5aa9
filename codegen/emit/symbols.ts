// The names in TypeScript of what a spec names.

import { camel, pascal, upper } from '../spec/identifiers.ts'
import type { AttributeSet, Struct } from '../spec/model.ts'

export interface StructSymbols {
  readonly type: string
  readonly size: string
  readonly decode: string
  readonly encode: string
  readonly layout: string
}

export function structSymbols(struct: Struct): StructSymbols {
  const type = pascal(struct.name)
  return {
    type,
    size: `${upper(struct.name)}_SIZE`,
    decode: `decode${type}`,
    encode: `encode${type}`,
    layout: `${camel(struct.name)}Layout`,
  }
}

export interface SetSymbols {
  readonly type: string
  readonly decode: string
  readonly encode: string
  readonly decodeList: string
  readonly encodeList: string
  readonly names: string
}

export function setSymbols(set: AttributeSet): SetSymbols {
  const type = pascal(set.name)
  return {
    type,
    decode: `decode${type}`,
    encode: `encode${type}`,
    decodeList: `decode${type}List`,
    encodeList: `encode${type}List`,
    names: `${camel(set.name)}Names`,
  }
}
