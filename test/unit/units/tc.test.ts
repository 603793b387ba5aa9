// Our reading of texts against that of tc 6.1, text by text, and where the two part on purpose.

import { describe, expect, it } from 'vitest'
import { formatIp, parseIpPrefix, parseMacPrefix } from '../../../src/units/address.ts'
import { fractionToU32 } from '../../../src/units/fraction.ts'
import { parseClassId, parseMinor, parseParent, parseQdiscHandle } from '../../../src/units/handle.ts'
import { checkInterfaceName } from '../../../src/units/ifname.ts'
import { parsePriority } from '../../../src/units/priority.ts'
import { parseProtocol, toBigEndian16 } from '../../../src/units/protocol.ts'
import { Clock } from '../../../src/units/psched.ts'
import { formatRate, rateToBytes } from '../../../src/units/rate.ts'
import { formatSize, sizeToBytes } from '../../../src/units/size.ts'
import {
  formatTime,
  microsecondsToMs,
  timeToMicroseconds,
  timeToNanoseconds,
} from '../../../src/units/time.ts'
import { parseU32Handle } from '../../../src/units/u32handle.ts'
import { PATH, refuses, rows, sameAsTc } from './oracle.ts'

const MAX_U32 = 0xffffffff
const NOT_A_NUMBER = ['nan', 'NAN', 'nan(1)', 'NaN(_x)']
const NOT_FINITE = ['inf', 'INF', 'infinity', '-inf', ...NOT_A_NUMBER]
const clock = new Clock(15.625)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('rates', () => {
  it('are read as tc reads them', () => {
    sameAsTc('rates', rateToBytes, {
      refused: {
        'tc sends garbage or 0 for what is no number': [...NOT_FINITE, 'infmbit', 'nanbit'],
        'tc sends 0 for what is below 1 byte/s and above -1': ['-1'],
        'tc wraps negative rates around': ['-1mbit'],
        'tc sends 0 or 2^63 for what 64 bits do not hold': ['1e300', '1e400', '1e9tbps'],
      },
    })
  })

  it('are read as tc reads them for attributes of 32 bits', () => {
    sameAsTc('rates-u32', (text, path) => rateToBytes(text, path, { max: MAX_U32 }))
  })

  it('are printed as tc prints them', () => {
    for (const [bits, shown] of rows<string>('shown-rates'))
      expect(formatRate(Number(bits)), bits).toBe(shown)
  })
})

describe('sizes', () => {
  it('are read as tc reads them', () => {
    sameAsTc('sizes', sizeToBytes)
  })

  it('are printed as tc prints them', () => {
    for (const [bytes, shown] of rows<string>('shown-sizes'))
      expect(formatSize(Number(bytes)), bytes).toBe(shown)
  })
})

describe('durations', () => {
  const wrapped = [
    '-1',
    '-1ms',
    '4294967296',
    '1e300',
    '1e400',
    '9007199254740991',
    '4295s',
    '5000s',
    '1e10s',
  ]

  it('in microseconds are read as tc reads them', () => {
    sameAsTc('microseconds', timeToMicroseconds, {
      refused: {
        'tc sends 0 for what is no number': [...NOT_FINITE, 'infs'],
        'tc wraps around what 32 bits do not hold': wrapped,
      },
    })
  })

  it("become ticks as tc's netem makes them", () => {
    const read = (text: string, path: string) =>
      clock.microsecondsToTicks(timeToMicroseconds(text, path, { max: MAX_U32 / 15.625 }))
    const tooLong = new Set(['4294967295', '4294s', '4294.967295s'])
    const found = rows<number | null>('ticks')
    expect(found.filter(([text]) => tooLong.has(text)).map(([, ticks]) => ticks)).toEqual([null, null, null])
    sameAsTc('ticks', read, {
      refused: {
        'tc sends 0 for what is no number': [...NOT_FINITE, 'infs'].filter((text) => taken('ticks', text)),
        'tc wraps around what 32 bits do not hold': wrapped.filter((text) => taken('ticks', text)),
      },
    })
  })

  it('in nanoseconds are read as tc reads them', () => {
    // netem's "slot", which the table was recorded with, takes nothing that does not start with a digit.
    const read = (text: string, path: string) => {
      const time = timeToNanoseconds(text, path)
      return typeof time === 'bigint' ? `${time}` : time
    }
    sameAsTc('nanoseconds', read, {
      refused: {
        'tc sends -2^63 for what 64 bits do not hold': ['1e300', '1e400', '1e10s', '9223372037s', '1e12s'],
      },
      taken: {
        'only "slot" refuses these': {
          '-0': 0,
          '+1': 1,
          '.5': 0,
          ' 1': 1,
          '\t1': 1,
          '\n1': 1,
          ' 20ms': 20000000,
        },
      },
    })
  })

  it('are printed as tc prints them', () => {
    expect(formatTime(0.000064)).toBe('64ns')
    for (const [text, shown] of rows<string>('shown-times')) {
      const kept = clock.ticksToMicroseconds(clock.microsecondsToTicks(timeToMicroseconds(text, PATH)))
      expect(formatTime(microsecondsToMs(kept)), text).toBe(shown)
    }
  })
})

