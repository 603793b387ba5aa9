// From the names of a spec (tc-htb-glob) to those of C and TypeScript.

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** tc-h-root: TC_H_ROOT */
export function upper(name: string): string {
  return snake(name).toUpperCase()
}

/** tc-htb-glob: tc_htb_glob */
export function snake(name: string): string {
  return name.replaceAll('-', '_')
}

/** direct-pkts: directPkts. Capitals within a part stay: max-P is maxP. */
export function camel(name: string): string {
  const [first = '', ...rest] = snake(name).split('_').filter(Boolean)
  return first.toLowerCase() + rest.map(capital).join('')
}

/** htb-attrs: HtbAttrs */
export function pascal(name: string): string {
  return capital(camel(name))
}

/** A property of an object literal or interface, quoted where it must be. */
export function key(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name)
}

/** The access to a property of `object`. */
export function access(object: string, name: string): string {
  return IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
