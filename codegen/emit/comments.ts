// Doc comments of generated code: what a field holds, on the wire and in words.

import type { Attribute, AttributeType, Check, ElementType, Meaning, Member, Scalar } from '../spec/model.ts'

const LINE_WIDTH = 106

const HINTS: Readonly<Record<string, string>> = {
  hex: 'hexadecimal',
  mac: 'MAC address',
  fddi: 'FDDI address',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  'ipv4-or-v6': 'IPv4 or IPv6 address',
  uuid: 'UUID',
}

/** A doc comment of those sentences, on one line where they fit. */
export function docComment(sentences: readonly (string | undefined)[], indent = ''): string {
  const text = sentences
    .filter((sentence) => sentence !== undefined && sentence !== '')
    .map((sentence) => (/[.:!?]$/.test(sentence ?? '') ? sentence : `${sentence}.`))
    .join(' ')
    .replaceAll('*/', '*\\/')
  if (indent.length + text.length + 7 <= LINE_WIDTH) return `${indent}/** ${text} */`
  const lines = wrap(text, LINE_WIDTH - indent.length - 3)
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')
}

/** Breaks `text` between words into lines of at most `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** The doc comment of an attribute's field. */
export function attributeComment(attribute: Attribute): string {
  const wire = [`\`${attribute.constant}\``, describeType(attribute.type), hintWords(attribute)]
  return docComment(
    [
      attribute.doc,
      wire.filter(Boolean).join(', '),
      meaningWords(attribute),
      ...attribute.checks.map(checkWords),
      attribute.multi ? 'One attribute an element' : undefined,
    ],
    '  ',
  )
}

/** The doc comment of a struct member's field. */
export function memberComment(member: Member): string {
  const wire = [`Offset ${member.offset}`, describeMember(member), hintWords(member)]
  return docComment([member.doc, wire.filter(Boolean).join(', '), meaningWords(member)], '  ')
}

/** What is on the wire, in the words of the tables on top of the files. */
export function describeType(type: AttributeType): string {
  switch (type.kind) {
    case 'list':
      return `list of ${describeElement(type.element)}`
    case 'array':
      return describeArray(type.scalar)
    case 'sub':
      return `sub-message ${type.message.name} by ${type.selector}`
    case 'flag':
    case 'pad':
    case 'unused':
    case 'bitfield32':
      return type.kind
    default:
      return describeElement(type)
  }
}

function describeElement(type: ElementType): string {
  switch (type.kind) {
    case 'scalar':
      return describeScalar(type.scalar)
    case 'varint':
      return type.signed ? 'sint' : 'uint'
    case 'text':
      return 'string'
    case 'bytes':
      return ['binary', ...type.holds.map((struct) => struct.cName)].join(', ')
    case 'struct':
      return `${type.struct.cName}, ${type.struct.size} B`
    case 'nest':
      return `nest ${type.set.name}`
  }
}

function describeMember({ type, size }: Member): string {
  switch (type.kind) {
    case 'scalar':
      return describeScalar(type.scalar)
    case 'array':
      return `${nameOfScalar(type.scalar)}[${type.count}]${orderWords(type.scalar)}`
    case 'struct':
      return `${type.struct.cName}, ${size} B`
    case 'text':
      return `text in ${size} B`
    default:
      return `${size} B`
  }
}

function describeScalar(scalar: Scalar): string {
  return nameOfScalar(scalar) + orderWords(scalar)
}

function describeArray(scalar: Scalar): string {
  return `${nameOfScalar(scalar)}[]${orderWords(scalar)}`
}

function nameOfScalar(scalar: Scalar): string {
  return `${scalar.signed ? 's' : 'u'}${scalar.bits}`
}

function orderWords(scalar: Scalar): string {
  return scalar.order === 'host' ? '' : `, ${scalar.order}-endian`
}

function hintWords({ hint }: Meaning): string {
  return (hint && HINTS[hint]) ?? ''
}

function meaningWords({ enumeration, asFlags }: Meaning): string | undefined {
  if (enumeration === undefined) return undefined
  const names = `\`${commonName(enumeration.entries.map((entry) => entry.constant))}\``
  if (!asFlags) return `One of ${names}`
  return enumeration.kind === 'flags' ? `Bits of ${names}` : `Bits numbered by ${names}`
}

/** TC_A_ONE and TC_A_TWO: TC_A_* */
function commonName(names: readonly string[]): string {
  const [first = '', ...others] = names
  if (others.length === 0) return first
  let length = first.length
  while (length > 0 && !others.every((name) => name.startsWith(first.slice(0, length)))) length--
  return `${first.slice(0, first.lastIndexOf('_', length - 1) + 1)}*`
}

function checkWords({ rule, limit, label }: Check): string {
  const value = label === '' ? String(limit) : label
  switch (rule) {
    case 'min':
      return `At least ${value}`
    case 'max':
      return `At most ${value}`
    case 'min-len':
      return `At least ${value} bytes`
    case 'max-len':
      return `At most ${value} bytes`
    case 'exact-len':
      return `Exactly ${value} bytes`
    case 'flags-mask':
      return `Only bits of ${value}`
  }
}
