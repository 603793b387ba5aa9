// A line of the table, and how its contenders take turns.

import type { Samples } from './numbers.ts'

/** A task and what it took each contender. */
export interface Row {
  task: string
  netsched: Samples
  /** What `tc` was called for, as not every task is the same to it. */
  tcCall: string
  tc: Samples
  /** Absent where no compiler is there to build it. */
  floor?: Samples | undefined
}

/** Does its work once and gives the microseconds it took. */
export type Contender = () => Promise<number>

/** Microseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) * 1e3
}

/** Lets contenders take turns, so that what disturbs the machine disturbs all of them. */
export async function takeTurns(rounds: number, contenders: readonly Contender[]): Promise<number[][]> {
  const samples: number[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, contender] of contenders.entries()) samples[place]?.push(await contender())
  }
  return samples
}
