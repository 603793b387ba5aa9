// u32's text of matches, its selector and its tables, against what iproute2 6.1 sends (recorded by strace) and what
// net/sched/cls_u32.c does. The rows of test/cases hold the common matches; here is what they leave out.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ignoredByChange } from '../../../src/kinds/filter/u32-change.ts'
import { fromSelector, toSelector, type U32SelectorOptions } from '../../../src/kinds/filter/u32-options.ts'
import {
  decodeSelector,
  encodeSelector,
  fromKey,
  toKey,
  type U32Key,
} from '../../../src/kinds/filter/u32-selector.ts'
import { isTableHandle, toBucket } from '../../../src/kinds/filter/u32-table.ts'
import { OptionError } from '../../../src/wire/errors.ts'

const hex = (options: U32SelectorOptions, ends = false): string => {
  const { selector } = toSelector(options, ends, 'options')
  if (selector === undefined) throw new Error('no selector')
  return Buffer.from(encodeSelector(selector)).toString('hex')
}

/** Header of a selector without flags: flags, offshift, nkeys, pad, and 12 bytes more. */
const head = (flags: string, nkeys: string): string => `${flags}00${nkeys}00${'00'.repeat(12)}`

describe('the text of a match is what tc makes of it', () => {
  it.each([
    ['u32 1 1 at -4', '00000001' + '00000001' + 'fcffffff' + '00000000'],
    ['u32 0x12345678 0xffff0000', 'ffff0000' + '12340000' + '00000000' + '00000000'],
    ['u16 1 ffff at 0', 'ffff0000' + '00010000' + '00000000' + '00000000'],
    ['u16 1 ffff at nexthdr+2', '0000ffff' + '00000001' + '00000000' + 'ffffffff'],
    ['u8 1 ff at 3', '000000ff' + '00000001' + '00000000' + '00000000'],
    ['u8 1 ff at -1', '000000ff' + '00000001' + 'fcffffff' + '00000000'],
    ['ip sport 80 ffff at 24', 'ffff0000' + '00500000' + '18000000' + '00000000'],
    ['ip6 dst fd00::1/12', 'fff00000' + 'fd000000' + '18000000' + '00000000'],
    ['tcp src 80 ffff at 4', 'ffff0000' + '00500000' + '04000000' + 'ffffffff'],
  ])('%s', (text, key) => {
    expect(hex({ match: [text] })).toBe(head('00', '01') + key)
  })

  it('has no key for any address of IPv6, as with tc', () => {
    expect(hex({ match: ['ip6 dst any'] }, true)).toBe(head('01', '00'))
  })

  it('tells the code of ICMPv6 without the stray mask of an offset that tc sends', () => {
    expect(hex({ match: ['ip6 icmp_code 8 ff'] })).toBe(
      `${head('00', '01')}00ff000000080000${'28000000'}00000000`,
    )
  })

  it('takes blanks of any number', () => {
    expect(hex({ match: ['  u32\t1   1  at 4 '] })).toBe(hex({ match: ['u32 1 1 at 4'] }))
  })

  it.each([
    'ip',
    'ip dst',
    'ip dst 10.0.0',
    'ip dst 10.0.0.1/33',
    'ip dst fd00::1',
    'ip dst 10.0.0.1 at 2',
    'ip dst 10.0.0.1 extra',
    'ip df at 4',
    'ip dport 080 ffff',
    'ip dport 80',
    'ip protocol tcp ff',
    'ip6 src 10.0.0.1',
    'u32 1 1 at 3',
    'u32 1 1 at',
    'u32 1 1 at nexthdr+',
    'u32 1 1 at 2147483648',
    'u32 4294967296 1 at 0',
    'u32 -1 1 at 0',
    'u32 1 100000000 at 0',
    'u8 256 ff at 0',
    'u8 1 1ff at 0',
    'ether src 02:00:00:00:00',
    'mark 1',
    'mark 1 1 1',
    'constructor 1 1',
    'ip constructor 1 1',
    '',
  ])('and refuses "%s"', (text) => {
    expect(() => toSelector({ match: [text] }, false, 'options')).toThrow(OptionError)
  })
})

