// The kernel headers and sources that fetch.sh downloads.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'netsched-headers')

export type Version = '6.1' | '7.3'

/** Where the headers of a kernel are, or why they are not there. */
export function headersOf(version: Version): { include: string; missing: string | undefined } {
  const include = join(CACHE, version, 'include')
  const missing = existsSync(include) ? undefined : `no headers of ${version}: run test/headers/fetch.sh`
  return { include, missing }
}

/** Where the sources of a kernel are, or why they are not there. */
export function sourceOf(version: Version): { source: string; missing: string | undefined } {
  const source = join(CACHE, version, 'source')
  const fetch = 'run test/headers/fetch.sh --source'
  return { source, missing: existsSync(source) ? undefined : `no source of ${version}: ${fetch}` }
}

/** The text of all headers below linux/, by their names as #include has them. */
export function readHeaders(include: string): Map<string, string> {
  const names = readdirSync(join(include, 'linux'), { recursive: true, encoding: 'utf8' })
  const headers = names.filter((name) => name.endsWith('.h')).map((name) => `linux/${name}`)
  return new Map(headers.map((name) => [name, readFileSync(join(include, name), 'utf8')]))
}
