// The part of the npm package buffer-layout that netsched builds on. The package has no types of
// its own; src/wire/layout.ts gives its values the types that users see.

declare module 'buffer-layout' {
  export class Layout<T> {
    readonly span: number
    readonly property: string | undefined
    constructor(span: number, property?: string)
    decode(bytes: Buffer, offset?: number): T
    encode(value: T, bytes: Buffer, offset?: number): number
    getSpan(bytes?: Buffer, offset?: number): number
    replicate(property: string): Layout<T>
  }

  export class Structure<T> extends Layout<T> {
    constructor(fields: readonly Layout<unknown>[], property?: string)
    readonly fields: readonly Layout<unknown>[]
  }

  export class Sequence<T> extends Layout<T[]> {
    constructor(element: Layout<T>, count: number, property?: string)
  }

  export class UInt extends Layout<number> {}
  export class UIntBE extends Layout<number> {}
  export class Int extends Layout<number> {}
  export class IntBE extends Layout<number> {}
}