describe('keys', () => {
  const key: fc.Arbitrary<U32Key> = fc.oneof(
    fc.record({ value: fc.nat(0xffff_ffff), mask: fc.nat(0xffff_ffff), offset: fc.integer() }),
    fc.record({
      value: fc.nat(0xffff_ffff),
      mask: fc.nat(0xffff_ffff),
      offset: fc.integer(),
      nexthdr: fc.constant(true),
    }),
    fc.record({
      value: fc.nat(0xffff_ffff),
      mask: fc.nat(0xffff_ffff),
      offset: fc.integer(),
      offmask: fc.integer().filter((mask) => mask !== 0 && mask !== -1),
    }),
  )

  it('come back as they were given', () => {
    fc.assert(
      fc.property(key, (one) => {
        expect(fromKey(toKey(one, 'key'))).toEqual(one)
      }),
    )
  })

  it('come back in order, and with all that goes with them', () => {
    const selector: fc.Arbitrary<U32SelectorOptions> = fc.record(
      {
        match: fc.array(key, { maxLength: 255 }),
        hashkey: fc.record({
          mask: fc.integer({ min: 1, max: 0xffff_ffff }),
          at: fc.integer({ min: -0x8000, max: 0x7fff }),
        }),
        offset: fc.oneof(
          fc.record({ plus: fc.nat(0xffff) }),
          fc.record({ at: fc.nat(0x7fff), mask: fc.nat(0xffff), shift: fc.nat(15), eat: fc.constant(true) }),
        ),
      },
      { requiredKeys: ['match'] },
    )
    fc.assert(
      fc.property(selector, fc.boolean(), (options, ends) => {
        const wire = toSelector(options, ends, 'options').selector
        if (wire === undefined) throw new Error('no selector')
        expect(fromSelector(decodeSelector(encodeSelector(wire)), undefined, ends)).toEqual(options)
      }),
    )
  })

  it('that are counted but not there are left out', () => {
    const bytes = Buffer.from(`${head('01', '05')}ffffffff0a00000110000000000000000000`, 'hex')
    expect(decodeSelector(bytes).keys).toEqual([{ mask: 0xffff_ffff, val: 0x0a00_0001, off: 16, offmask: 0 }])
  })

  it('never read beyond a selector of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeSelector(bytes).keys.length).toBeLessThanOrEqual(Math.max(0, (bytes.length - 16) / 16))
      }),
    )
  })
})

describe('buckets', () => {
  // HASH of tc for the same samples, bits 12 to 19.
  it.each([
    ['u32 0x00000800 0x0000ff00 at 12', undefined, 0x08],
    ['u32 0x12345678 0xffffffff at 12', undefined, 0x78],
    ['u32 0x00000800 0x0000ff00 at 12', 4, 0],
    ['tcp dst 80 ffff', 16, 0],
    ['ip protocol 6 ff', undefined, 6],
    ['u32 0 0 at 12', undefined, 0],
  ])('of the sample %s, divisor %s', (match, divisor, bucket) => {
    expect(toBucket({ ht: '1:', sample: { match, divisor } }, 'options')).toBe(0x0010_0000 + bucket * 0x1000)
  })

  it('of a sample whose mask has the highest bit alone', () => {
    const match = { value: 0x8000_0000, mask: 0x8000_0000, offset: 0 }
    expect(toBucket({ ht: '1:', sample: { match } }, 'options')).toBe(0x0010_1000)
  })

  it('are not told by the handle of a table', () => {
    expect([0x0010_0000, 0x8000_0000, 0x8000_0800, 0x0010_1000].map(isTableHandle)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a change', () => {
  const existing = {
    match: [{ value: 1, mask: 1, offset: 0 }],
    ht: '801:',
    classid: '1:1',
    hashkey: { mask: 0xff, at: 2 },
    offset: { plus: 4 },
    mark: { value: 1, mask: 1, success: 5 },
  }

  it('of what the kernel takes is none of what it ignores', () => {
    expect(ignoredByChange(existing, { classid: '1:2' })).toBeUndefined()
    expect(ignoredByChange(existing, { ...existing, classid: '1:2' })).toBeUndefined()
    expect(ignoredByChange(existing, { ...existing, match: ['u32 1 1 at 0'] })).toBeUndefined()
    expect(ignoredByChange(existing, { ...existing, ht: 'fff:' })).toBeUndefined()
    expect(ignoredByChange({ divisor: 1 }, { divisor: 2 })).toBeUndefined()
  })

  it.each([
    ['match', { match: ['u32 1 1 at 4'] }],
    ['match', { match: [] }],
    ['mark', { mark: { value: 0, mask: 1 } }],
    ['mark', { mark: undefined }],
    ['hashkey', { hashkey: { mask: 0xff, at: 3 } }],
    ['hashkey', { hashkey: undefined }],
    ['offset', { offset: { plus: 8 } }],
    ['offset', { offset: { plus: 4, eat: true } }],
    ['terminal', { classid: undefined }],
    ['ht', { ht: '1:' }],
    ['ht', { ht: '801:1' }],
    ['sample', { ht: '1:', sample: { match: 'u32 1 ff at 0' } }],
  ])('of %s is ignored', (name, change) => {
    expect(ignoredByChange(existing, { ...existing, ...change })).toBe(name)
  })

  it('cannot make an end of a filter that leads elsewhere', () => {
    expect(ignoredByChange({ match: [], ht: '800:' }, { classid: '1:1' })).toBe('terminal')
  })
})
