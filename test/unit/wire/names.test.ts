import { describe, expect, it } from 'vitest'
import { type AttrNames, attrPath, type SelectedNames, typesPath } from '../../../src/wire/names.ts'
import { bytesOf } from './hex.ts'

const HTB: AttrNames = { set: 'htb', names: { 1: 'TCA_HTB_PARMS', 2: 'TCA_HTB_INIT' } }
const ACT: AttrNames = {
  set: 'act',
  names: { 1: 'TCA_ACT_KIND', 2: 'TCA_ACT_OPTIONS' },
  selected: { 2: { message: 'act-options', selector: 1 } },
}
const TOP: AttrNames = {
  set: 'tc',
  names: { 1: 'TCA_KIND', 2: 'TCA_OPTIONS', 7: 'TCA_STATS2', 9: 'TCA_ACTS' },
  nested: { 7: () => HTB },
  lists: { 9: () => ACT },
  selected: { 2: { message: 'options', selector: 1 } },
}

function select(message: string, value: string): SelectedNames | undefined {
  if (message === 'options' && value === 'htb') return { names: HTB, skip: 0 }
  if (message === 'options' && value === 'netem') return { names: HTB, skip: 6 }
  if (message === 'act-options' && value === 'x') return { names: HTB, skip: 0 }
  return undefined
}

describe('attrPath', () => {
  // 0 TCA_KIND "htb", 8 TCA_OPTIONS { 12 type 2, 20 type 5 }
  const HTB_MESSAGE = '08000100 68746200 14000280 08000200 01000000 08000500 01000000'

  it.each([
    [0, 'TCA_KIND'],
    [8, 'TCA_OPTIONS'],
    [12, 'TCA_OPTIONS.TCA_HTB_INIT'],
    [20, 'TCA_OPTIONS.5'],
    [16, 'TCA_OPTIONS.TCA_HTB_INIT'],
  ])('names the attribute at byte %i of options that the kind selects', (target, path) => {
    const bytes = bytesOf(HTB_MESSAGE)
    expect(attrPath(bytes, 0, bytes.length, TOP, target, select)).toBe(path)
  })

  it('finds attributes that do not start at the first byte', () => {
    const bytes = bytesOf(`ffffffff ${HTB_MESSAGE}`)
    expect(attrPath(bytes, 4, bytes.length, TOP, 16, select)).toBe('TCA_OPTIONS.TCA_HTB_INIT')
  })

  it('ends at options of a kind that nobody knows', () => {
    const bytes = bytesOf(HTB_MESSAGE.replace('68746200', '66716600'))
    expect(attrPath(bytes, 0, bytes.length, TOP, 12, select)).toBe('TCA_OPTIONS')
    expect(attrPath(bytes, 0, bytes.length, TOP, 12)).toBe('TCA_OPTIONS')
  })

  it('skips the struct in front of the attributes, and its padding', () => {
    // TCA_KIND "netem", TCA_OPTIONS: 6 bytes and 2 of padding, then type 1
    const bytes = bytesOf('0a000100 6e657465 6d000000 14000280 aaaaaaaa aaaa0000 08000100 00000000')
    expect(attrPath(bytes, 0, bytes.length, TOP, 24, select)).toBe('TCA_OPTIONS.TCA_HTB_PARMS')
  })

  it('names attributes in nests', () => {
    const bytes = bytesOf('0c000780 08000100 00000000')
    expect(attrPath(bytes, 0, bytes.length, TOP, 4)).toBe('TCA_STATS2.TCA_HTB_PARMS')
  })

  it('tells the place in a list, and goes on from there', () => {
    // TCA_ACTS { 1 { TCA_ACT_KIND "x", TCA_ACT_OPTIONS { type 2 } } }
    const bytes = bytesOf('1c000980 18000100 06000100 78000000 0c000280 08000200 00000000')
    expect(attrPath(bytes, 0, bytes.length, TOP, 4, select)).toBe('TCA_ACTS.1')
    expect(attrPath(bytes, 0, bytes.length, TOP, 8, select)).toBe('TCA_ACTS.1.TCA_ACT_KIND')
    expect(attrPath(bytes, 0, bytes.length, TOP, 20, select)).toBe('TCA_ACTS.1.TCA_ACT_OPTIONS.TCA_HTB_INIT')
  })

  it.each([
    ['beyond the end', '08000100 68746200', 8],
    ['before the first attribute', '08000100 68746200', -4],
    ['in padding', '05000100 61000000', 6],
    ['behind a broken attribute', '00000100 08000100 00000000', 4],
    ['in an attribute that is cut off', '10000100 00000000', 0],
  ])('knows no path %s', (_what, hex, target) => {
    const bytes = bytesOf(hex)
    expect(attrPath(bytes, 0, bytes.length, TOP, target, select)).toBeUndefined()
  })
})

describe('typesPath', () => {
  const selectBy = (message: string): SelectedNames | undefined => select(message, 'htb')

  it.each([
    [[], ''],
    [[1], 'TCA_KIND'],
    [[2, 1], 'TCA_OPTIONS.TCA_HTB_PARMS'],
    [[7, 2], 'TCA_STATS2.TCA_HTB_INIT'],
    [[7, 2, 3], 'TCA_STATS2.TCA_HTB_INIT.3'],
    [[9, 3, 1], 'TCA_ACTS.3.TCA_ACT_KIND'],
    [[44, 2], '44.2'],
  ])('names the types %j', (types, path) => {
    expect(typesPath(TOP, types, selectBy)).toBe(path)
  })

  it('shows numbers below a payload that nobody selects', () => {
    expect(typesPath(TOP, [2, 1])).toBe('TCA_OPTIONS.1')
  })
})
