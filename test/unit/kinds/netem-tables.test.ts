// netem's distributions. Oracle: the tables that tc itself reads, from the iproute2 of this machine.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  distributionBytes,
  distributionTable,
  parseDistributionTable,
} from '../../../src/kinds/qdisc/netem-tables.ts'
import { OptionError } from '../../../src/wire/errors.ts'

/** The folder in which tc looks for tables: below /usr/lib or /usr/lib64, or below the machine's own folder there. */
function findTables(): string | undefined {
  const libraries = ['/usr/lib', '/usr/lib64', '/lib'].filter((folder) => existsSync(folder))
  const below = libraries.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-gnu'))
      .map((entry) => join(folder, entry.name)),
  )
  return [
    process.env['TC_LIB_DIR'] ?? '',
    ...[...libraries, ...below].map((folder) => join(folder, 'tc')),
  ].find((folder) => existsSync(join(folder, 'normal.dist')))
}

const folder = findTables()
const read = (name: string): string => readFileSync(join(folder ?? '', `${name}.dist`), 'utf8')

describe.skipIf(folder === undefined)('the tables of tc (skipped without iproute2)', () => {
  it.each(['normal', 'pareto', 'paretonormal'] as const)('%s is what we work out', (name) => {
    const numbers = read(name).replace(/^#.*$/gm, '').match(/-?\d+/g)?.map(Number)
    expect(numbers).toHaveLength(4096)
    expect([...distributionTable(name)]).toEqual(numbers)
  })

  it('are read from their files', () => {
    const table = parseDistributionTable(read('experimental'))
    expect(table.slice(0, 3)).toEqual([-10_576, -10_197, -10_134])
    expect(table).toHaveLength(4096)
  })
})

describe('distributionTable', () => {
  it('has a uniform one that the kernel spreads evenly over one jitter to either side', () => {
    const table = [...distributionTable('uniform')]
    const steps = new Set(table.slice(1).map((value, i) => value - (table[i] ?? 0)))
    expect(steps).toEqual(new Set([4]))
    expect(table[0]).toBe(-8190)
    expect(table.at(-1)).toBe(8190)
  })
})

describe('distributionBytes', () => {
  it('writes 16 bits an entry', () => {
    expect([...distributionBytes([1, -2, 32_767], 'p')]).toEqual([1, 0, 0xfe, 0xff, 0xff, 0x7f])
    expect([...distributionBytes(Int16Array.of(-32_768), 'p')]).toEqual([0, 0x80])
  })

  it.each([
    [[]],
    [[32_768]],
    [[-32_769]],
    [[0.5]],
    [Array(16_385).fill(0)],
    ['experimental'],
    ['toString'],
    [7],
  ])('refuses %j', (table) => {
    expect(() => distributionBytes(table as never, 'options.distribution')).toThrow(OptionError)
  })

  it('takes as many entries as the kernel does', () => {
    expect(distributionBytes(Array(16_384).fill(1), 'p')).toHaveLength(32_768)
  })
})

describe('parseDistributionTable', () => {
  it('skips comments', () => {
    expect(parseDistributionTable('# one\n 1 -2\n# two 9\n3\n')).toEqual([1, -2, 3])
  })

  it.each(['', '# nothing', '1 x', '1.5', '40000'])('refuses %j', (text) => {
    expect(() => parseDistributionTable(text)).toThrow(OptionError)
  })
})
