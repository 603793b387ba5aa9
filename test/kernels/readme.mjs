// npm run readme: writes the README's table of kinds and kernels from matrix.tsv, the result of the last
// `npm run test:kernels`. With --check it only says whether the table is up to date.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const README = fileURLToPath(new URL('../../README.md', import.meta.url))
const MATRIX = fileURLToPath(new URL('matrix.tsv', import.meta.url))
const START = '<!-- kinds -->'
const END = '<!-- /kinds -->'
const SIGNS = { passed: '✓', absent: '–' }

/** family<TAB>kind<TAB>kernel<TAB>state, without the host, which is another one on each machine. */
function readMatrix() {
  const lines = readFileSync(MATRIX, 'utf8').split('\n')
  const rows = lines.map((line) => line.split('\t')).filter((row) => row.length === 4)
  return rows.filter(([, , kernel]) => kernel !== 'host')
}

function tableOf(rows) {
  const kernels = [...new Set(rows.map(([, , kernel]) => kernel))]
  const kinds = [...new Set(rows.map(([family, kind]) => `${family}\t${kind}`))]
  const states = new Map(
    rows.map(([family, kind, kernel, state]) => [`${family}\t${kind}\t${kernel}`, state]),
  )
  const line = (name) => {
    const [family, kind] = name.split('\t')
    const signs = kernels.map((kernel) => {
      const state = states.get(`${name}\t${kernel}`) ?? 'not run'
      return SIGNS[state] ?? state
    })
    return `| ${family} | \`${kind}\` | ${signs.join(' | ')} |`
  }
  return [
    `| Family | Kind | ${kernels.join(' | ')} |`,
    `| --- | --- |${' --- |'.repeat(kernels.length)}`,
    ...kinds.map(line),
  ]
}

const readme = readFileSync(README, 'utf8')
const [before] = readme.split(START)
const [, after] = readme.split(END)
const written = `${before}${START}\n${tableOf(readMatrix()).join('\n')}\n${END}${after}`
if (!process.argv.includes('--check')) writeFileSync(README, written)
else if (written !== readme) {
  console.error("README.md: the table of kinds is not that of test/kernels/matrix.tsv; run 'npm run readme'")
  process.exitCode = 1
}
