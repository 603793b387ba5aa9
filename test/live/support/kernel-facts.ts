// What the running kernel says of itself in files: its release, the modules that were built with it,
// those inside its image and its configuration, each where the kernel has it.

import { readFileSync } from 'node:fs'
import { release } from 'node:os'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface KernelFacts {
  /** As `uname -r` prints it. */
  readonly release: string
  /** Major and minor of the release. */
  readonly version: readonly [number, number]
  /** Names, with `_` for `-`, of the modules that lie on disk or are built in; undefined without a list. */
  readonly modules: ReadonlySet<string> | undefined
  /** `CONFIG_NET_SCH_HTB` -> `y` or `m`; undefined where the kernel does not tell. */
  readonly config: ReadonlyMap<string, string> | undefined
}

const read = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const lines = (path: string): string[] | undefined => read(path)?.toString('utf8').split('\n')

/** `kernel/net/sched/sch_fq_codel.ko.xz: ...` -> `sch_fq_codel`. */
const moduleName = (line: string): string =>
  basename(line.split(':')[0] ?? '')
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_')

function readModules(folder: string): ReadonlySet<string> | undefined {
  const loadable = lines(`${folder}/modules.dep`)
  const builtin = lines(`${folder}/modules.builtin`)
  if (loadable === undefined || builtin === undefined) return undefined
  return new Set([...loadable, ...builtin].map(moduleName))
}

function readConfig(folder: string, kernel: string): ReadonlyMap<string, string> | undefined {
  const packed = read('/proc/config.gz')
  const text = packed
    ? gunzipSync(packed)
    : (read(`${folder}/config`) ?? read(`/boot/config-${kernel}`) ?? read(`${folder}/build/.config`))
  if (text === undefined) return undefined
  const config = new Map<string, string>()
  for (const [, name, value] of text.toString('utf8').matchAll(/^(CONFIG_\w+)=([ym])$/gm)) {
    if (name !== undefined && value !== undefined) config.set(name, value)
  }
  return config
}

export function readKernelFacts(kernel = release(), root = '/lib/modules'): KernelFacts {
  const folder = `${root}/${kernel}`
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10))
  return {
    release: kernel,
    version: [major, minor],
    modules: readModules(folder),
    config: readConfig(folder, kernel),
  }
}

/** Whether a kernel is older than a release, such as `6.6`. */
export function isOlder([major, minor]: readonly [number, number], release: string): boolean {
  const [thanMajor = 0, thanMinor = 0] = release.split('.').map(Number)
  return major < thanMajor || (major === thanMajor && minor < thanMinor)
}
