// The specs of this project and the folders of src/generated that they fill.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Source } from './output.ts'
import { parseSpec } from './spec/parse.ts'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export const OUTPUT = join(ROOT, 'src/generated')

const FAMILIES = [
  { file: 'codegen/specs/tc.yaml', folder: 'tc/' },
  { file: 'codegen/specs/rt-link.yaml', folder: 'link/' },
  { file: 'codegen/specs/rt-addr.yaml', folder: 'addr/' },
]

/** All specs of this project. */
export function ownSources(): Source[] {
  return FAMILIES.map(({ file, folder }) => ({
    spec: parseSpec(file, readFileSync(join(ROOT, file), 'utf8')),
    folder,
  }))
}
