// The moving picture: one bar for each flow, with a mark where it should end.

import { label, mbit, NAME } from './labels.ts'
import { deviation, type Measurement } from './meter.ts'
import { flows, TOLERANCE } from './plan.ts'
import { Canvas, isLive, paint, print, signs, width } from './terminal.ts'

/** The rate at the right end of the bars. */
const FULL = 1.25 * Math.max(...flows.map(({ rate }) => rate))
const LONGEST_BAR = 60
const FIGURES = '99.9 of 99 Mbit/s'.length

/** Shows how the flows do: as bars that move on a terminal, as lines elsewhere. */
export class Picture {
  private readonly canvas = new Canvas()

  show(seconds: number, measurements: Measurement[]): void {
    if (isLive) this.canvas.draw(measurements.map(row))
    else print(line(seconds, measurements))
  }
}

function row(measurement: Measurement): string {
  const { flow, rate } = measurement
  const room = Math.max(1, Math.min(LONGEST_BAR, width() - NAME - FIGURES - 6))
  const figures = `${mbit(rate)} of ${flow.rate / 1e6} Mbit/s`
  return `${label(flow)} ${paint(color(measurement), bar(rate, flow.rate, room))} ${figures}`
}

function color(measurement: Measurement): 'green' | 'yellow' {
  return Math.abs(deviation(measurement)) <= TOLERANCE ? 'green' : 'yellow'
}

/** A bar of `room` characters. The mark stands where the configured rate ends, behind the bar where that is longer. */
function bar(rate: number, configured: number, room: number): string {
  const { bar, parts, mark } = signs
  const steps = Math.round(Math.min(1, rate / FULL) * room * parts.length)
  const whole = Math.floor(steps / parts.length)
  const cells = [...(bar.repeat(whole) + (parts[steps % parts.length] ?? '')).padEnd(room)]
  const at = Math.round((configured / FULL) * room)
  if (cells[at] === ' ') cells[at] = mark
  return cells.slice(0, room).join('')
}

function line(seconds: number, measurements: Measurement[]): string {
  const parts = measurements.map(({ flow, rate }) => `${label(flow).trimEnd()} ${mbit(rate)}`)
  return `${seconds.toFixed(0).padStart(3)} s  ${parts.join('  ')}  Mbit/s`
}
