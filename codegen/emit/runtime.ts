// What generated code calls at run time, and from where it imports it: single modules within this
// package, the public subpaths in code that a user generates.

/** The modules below src/ by what they export. */
const MODULES: Readonly<Record<string, string>> = {
  Reader: 'wire/reader.ts',
  Writer: 'wire/writer.ts',
  SubMessage: 'wire/writer.ts',
  align4: 'wire/attribute.ts',
  Bitfield32: 'wire/attribute.ts',
  Int64: 'wire/attribute.ts',
  UnknownAttribute: 'wire/attribute.ts',
  LITTLE_ENDIAN: 'wire/order.ts',
  AttrNames: 'wire/names.ts',
  SelectedNames: 'wire/names.ts',
  byteLength: 'wire/text.ts',
  readArray: 'wire/arrays.ts',
  writeArray: 'wire/arrays.ts',
  getArray: 'wire/arrays.ts',
  setArray: 'wire/arrays.ts',
  Format: 'wire/formats.ts',
  Formats: 'wire/formats.ts',
  Headed: 'wire/formats.ts',
  MessageSpec: 'wire/formats.ts',
  attrsFormat: 'wire/formats.ts',
  emptyFormat: 'wire/formats.ts',
  headedFormat: 'wire/formats.ts',
  structFormat: 'wire/formats.ts',
  namesIn: 'wire/formats.ts',
}

/** How generated modules name the modules they import. */
export interface Runtime {
  /** The module of a run-time symbol, as a file `depth` folders below the output folder names it. */
  module(symbol: string, depth: number): string
  /** The module with the layouts' building blocks. */
  layouts(depth: number): string
  /** The extension in imports of generated modules. */
  readonly extension: '.ts' | '.js'
  /** The command that writes the files anew. */
  readonly command: string
}

/** A run time whose source folder, `src/`, is found at `source(depth)`. */
export function runtimeAt(source: (depth: number) => string): Runtime {
  return {
    module: (symbol, depth) => source(depth) + moduleOf(symbol),
    layouts: (depth) => `${source(depth)}wire/layout.ts`,
    extension: '.ts',
    command: 'npm run codegen',
  }
}

/** Within this package: src/generated imports single modules of src/wire. */
export const INTERNAL: Runtime = runtimeAt((depth) => '../'.repeat(depth + 1))

/** In a user's project. */
export const PUBLIC: Runtime = {
  module: () => 'netsched/wire',
  layouts: () => 'netsched/layouts',
  extension: '.js',
  command: 'codegen/main.ts --spec FILE --out FOLDER',
}

function moduleOf(symbol: string): string {
  return MODULES[symbol] ?? MODULES[arrayElement(symbol)] ?? fail(symbol)
}

/** S16, U32BE and the like describe the elements of arrays. */
function arrayElement(symbol: string): string {
  return /^[US](8|16|32|64)(BE|LE)?$/.test(symbol) ? 'readArray' : symbol
}

function fail(symbol: string): never {
  throw new Error(`no module exports ${symbol}`)
}
