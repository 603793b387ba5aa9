// Samples and what is told of them: the median, and the quartiles as the spread.

/** Microseconds of each round. */
export type Samples = readonly number[]

/** The value below which the share `p` of the samples lies. */
export function quantile(samples: Samples, p: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

export function median(samples: Samples): number {
  return quantile(samples, 0.5)
}

/** Median and quartiles, in the unit that suits the median. */
export function describe(samples: Samples): string {
  const middle = median(samples)
  const [scale, unit] = middle < 1e3 ? [1, 'µs'] : [1e3, 'ms']
  const [low, high] = [quantile(samples, 0.25), quantile(samples, 0.75)]
  return `${digits(middle / scale)} ${unit} (${digits(low / scale)}–${digits(high / scale)})`
}

/** A number with as many digits as mean something. */
export function digits(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
