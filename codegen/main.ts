// npm run codegen: writes src/generated from codegen/specs. See USAGE for what else it does.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CompilerError } from './c-program.ts'
import { type Claim, claimsOf, conformanceProgram } from './conformance.ts'
import { INTERNAL, PUBLIC } from './emit/runtime.ts'
import { OUTPUT, ownSources, ROOT } from './families.ts'
import { measure } from './measure.ts'
import { checkMeasured, readMeasured, writeMeasured } from './measured.ts'
import { drift, format, generate, update } from './output.ts'
import { isRetired } from './retired.ts'
import { SpecError } from './spec/error.ts'
import { parseSpec } from './spec/parse.ts'

const USAGE = `Usage:
  codegen/main.ts                          write src/generated
  codegen/main.ts --check                  fail where src/generated is not what the specs make
  codegen/main.ts --measure INCLUDE --retired OLDER
                                           measure the structs of the specs in the C headers below INCLUDE,
                                           and retired ones in those below OLDER
  codegen/main.ts --c-program              print a C program that asks C headers for all that the specs claim
  codegen/main.ts --spec FILE --out FOLDER write the code of a spec of your own`

function main(): void {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      measure: { type: 'string' },
      retired: { type: 'string' },
      'c-program': { type: 'boolean', default: false },
      spec: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) console.log(USAGE)
  else if (values.measure !== undefined && values.retired !== undefined) {
    writeMeasured(measure(ownSources(), values.measure, values.retired))
  } else if (values.measure !== undefined || values.retired !== undefined) throw new UsageError()
  else if (values['c-program']) console.log(conformanceProgram(ownClaims()))
  else if (values.spec !== undefined && values.out !== undefined) writeForeign(values.spec, values.out)
  else if (values.spec !== undefined || values.out !== undefined) throw new UsageError()
  else writeOwn(values.check)
}

function ownClaims(): Claim[] {
  return ownSources().flatMap(({ spec }) => claimsOf(spec).filter(({ key }) => !isRetired(key)))
}

function writeOwn(check: boolean): void {
  const sources = ownSources()
  checkMeasured(sources, readMeasured())
  const files = format(generate(sources, INTERNAL), ROOT)
  if (check) report(drift(files, OUTPUT))
  else update(files, OUTPUT)
}

function report(found: readonly string[]): void {
  if (found.length === 0) return
  console.error(['src/generated is not what codegen/specs make; run npm run codegen:', ...found].join('\n  '))
  process.exitCode = 1
}

function writeForeign(file: string, folder: string): void {
  const spec = parseSpec(file, readFileSync(file, 'utf8'))
  update(format(generate([{ spec, folder: '' }], PUBLIC), ROOT), folder)
}

class UsageError extends Error {}

try {
  main()
} catch (error) {
  if (error instanceof SpecError || error instanceof CompilerError) console.error(error.message)
  else if (error instanceof UsageError) console.error(USAGE)
  else throw error
  process.exitCode = 1
}
