// netem's distributions: tables of 4096 quantiles, from which the kernel picks one at random and adds it,
// scaled by the jitter, to the delay. Worked out from their definitions, as iproute2 6.1 does when it is
// built (netem/normal.c and its neighbours); a test compares them with the files that tc reads.

import { rint } from '../../units/c_number.ts'
import { OptionError } from '../../wire/errors.ts'
import { LITTLE_ENDIAN } from '../../wire/order.ts'

/**
 * How delays scatter around their mean. `uniform`: evenly, up to one jitter to either side. `normal`: the
 * jitter is the standard deviation. `pareto`: many short delays and a long tail of longer ones.
 * `paretonormal`: a quarter normal, three quarters pareto. Or a table of one's own: 1 to 16384 whole numbers
 * from -32768 to 32767, of which each is as likely as the next and 8192 stands for one jitter (see
 * {@link parseDistributionTable}).
 */
export type NetemDistribution =
  | 'uniform'
  | 'normal'
  | 'pareto'
  | 'paretonormal'
  | readonly number[]
  | Int16Array

/** NETEM_DIST_SCALE: stands for one jitter. */
const SCALE = 8192
/** NETEM_DIST_MAX: the kernel takes no longer table. */
const LONGEST = 16_384
const LENGTH = 4096
const MIN_S16 = -0x8000
const MAX_S16 = 0x7fff
const PARETO_SHAPE = 3
/** Steps a unit in which iproute2 goes through the normal distribution. */
const NORMAL_STEPS = 20_000
/** iproute2 works out four times as many quantiles as it keeps. */
const NORMAL_FINENESS = 4 * LENGTH

const made = new Map<string, Int16Array>()

const MAKERS: Readonly<Record<string, () => Int16Array>> = {
  uniform: () => fill((i) => ((2 * i + 1 - LENGTH) / LENGTH) * SCALE),
  normal: () => Int16Array.from(normalQuantiles(), clip),
  pareto: () => fill(paretoQuantile),
  paretonormal: () => {
    const normal = normalQuantiles()
    return Int16Array.from(normal, (value, i) => clip(Math.trunc((value + 3 * paretoQuantile(i)) / 4)))
  },
}

/**
 * The payload of TCA_NETEM_DELAY_DIST and TCA_NETEM_SLOT_DIST.
 * @throws OptionError for unknown names, and for tables that the kernel or their type cannot hold
 */
export function distributionBytes(distribution: NetemDistribution, path: string): Uint8Array {
  const table = typeof distribution === 'string' ? named(distribution, path) : checkTable(distribution, path)
  const bytes = new Uint8Array(table.length * 2)
  const view = new DataView(bytes.buffer)
  table.forEach((value, i) => {
    view.setInt16(i * 2, value, LITTLE_ENDIAN)
  })
  return bytes
}

/** The table of a distribution that has a name: 4096 entries. */
export function distributionTable(name: 'uniform' | 'normal' | 'pareto' | 'paretonormal'): Int16Array {
  return named(name, 'distribution')
}

/**
 * Reads a table as tc keeps it (`experimental.dist`) and as `maketable` of iproute2 writes it: whole numbers,
 * separated by blanks; lines that start with `#` are comments.
 * @throws OptionError for anything else, and for no or too many numbers
 */
export function parseDistributionTable(text: string): number[] {
  const words = text.replace(/^#.*$/gm, '').match(/\S+/g) ?? []
  return [...checkTable(words.map(Number), 'table')]
}

function named(name: string, path: string): Int16Array {
  const maker = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
  if (maker === undefined) {
    const expected = `one of ${Object.keys(MAKERS).join(', ')}, or a table of whole numbers`
    throw new OptionError({ path, expected, received: name })
  }
  const known = made.get(name) ?? maker()
  made.set(name, known)
  return known
}

function checkTable(table: unknown, path: string): readonly number[] | Int16Array {
  const usable = table instanceof Int16Array || (Array.isArray(table) && table.every(isS16))
  if (usable && table.length >= 1 && table.length <= LONGEST) return table
  const expected = `1 to ${LONGEST} whole numbers from ${MIN_S16} to ${MAX_S16}`
  throw new OptionError({ path, expected, received: table })
}

function isS16(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= MIN_S16 && value <= MAX_S16
}

function fill(quantile: (i: number) => number): Int16Array {
  return Int16Array.from({ length: LENGTH }, (_, i) => clip(quantile(i)))
}

function clip(value: number): number {
  return Math.max(MIN_S16, Math.min(MAX_S16, value))
}

// Of 1 - x^-3, moved so that its mean, 3/2, is 0, and divided by its variance, 3/4.
function paretoQuantile(i: number): number {
  const share = (LENGTH - i) / LENGTH
  return Math.min(MAX_S16, rint((share ** (-1 / PARETO_SHAPE) - 1.5) * (4 / 3) * SCALE))
}

// Of each quantile the last step below it, as whoever walks the steps from left to right finds it. Wider than 16
// bits at the left end: paretonormal is mixed before it is cut.
function normalQuantiles(): Int32Array {
  let step = -10 * NORMAL_STEPS
  return Int32Array.from({ length: LENGTH }, (_, i) => {
    step = lastStepUpTo((4 * i + 0.5) / NORMAL_FINENESS, step)
    return rint((step / NORMAL_STEPS) * SCALE)
  })
}

function lastStepUpTo(share: number, from: number): number {
  let low = from
  let high = 10 * NORMAL_STEPS
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (normalShare(middle / NORMAL_STEPS) <= share) low = middle
    else high = middle
  }
  return low
}

// The share of a standard normal distribution up to x. The series has no terms of the other sign, so that nothing
// cancels out: Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/(3*5) + ...).
function normalShare(x: number): number {
  let term = x
  let sum = x
  for (let n = 3; Math.abs(term) > Math.abs(sum) * Number.EPSILON; n += 2) {
    term *= (x * x) / n
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}
