// Numbers at the start of a text, read as C reads them: tc leaves that to strtod(3) and
// strtoul(3), so their forms (leading blanks, signs, 0x, octal, exponents) are tc's forms.

/** A number found at the start of a text, and what follows it. */
export interface ScannedNumber {
  value: number
  rest: string
}

const BLANKS = '[ \\t\\n\\v\\f\\r]*'
const HEX_FLOAT = '0x([0-9a-f]+\\.?[0-9a-f]*|\\.[0-9a-f]+)(?:p([+-]?\\d+))?'
const DECIMAL = '(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?'
const WORDS = 'inf(?:inity)?|nan(?:\\(\\w*\\))?'
const DOUBLE = new RegExp(`^${BLANKS}([+-]?)(?:${HEX_FLOAT}|(${WORDS})|(${DECIMAL}))`, 'i')

/** What strtod(3) finds in the C locale; `undefined` where it finds no number. */
export function scanDouble(text: string): ScannedNumber | undefined {
  const found = DOUBLE.exec(text)
  if (found === null) return undefined
  const [all, sign, hex, power, word, decimal] = found
  let value = Number(decimal)
  if (hex !== undefined) value = hexFloat(hex, power)
  else if (word !== undefined) value = /^i/i.test(word) ? Number.POSITIVE_INFINITY : Number.NaN
  return { value: sign === '-' ? -value : value, rest: text.slice(all.length) }
}

function hexFloat(digits: string, power: string | undefined): number {
  const point = digits.indexOf('.')
  const places = point < 0 ? 0 : digits.length - point - 1
  return Number(`0x${digits.replace('.', '')}`) * 2 ** (Number(power ?? 0) - 4 * places)
}

const WHOLE = new RegExp(`^${BLANKS}([+-]?)(0x(?=[0-9a-f]))?([0-9a-f]+)`, 'i')

const DIGITS: Readonly<Record<8 | 10 | 16, RegExp>> = {
  8: /^[0-7]*/,
  10: /^[0-9]*/,
  16: /^[0-9a-f]*/i,
}

/**
 * What strtoul(3) finds in base 16, or in base 0 (0x is hexadecimal, a leading 0 octal). A minus
 * sign gives a negative value here, where C would wrap it around, so that callers can refuse it.
 */
export function scanUnsigned(text: string, base: 0 | 10 | 16): ScannedNumber | undefined {
  const found = WHOLE.exec(text)
  if (found === null) return undefined
  const [all, sign = '', prefix = '', run = ''] = found
  const start = all.length - run.length
  if (prefix !== '' && base === 10) return { value: 0, rest: text.slice(start - 1) }
  const real = base === 0 ? baseOf(prefix, run) : base
  const digits = DIGITS[real].exec(run)?.[0] ?? ''
  if (digits === '') return undefined
  const value = parseInt(digits, real)
  return { value: sign === '-' ? -value : value, rest: text.slice(start + digits.length) }
}

function baseOf(prefix: string, run: string): 8 | 10 | 16 {
  if (prefix !== '') return 16
  return run.startsWith('0') ? 8 : 10
}

/** The whole text as one unsigned number in the given base, as tc's get_u32 reads it. */
export function wholeUnsigned(text: string, base: 0 | 10 | 16): number | undefined {
  const found = scanUnsigned(text, base)
  return found !== undefined && found.rest === '' && found.value >= 0 ? found.value : undefined
}
