// The symbols of a family's generated files: which file exports what, and the imports that follow.

import { type Place, SpecError } from '../spec/error.ts'
import type { Value } from '../spec/model.ts'
import type { Runtime } from './runtime.ts'

interface Exported {
  readonly file: string
  readonly place: Place
  /** Of a constant. Two of the same name and value are one. */
  readonly value: Value | undefined
}

export class Linker {
  readonly runtime: Runtime
  private readonly symbols = new Map<string, Exported>()

  constructor(runtime: Runtime) {
    this.runtime = runtime
  }

  /** Says that `file` exports `name`; `false` where that constant is exported already. */
  declare(name: string, file: string, place: Place, value?: Value): boolean {
    const known = this.symbols.get(name)
    if (known === undefined) {
      this.symbols.set(name, { file, place, value })
      return true
    }
    if (value === undefined || known.value === undefined) {
      throw new SpecError(place, `'${name}' would be generated twice; first from line ${known.place.line}`)
    }
    if (known.value !== value) {
      throw new SpecError(place, `${name} is ${value} here, but ${known.value} in line ${known.place.line}`)
    }
    return false
  }

  fileOf(name: string): string {
    const symbol = this.symbols.get(name)
    if (symbol === undefined) throw new Error(`nothing exports ${name}`)
    return symbol.file
  }

  /** The names that `file` exports. */
  exportsOf(file: string): string[] {
    return [...this.symbols].filter(([, symbol]) => symbol.file === file).map(([name]) => name)
  }
}
