// Which claims make sense for headers older than the specs: those whose names are there.

import type { Claim } from '../../codegen/conformance.ts'

export interface Sorted {
  /** Claims about what the headers have. */
  readonly present: readonly Claim[]
  /** Names that came later. */
  readonly absent: readonly string[]
}

/** Sorts claims by the text of the headers. A struct that grew has another size: no claim about it. */
export function sortByPresence(claims: readonly Claim[], headers: ReadonlyMap<string, string>): Sorted {
  const text = [...headers.values()].join('\n')
  const words = new Set(text.match(/\w+/g))
  const grown = new Set<string>()
  const absent = new Set<string>()
  for (const { struct, identifier } of claims) {
    if (struct === undefined || identifier === undefined || hasMember(text, struct, identifier)) continue
    grown.add(struct)
    absent.add(`${struct}.${identifier}`)
  }
  const present = claims.filter(({ struct, identifier, header, key }) => {
    if (struct === undefined) {
      const there = headers.has(header) && words.has(key)
      if (!there) absent.add(key)
      return there
    }
    return identifier === undefined ? !grown.has(struct) : !absent.has(`${struct}.${identifier}`)
  })
  return { present, absent: [...absent].sort() }
}

function hasMember(text: string, struct: string, member: string): boolean {
  const path = member.split('.')
  const last = path.at(-1) ?? ''
  const body = bodyOf(text, struct)
  return new RegExp(`\\b${last}\\b`).test(body + macrosIn(text, body))
}

/** The text of macros that stand for members, such as tc_gen. */
function macrosIn(text: string, body: string): string {
  const names = body.match(/^\s*\w+(?=;)/gm) ?? []
  return names
    .map((name) => new RegExp(`#define ${name.trim()}\\b(?:.*\\\\\n)*.*`).exec(text)?.[0] ?? '')
    .join('\n')
}

/** What stands between the braces of a struct's definition; nothing where there is none. */
function bodyOf(text: string, struct: string): string {
  const start = new RegExp(`\\b${struct}\\s*\\{`).exec(text)
  if (start === null) return ''
  let depth = 1
  let end = start.index + start[0].length
  const from = end
  while (depth > 0 && end < text.length) {
    if (text[end] === '{') depth++
    if (text[end] === '}') depth--
    end++
  }
  return text.slice(from, end)
}
