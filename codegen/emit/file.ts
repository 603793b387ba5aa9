// One generated file while it is put together: comment, imports, declarations.

import type { Linker } from './linker.ts'

/** Folders of a family's files below the output folder. */
const DEPTH = 1

export class GeneratedFile {
  /** The name without `.ts`. */
  readonly name: string
  readonly linker: Linker
  /** Lines of the comment on top, without `//`. */
  readonly comment: string[] = []
  private readonly parts: string[] = []
  private readonly imports = new Map<string, Set<string>>()
  private readonly local = new Set<string>()

  constructor(name: string, linker: Linker) {
    this.name = name
    this.linker = linker
  }

  get isEmpty(): boolean {
    return this.parts.length === 0
  }

  /** Adds a declaration. */
  add(...lines: string[]): void {
    this.parts.push(lines.join('\n'))
  }

  /** Adds a declaration that several parts of this file need, once. */
  addOnce(key: string, make: () => string[]): void {
    if (this.local.has(key)) return
    this.local.add(key)
    this.add(...make())
  }

  /** A value that some generated file exports, imported where it is another. */
  use(name: string): string {
    return this.importGenerated(name, name)
  }

  /** A type that some generated file exports. */
  useType(name: string): string {
    this.importGenerated(name, `type ${name}`)
    return name
  }

  /** A value of the run-time library. */
  lib(name: string): string {
    this.importFrom(this.linker.runtime.module(name, DEPTH), name)
    return name
  }

  /** A type of the run-time library. */
  libType(name: string): string {
    this.importFrom(this.linker.runtime.module(name, DEPTH), `type ${name}`)
    return name
  }

  text(): string {
    const comment = this.comment.map((line) => `// ${line}`.trimEnd())
    const imports = [...this.imports].map(([module, names]) => importLine(module, [...names]))
    return `${[comment.join('\n'), imports.join('\n'), ...this.parts].filter(Boolean).join('\n\n')}\n`
  }

  private importGenerated(name: string, clause: string): string {
    const file = this.linker.fileOf(name)
    if (file !== this.name) this.importFrom(`./${file}${this.linker.runtime.extension}`, clause)
    return name
  }

  private importFrom(module: string, clause: string): void {
    const names = this.imports.get(module) ?? new Set()
    this.imports.set(module, names.add(clause))
  }
}

/** A name that is imported as a value needs no import as a type. */
function importLine(module: string, clauses: readonly string[]): string {
  const needed = clauses.filter(
    (clause) => !clauses.includes(clause.replace(/^type /, '')) || !isType(clause),
  )
  if (needed.every(isType)) {
    return `import type { ${needed.map((clause) => clause.slice(5)).join(', ')} } from '${module}'`
  }
  return `import { ${needed.join(', ')} } from '${module}'`
}

function isType(clause: string): boolean {
  return clause.startsWith('type ')
}
