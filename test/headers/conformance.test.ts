// Every constant, size and offset that the specs and src/wire claim, against what the C compiler finds in
// the kernel's own headers. The newest headers have to confirm all of it, older ones what they know.

import { spawnSync } from 'node:child_process'
import { describe, expect, it, type TestContext } from 'vitest'
import { runC } from '../../codegen/c-program.ts'
import { type Claim, conformanceProgram } from '../../codegen/conformance.ts'
import { isRetired } from '../../codegen/retired.ts'
import { headersOf, readHeaders, type Version } from './cache.ts'
import { specClaims, wireClaims } from './claims.ts'
import { sortByPresence } from './older.ts'

const claims = [...specClaims(), ...(await wireClaims())]

describe('headers of 7.3', () => {
  it('confirm every constant, size and offset', (context) => {
    const include = needHeaders(context, '7.3')
    expect(claims.length).toBeGreaterThan(0)
    const current = claims.filter(({ key }) => !isRetired(key))
    expect(wrong(current, include)).toEqual([])
  })

  it('have nothing of what is retired', (context) => {
    const include = needHeaders(context, '7.3')
    const retired = claims.filter(({ key }) => isRetired(key))
    expect(sortByPresence(retired, readHeaders(include)).present).toEqual([])
  })
})

describe('headers of 6.1', () => {
  it('confirm every constant, size and offset that they know, and what is retired', (context) => {
    const include = needHeaders(context, '6.1')
    const { present, absent } = sortByPresence(claims, readHeaders(include))
    console.info(`${absent.length} names are newer than 6.1: ${absent.join(' ')}`)
    expect(present.length).toBeGreaterThan(absent.length)
    expect(absent.filter(isRetired)).toEqual([])
    expect(wrong(present, include)).toEqual([])
  })
})

/** The claims that the headers do not confirm, each with what they say instead. */
function wrong(asked: readonly Claim[], include: string): string[] {
  const answers = runC(conformanceProgram(asked), include)
  return asked
    .filter(({ key, expected }) => answers.get(key) !== expected)
    .map(({ key, expected, place }) => {
      return `${place.file}:${place.line}: ${key} is ${expected}, in the headers ${answers.get(key)}`
    })
}

/** The folder of the headers. Skips the test, and says why, where it cannot run. */
function needHeaders(context: TestContext, version: Version): string {
  const { include, missing } = headersOf(version)
  const reason = missing ?? (hasCompiler() ? undefined : 'no gcc')
  if (reason === undefined) return include
  const told = `${reason} (${claims.length} claims are not checked)`
  console.warn(`skipped: ${told}`)
  return context.skip(told)
}

function hasCompiler(): boolean {
  return spawnSync('gcc', ['--version']).status === 0
}
