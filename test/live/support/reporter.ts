// A vitest reporter that leaves the counts of a run, and the matrix of its live tests, in a JSON file for
// test/run.mjs and test/kernels.mjs. Without NETSCHED_REPORT, the file's path, it does nothing.

import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { type MatrixRow, matrixOf, type Outcome } from './matrix.ts'
import type { Probe } from './probe.ts'

/** What the file holds. */
export interface Report {
  passed: number
  /** Failed tests, and files or hooks that failed outside of any test. */
  failed: number
  skipped: number
  /** Tests that were skipped for what the machine lacks, kinds of the kernel aside. */
  lacking: { test: string; missing: string[] }[]
  release?: string
  rows?: MatrixRow[]
}

const resultOf = (test: TestCase): Outcome['result'] => {
  const { state } = test.result()
  return state === 'pending' ? 'skipped' : state
}

/** Whether a module failed where no test shows it: while it loaded, or in a hook of its own. */
const failedOutsideTests = (module: TestModule): boolean =>
  module.state() === 'failed' && ![...module.children.allTests('failed')].length

export class RunReporter implements Reporter {
  readonly #path: string | undefined
  #vitest: Vitest | undefined

  constructor(path = process.env['NETSCHED_REPORT']) {
    this.#path = path
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], _reason: TestRunEndReason): void {
    if (this.#path === undefined) return
    writeFileSync(this.#path, `${JSON.stringify(this.#report(modules, errors), null, 1)}\n`)
  }

  #report(modules: readonly TestModule[], errors: readonly unknown[]): Report {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (result: Outcome['result']): number =>
      tests.filter((test) => resultOf(test) === result).length
    const outcomes = tests.map(outcomeOf)
    const report: Report = {
      passed: count('passed'),
      failed: count('failed') + modules.filter(failedOutsideTests).length + errors.length,
      skipped: count('skipped'),
      lacking: outcomes.flatMap(({ test, missing }) => {
        const other = missing.filter((need) => this.#probe()?.kinds[need as never] !== 'absent')
        return other.length > 0 ? [{ test, missing: other }] : []
      }),
    }
    const probe = this.#probe()
    if (probe === undefined) return report
    return { ...report, release: probe.release, rows: matrixOf(rowsOf(probe), outcomes) }
  }

  #probe(): Probe | undefined {
    const live = this.#vitest?.projects.find(({ name }) => name === 'live')
    return live?.getProvidedContext().probe
  }
}

function rowsOf({ kinds, rows }: Probe): Probe['kinds'] {
  return Object.fromEntries(rows.map((name) => [name, kinds[name] ?? 'unknown']))
}

function outcomeOf(test: TestCase): Outcome {
  const { proves = [], missing = [] } = test.meta().live ?? {}
  return { test: test.fullName, result: resultOf(test), proves, missing }
}
