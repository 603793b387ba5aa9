// What the terminal can show: width, colours, and whether lines can be drawn over.

const { stdout } = process
const { TERM, NO_COLOR, LC_ALL, LC_CTYPE, LANG } = process.env

// Whoever read this has gone.
stdout.on('error', () => process.exit(1))

/** Characters in a line; it may change while the demo runs. */
export function width(): number {
  return stdout.columns || 80
}

/** The least that bars need. */
const NARROWEST = 40

/** Whether a picture can move. Into a pipe or a file go plain lines. */
export const isLive = stdout.isTTY === true && TERM !== 'dumb' && width() >= NARROWEST

const hasColors = isLive && !NO_COLOR
const hasUnicode = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')

/** The signs that pictures are made of. */
export const signs = hasUnicode
  ? { up: '→', down: '←', line: '─', bar: '█', parts: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'], mark: '│' }
  : { up: '>', down: '<', line: '-', bar: '#', parts: [''], mark: '|' }

const CODES = { bold: 1, green: 32, yellow: 33, red: 31 } as const

/** Text in a colour, where the terminal has some and nobody minds. */
export function paint(color: keyof typeof CODES, text: string): string {
  return hasColors ? `\x1b[${CODES[color]}m${text}\x1b[0m` : text
}

/** Prints lines. */
export function print(...lines: string[]): void {
  stdout.write(lines.map((line) => `${line}\n`).join(''))
}

/** Lines that are drawn over the ones before. */
export class Canvas {
  private drawn = 0

  draw(lines: string[]): void {
    const up = this.drawn > 0 ? `\x1b[${this.drawn}A` : ''
    stdout.write(up + lines.map((line) => `\r\x1b[2K${line}\n`).join(''))
    this.drawn = lines.length
  }
}
