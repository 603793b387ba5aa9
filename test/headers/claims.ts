// What this project claims about the kernel's headers, in the specs and in src/wire.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Claim, claimsOf, constantClaim } from '../../codegen/conformance.ts'
import { ownSources, ROOT } from '../../codegen/families.ts'

export function specClaims(): Claim[] {
  return ownSources().flatMap(({ spec }) => claimsOf(spec))
}

/** Where C's own arithmetic gives another form of the same bits: nla_type is a __u16, the mask an int. */
const EXPRESSIONS: Readonly<Record<string, string>> = { NLA_TYPE_MASK: '(__u16)NLA_TYPE_MASK' }

/** The numbers that src/wire exports under upper-case names: all of them are names of the headers. */
export async function wireClaims(): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const name of readdirSync(join(ROOT, 'src/wire')).filter(isModule)) {
    const exports: Record<string, unknown> = await import(join(ROOT, 'src/wire', name))
    for (const [constant, value] of Object.entries(exports)) {
      if (!/^[A-Z][A-Z0-9_]*$/.test(constant) || typeof value !== 'number') continue
      const place = { file: `src/wire/${name}`, line: 1 }
      const claim = constantClaim({ constant, value, doc: '', place }, 'linux/netlink.h')
      claims.push({ ...claim, expression: EXPRESSIONS[constant] ?? constant })
    }
  }
  return claims
}

function isModule(name: string): boolean {
  return name.endsWith('.ts') && !name.endsWith('.d.ts')
}
