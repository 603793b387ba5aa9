// Compares our reading of texts with what the real tc made of them (fixtures/, recorded by record.ts).
// Every difference has to be named, and a named difference that is none fails too.

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { OptionError, show } from '../../../src/wire/errors.ts'

export const PATH = 'options.value'

/** The rows of a fixture: a text, and what tc made of it (null: refused). */
export function rows<T>(name: string): Array<[string, T]> {
  const text = readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { rows: Array<[string, T]> }).rows
}

/** Where we differ from tc on purpose. */
export interface Differences {
  /** Texts that tc takes and we refuse, by reason. */
  refused?: Record<string, readonly string[]>
  /** Texts that tc refuses and we take, with what we make of them, by reason. */
  taken?: Record<string, Record<string, unknown>>
}

/** What a reader throws, which has to be an OptionError that knows path and value. */
export function refuses(read: (value: never, path: string) => unknown, value: unknown): void {
  let thrown: unknown
  try {
    read(value as never, PATH)
  } catch (error) {
    thrown = error
  }
  expect(thrown, `${show(value)} should be refused`).toBeInstanceOf(OptionError)
  expect(thrown).toMatchObject({ path: PATH })
  expect((thrown as OptionError).received).toBe(value)
}

/** Compares every row of a fixture with our reader. */
export function sameAsTc(
  name: string,
  read: (text: string, path: string) => unknown,
  differences: Differences = {},
): void {
  const refused = new Set(Object.values(differences.refused ?? {}).flat())
  const taken = new Map(Object.values(differences.taken ?? {}).flatMap((texts) => Object.entries(texts)))
  const unseen = new Set([...refused, ...taken.keys()])
  for (const [text, answer] of rows<unknown>(name)) {
    unseen.delete(text)
    if (taken.has(text)) {
      expect(answer, `tc refuses ${JSON.stringify(text)}`).toBeNull()
      expect(read(text, PATH), JSON.stringify(text)).toEqual(taken.get(text))
    } else if (refused.has(text) || answer === null) {
      if (refused.has(text)) expect(answer, `tc takes ${JSON.stringify(text)}`).not.toBeNull()
      refuses(read as never, text)
    } else {
      expect(read(text, PATH), JSON.stringify(text)).toEqual(answer)
    }
  }
  expect([...unseen], 'differences that the fixture does not have').toEqual([])
}