describe('percentages', () => {
  it('are read as tc reads them', () => {
    sameAsTc('percentages', fractionToU32, {
      refused: {
        'tc takes what is no number for 0': ['', '%', 'nan%', ...NOT_A_NUMBER],
      },
    })
  })
})

describe('handles', () => {
  it('of qdiscs are read as tc reads them, but for minors', () => {
    sameAsTc('handles', parseQdiscHandle, {
      refused: {
        'tc drops the minor, the kernel has none': [
          ...['1:5', '1:10000', '1:10', '1:2a', '1:2A', '1:ffff', '0:1', 'a:b', '1: 5', '1:+5', '0x1:0x10'],
          ...['1:0000010', 'ffff:fff1'],
        ],
        'tc reads nothing behind the colon': ['1:2:3', 'a:g', '1:g', '1: ', '1:-1', '1:1.5'],
      },
    })
  })

  const wrapped = { 'tc wraps around what 32 bits do not hold': ['-1', '100000000'] }

  it('of classes are read as tc reads them', () => {
    sameAsTc('classids', parseClassId, { refused: wrapped })
  })

  it('of parents are read as tc reads them', () => {
    const names = { 'tc takes the names elsewhere': { ingress: 0xfffffff2 } }
    sameAsTc('parents', parseParent, { refused: wrapped, taken: names })
    sameAsTc('qdisc-hooks', (text, path) => parseParent(text, path, 'qdisc'))
    sameAsTc('filter-hooks', (text, path) => parseParent(text, path))
  })

  it("of htb's default class are read as tc reads them", () => {
    sameAsTc('minors', (text, path) => parseMinor(text, path, MAX_U32), {
      taken: { 'a class id says the same': { '1:30': 0x30 } },
    })
  })

  it('of u32 filters are read as tc reads them', () => {
    sameAsTc('u32-handles', parseU32Handle, {
      refused: { 'tc reads nothing behind the third part': ['1:2:3:4', '1:2:3 '] },
      taken: { 'it is how tc prints 0': { none: 0 } },
    })
  })
})

describe('filter headers', () => {
  it('have protocols as tc names them, in network order', () => {
    sameAsTc('protocols', (text, path) => toBigEndian16(parseProtocol(text, path)))
  })

  it('have priorities of 1 to 65535', () => {
    sameAsTc('priorities', parsePriority)
  })
})

describe('addresses', () => {
  const readIp = (family: 'ipv4' | 'ipv6') => (text: string, path: string) => {
    const found = parseIpPrefix(text, family, path)
    return [hex(found.address), hex(found.mask)]
  }

  it('of IPv4 are read as tc reads them, but in full only', () => {
    sameAsTc('ipv4', readIp('ipv4'), {
      refused: {
        'tc fills up with zeros': ['192.0.2', '10', '10/8'],
        'tc reads octal and hexadecimal': ['010.1.1.1', '0x7f.0.0.1', '1.2.3.4/024', '1.2.3.4/0x18'],
        'tc skips blanks': [' 1.2.3.4'],
        'words are no addresses': ['any', 'all', 'default'],
      },
      taken: { 'the kernel takes masks with holes': { '1.2.3.4/255.0.255.0': ['01020304', 'ff00ff00'] } },
    })
  })

  it('of IPv6 are read as tc reads them', () => {
    sameAsTc('ipv6', readIp('ipv6'))
  })

  it('of IPv6 are printed as ip prints them', () => {
    for (const [text, shown] of rows<string>('shown-addresses')) {
      expect(formatIp(parseIpPrefix(text, undefined, PATH).address)).toBe(shown)
    }
  })

  it('of MACs are read as tc reads them, but in full only', () => {
    const read = (text: string, path: string) => {
      const found = parseMacPrefix(text, path)
      return [hex(found.address), hex(found.mask)]
    }
    // For these two tc sends what it happens to find in memory, which no fixture can hold.
    for (const text of ['02-00-00-00-00-01', '020000000001']) refuses(read, text)
    // Of no bits at all tc makes a mask of thirty-two.
    const other = '02:00:00:00:00:01/0'
    expect(read(other, PATH)).toEqual(['020000000001', '000000000000'])
    sameAsTc('macs', (text, path) => (text === other ? ['020000000001', '0000ffffffff'] : read(text, path)), {
      refused: {
        'tc does not mind missing parts': ['02:00:00:00:00'],
        'tc does not look at the rest': ['02:00:00:00:00:00:01', '02:00:00:00:00:01 ', '002:00:00:00:00:01'],
        'a MAC has 48 bits': ['02:00:00:00:00:01/49'],
      },
    })
  })
})

describe('interface names', () => {
  it('are those that the kernel takes', () => {
    for (const [name, good] of rows<boolean>('interface-names')) {
      // A percent sign makes a name a pattern when an interface is made; it is no fault of the name.
      if (name.includes('%')) continue
      if (good) expect(checkInterfaceName(name, PATH)).toBe(name)
      else expect(() => checkInterfaceName(name, PATH), name).toThrow(/expected an interface name/)
    }
  })
})

function taken(name: string, text: string): boolean {
  return rows<unknown>(name).some(([other, answer]) => other === text && answer !== null)
}
