// Numbers rounded and printed as C does it: tc leaves that to rint(3) and printf(3), which treat
// ties otherwise than JavaScript.

/** The nearest whole number, the even one where two are equally near: rint(3). */
export function rint(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}

/** What printf prints for `%.<digits>g`, for 0 and for values of 1 and more. */
export function formatG(value: number, digits: number): string {
  if (value === 0) return '0'
  const [mantissa, exponent] = significant(value, digits)
  if (exponent < digits) return trim(mantissa, exponent + 1)
  return `${trim(mantissa, 1)}e+${String(exponent).padStart(2, '0')}`
}

// The digits of a value, rounded to even on ties (toExponential rounds those up), and the power
// of ten of the first of them. 60 digits are exact for the ties that matter.
function significant(value: number, digits: number): [string, number] {
  const [all = '', power = '0'] = value.toExponential(60).replace('.', '').split('e')
  const kept = all.slice(0, digits)
  const rest = all.slice(digits)
  const half = `5${'0'.repeat(rest.length - 1)}`
  const up = rest > half || (rest === half && Number(kept.at(-1)) % 2 === 1)
  const rounded = String(Number(kept) + (up ? 1 : 0))
  const carried = rounded.length - kept.length
  return [rounded.slice(0, digits), Number(power) + carried]
}

// Puts the point after `whole` digits and drops the zeros behind it.
function trim(digits: string, whole: number): string {
  const fraction = digits.slice(whole).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, whole) : `${digits.slice(0, whole)}.${fraction}`
}
