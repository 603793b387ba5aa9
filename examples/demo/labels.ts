// How flows and rates are written, the same in the picture and in the tables.

import { type Flow, flows } from './plan.ts'
import { signs } from './terminal.ts'

/** Characters of the longest name. */
export const NAME = Math.max(...flows.map(({ name }) => name.length))

/** Direction and name of a flow. */
export function label({ direction, name }: Flow): string {
  return `${signs[direction]} ${name.padEnd(NAME)}`
}

/** A rate in Mbit/s. */
export function mbit(rate: number): string {
  return (rate / 1e6).toFixed(1).padStart(4)
}
