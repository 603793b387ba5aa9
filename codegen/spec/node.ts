// YAML values that know their line. Every read names what it expects, so that a fault in a spec
// becomes a SpecError at the right place.

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { type Place, SpecError } from './error.ts'

/** The parsed text of one file, which its values need to find lines and aliases. */
interface Source {
  readonly file: string
  readonly lines: LineCounter
  readonly document: ReturnType<typeof parseDocument>
}

/** What YAML consists of; `null` where nothing stands. */
type Value = YAMLMap | YAMLSeq | Scalar | null

/** A value in a spec file. */
export class SpecNode {
  readonly place: Place
  private readonly source: Source
  private readonly node: Value

  private constructor(source: Source, node: unknown, place: Place) {
    this.source = source
    this.node = resolve(source, node)
    const start = this.node?.range?.[0]
    this.place = start === undefined ? place : { file: source.file, line: source.lines.linePos(start).line }
  }

  /** The top of the YAML document `text`, which came from `file`. */
  static parse(file: string, text: string): SpecNode {
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines, intAsBigInt: true, prettyErrors: false })
    const fault = document.errors[0]
    if (fault !== undefined) {
      throw new SpecError({ file, line: lines.linePos(fault.pos[0]).line }, fault.message)
    }
    return new SpecNode({ file, lines, document }, document.contents, { file, line: 1 })
  }

  fail(fault: string): never {
    throw new SpecError(this.place, fault)
  }

  /** Checks that this is a map which has all of `required` and nothing but those and `optional`. */
  shape(what: string, required: readonly string[], optional: readonly string[]): void {
    if (!isMap(this.node)) this.fail(`${what} must be a map`)
    for (const { key } of this.node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      if (required.includes(name) || optional.includes(name)) continue
      this.below(key).fail(`unknown property '${name}' in ${what}`)
    }
    for (const name of required) {
      if (!this.node.has(name)) this.fail(`${what} needs the property '${name}'`)
    }
  }

  has(key: string): boolean {
    return isMap(this.node) && this.node.has(key)
  }

  /** The value of `key`, or `undefined` where there is none. */
  get(key: string): SpecNode | undefined {
    return isMap(this.node) && this.node.has(key) ? this.below(this.node.get(key, true)) : undefined
  }

  /** Whether this is an integer written like 0xff. */
  isHex(): boolean {
    return isScalar(this.node) && this.node.format === 'HEX'
  }

  isText(): boolean {
    return isScalar(this.node) && typeof this.node.value === 'string'
  }

  /** This value as text. */
  asText(what: string): string {
    if (isScalar(this.node) && typeof this.node.value === 'string') return this.node.value
    this.fail(`${what} must be text`)
  }

  /** This value as an integer: a number while that is exact. */
  asInteger(what: string): number | bigint {
    const value = isScalar(this.node) ? this.node.value : undefined
    if (typeof value !== 'bigint') this.fail(`${what} must be an integer`)
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }

  /** The text of `key`, or `undefined` where there is none. An empty value counts as none. */
  text(key: string): string | undefined {
    const value = this.get(key)
    return value === undefined || value.isNull() ? undefined : value.asText(`'${key}'`)
  }

  /** The text of `key`, which `shape` has found there. */
  needText(key: string): string {
    return (this.get(key) ?? this.fail(`'${key}' is missing`)).asText(`'${key}'`)
  }

  /** The small integer of `key`, or `undefined` where there is none. */
  number(key: string): number | undefined {
    const value = this.get(key)
    if (value === undefined) return undefined
    const integer = value.asInteger(`'${key}'`)
    if (typeof integer === 'number' && integer >= 0) return integer
    return value.fail(`'${key}' must be from 0 to 2^53 - 1`)
  }

  flag(key: string): boolean {
    const value = this.get(key)
    if (value === undefined) return false
    if (isScalar(value.node) && typeof value.node.value === 'boolean') return value.node.value
    return value.fail(`'${key}' must be true or false`)
  }

  /** The items of the list `key`; none where the key is missing. */
  list(key: string): SpecNode[] {
    const value = this.get(key)
    if (value === undefined) return []
    if (isSeq(value.node)) return value.node.items.map((item) => value.below(item))
    return value.fail(`'${key}' must be a list`)
  }

  private isNull(): boolean {
    return this.node === null || (isScalar(this.node) && this.node.value === null)
  }

  private below(node: unknown): SpecNode {
    return new SpecNode(this.source, node, this.place)
  }
}

function resolve(source: Source, node: unknown): Value {
  if (isAlias(node)) return resolve(source, node.resolve(source.document))
  return isMap(node) || isSeq(node) || isScalar(node) ? node : null
}
