// Proves that imports in src only go down the house of rooms (design, section 1), that no files import each
// other in a circle, and that only the public entries re-export what another room made.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** What each room may import besides itself: all that lies below it. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  testing: ['generated', 'socket', 'wire'],
  client: ['tree', 'resources', 'kinds', 'units', 'generated', 'socket', 'wire'],
  tree: ['resources', 'kinds', 'units', 'generated', 'socket', 'wire'],
  resources: ['kinds', 'units', 'generated', 'socket', 'wire'],
  kinds: ['units', 'generated', 'wire'],
  units: ['wire'],
  generated: ['wire'],
  socket: ['wire'],
  wire: [],
}

/** The modules that package.json exports. They see every room; no room sees them. */
const ENTRIES = ['index.ts', 'wire.ts', 'layouts.ts', 'testing.ts']

interface Arrow {
  readonly to: string
  readonly isReexport: boolean
}

/** Path below src -> text. */
type Sources = Readonly<Record<string, string>>

const roomOf = (file: string): string => (ENTRIES.includes(file) ? 'entry' : file.replace(/\.ts$|\/.*$/, ''))

/** The modules that a node itself names: `import`, `export ... from`, `import()`, `import('...').Type`. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0]
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  return undefined
}

function arrowsOf(file: string, text: string): Arrow[] {
  const arrows: Arrow[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) {
      const to = normalize(join(dirname(file), specifier.text))
      arrows.push({ to, isReexport: ts.isExportDeclaration(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return arrows
}

/** What is wrong with one arrow, if something is. */
function faultOf(from: string, { to, isReexport }: Arrow, sources: Sources): string | undefined {
  const [source, target] = [roomOf(from), roomOf(to)]
  if (sources[to] === undefined) return `${from} imports ${to}, which is not in src`
  if (target === 'entry') return `${from} imports the public entry ${to}`
  if (source === 'entry' || source === target) return undefined
  const below = BELOW[source]
  if (below === undefined) return `${from} is in no room of the house`
  if (!below.includes(target)) return `${from} (${source}) imports ${to} (${target})`
  return isReexport ? `${from} (${source}) re-exports ${to} (${target})` : undefined
}

/** A circle of imports that `file` is part of, as the files on the way; undefined if there is none. */
function circleFrom(file: string, graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>()
  const search = (at: string, way: readonly string[]): string[] | undefined => {
    for (const next of graph.get(at) ?? []) {
      if (next === file) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = search(next, [...way, next])
      if (found) return found
    }
    return undefined
  }
  return search(file, [file])
}

function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Map<string, string>()
  for (const file of graph.keys()) {
    const circle = circleFrom(file, graph)
    // the same files make the same circle, wherever it is entered
    if (circle) found.set([...new Set(circle)].sort().join(), `circle: ${circle.join(' -> ')}`)
  }
  return [...found.values()]
}

function faults(sources: Sources): string[] {
  const arrows = new Map(Object.entries(sources).map(([file, text]) => [file, arrowsOf(file, text)]))
  const graph = new Map([...arrows].map(([file, list]) => [file, list.map(({ to }) => to)]))
  const strays = Object.keys(sources).filter((file) => roomOf(file) !== 'entry' && !BELOW[roomOf(file)])
  return [
    ...strays.map((file) => `${file} is in no room of the house`),
    ...[...arrows].flatMap(([file, list]) => list.map((arrow) => faultOf(file, arrow, sources))),
    ...circles(graph),
  ].filter((fault) => fault !== undefined)
}

function readSources(): Sources {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))
}

describe('the rooms of src', () => {
  const sources = readSources()

  it('have files to look at', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(10)
  })

  it('import only what lies below them, in no circle', () => {
    expect(faults(sources)).toEqual([])
  })
})

describe('the check of the rooms', () => {
  const bottom = {
    'wire/reader.ts': 'export const a = 1',
    'wire/names.ts': '',
    'units/rate.ts': '',
    'socket/x.ts': '',
  }

  it('lets imports go down, over several floors, and within a room', () => {
    const client = "import { a } from './wire/reader.ts'\nimport type { X } from './socket/x.ts'"
    const reader = "import { b } from './names.ts'\nexport { c } from './names.ts'\nimport fs from 'node:fs'"
    expect(faults({ ...bottom, 'client.ts': client, 'wire/reader.ts': reader })).toEqual([])
  })

  it.each([
    ['an import', "import { a } from '../kinds/k.ts'"],
    ['an import of types', "import type { A } from '../kinds/k.ts'"],
    ['an import for its effects', "import '../kinds/k.ts'"],
    ['an import() in a function', "const f = () => import('../kinds/k.ts')"],
    ['an import() of a type', "export type A = import('../kinds/k.ts').A"],
    ['a re-export', "export * from '../kinds/k.ts'"],
  ])('refuses %s that goes up', (_, text) => {
    const found = faults({ ...bottom, 'kinds/k.ts': '', 'units/rate.ts': text })
    expect(found).toEqual(['units/rate.ts (units) imports kinds/k.ts (kinds)'])
  })

  it('refuses an import from the other branch', () => {
    const found = faults({
      ...bottom,
      'kinds/k.ts': "import '../socket/x.ts'",
      'generated/g.ts': "import '../units/rate.ts'",
    })
    expect(found).toEqual([
      'kinds/k.ts (kinds) imports socket/x.ts (socket)',
      'generated/g.ts (generated) imports units/rate.ts (units)',
    ])
  })

  it('refuses a circle of files in one room, and names it once', () => {
    const found = faults({
      'wire/a.ts': "import './b.ts'",
      'wire/b.ts': "import type { C } from './c.ts'",
      'wire/c.ts': "import './a.ts'",
      'wire/d.ts': "import './a.ts'",
    })
    expect(found).toEqual([
      expect.stringMatching(/^circle: wire\/\w\.ts -> wire\/\w\.ts -> wire\/\w\.ts -> wire\/\w\.ts$/),
    ])
  })

  it('refuses a re-export of what another room made, but for the entries', () => {
    const text = "export { a } from './wire/reader.ts'"
    expect(faults({ ...bottom, 'index.ts': text, 'wire.ts': text })).toEqual([])
    expect(faults({ ...bottom, 'client.ts': text })).toEqual([
      'client.ts (client) re-exports wire/reader.ts (wire)',
    ])
  })

  it('refuses an import of an entry, and a file outside of the rooms', () => {
    const found = faults({ 'wire.ts': '', 'kinds/k.ts': "import '../wire.ts'", 'misc/m.ts': '' })
    expect(found).toEqual([
      'misc/m.ts is in no room of the house',
      'kinds/k.ts imports the public entry wire.ts',
    ])
  })

  it('refuses an import of a file that is not there', () => {
    expect(faults({ 'wire/a.ts': "import './gone.ts'" })).toEqual([
      'wire/a.ts imports wire/gone.ts, which is not in src',
    ])
  })
})
