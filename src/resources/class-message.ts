// Classes between the user's form and their messages.

import { decodeTcAttrs, TCA_KIND, TCA_OPTIONS } from '../generated/tc/common.ts'
import type { EncodeContext } from '../kinds/context.ts'
import type { QdiscKind } from '../kinds/descriptor.ts'
import { checkFields } from '../kinds/fields.ts'
import { checkKind } from '../kinds/raw.ts'
import { formatHandle, parseClassId, parseParent } from '../units/handle.ts'
import { OptionError } from '../wire/errors.ts'
import type { Message } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import type { Decoding } from './decode-context.ts'
import { asPayload, formatParent, isQdiscHandle, readXstats } from './qdisc-message.ts'
import type { Class, ClassInfo, ClassSpec, ClassTarget } from './qdisc-types.ts'
import { attributesAt, codecFor, readAddress, readStats } from './tc-object.ts'

// Those of a dumped class that say nothing to the kernel are let through: what was listed can be
// added again.
const FIELDS = {
  dev: true,
  ifindex: true,
  parent: true,
  classid: true,
  kind: true,
  options: true,
  leaf: true,
  stats: true,
  xstats: true,
  warning: true,
} as const

/** Where a class that is to be made goes. */
export function classPlace(spec: ClassSpec): { parent: number; handle: number } {
  checkFields(spec, FIELDS, 'class')
  if (spec.parent === undefined) {
    throw new OptionError({
      path: 'parent',
      expected: "a qdisc or class such as '1:' or '1:1'",
      received: undefined,
    })
  }
  return { parent: parseParent(spec.parent, 'parent', 'class'), handle: parseTargetId(spec) }
}

/** The id of the class that is meant. */
export function parseTargetId({ classid }: Pick<ClassTarget, 'classid'>): number {
  if (classid === undefined) {
    throw new OptionError({ path: 'classid', expected: "a class id such as '1:10'", received: classid })
  }
  return parseClassId(classid, 'classid')
}

/** Writes the attributes of a class. */
export function writeClass(
  w: Writer,
  spec: ClassSpec,
  descriptor: QdiscKind | undefined,
  ctx: EncodeContext,
): void {
  w.string(TCA_KIND, checkKind(spec.kind, 'kind'))
  codecFor(descriptor?.classOptions, spec.options).write(w, TCA_OPTIONS, spec.options ?? {}, ctx)
  w.unknown(spec.unknown)
}

/** Reads a class. */
export function readClass(message: Message, decoding: Decoding, exact: boolean): Class<number | bigint> {
  const address = readAddress(message)
  const attrs = decodeTcAttrs(message.reader, attributesAt(message), message.end)
  const kind = attrs.kind ?? ''
  const descriptor = decoding.kinds.qdisc(kind)
  const found: ClassInfo<number | bigint> & { kind: string; options: unknown; xstats?: unknown } = {
    kind,
    dev: '',
    ifindex: address.ifindex,
    classid: formatHandle(address.handle),
    parent: formatParent(address.parent),
    options: {},
  }
  decoding.nameDevice(address.ifindex, found)
  const payload = asPayload(attrs.options)
  if (payload !== undefined) {
    const codec = codecFor(descriptor?.classOptions, undefined)
    found.options = codec.read(payload.reader, payload.at, payload.stop, decoding)
  }
  if (address.info !== 0) found.leaf = formatHandle(address.info)
  const stats = readStats(attrs, exact)
  if (stats !== undefined) found.stats = stats
  const xstats = readXstats(attrs, descriptor?.classXstats, decoding)
  if (xstats !== undefined) found.xstats = xstats
  if (attrs.unknown !== undefined) found.unknown = attrs.unknown
  // The registry says which options belong to which kind; the type cannot follow that far.
  return found as Class<number | bigint>
}

/**
 * What to say where the kernel put a class elsewhere than asked: below the root where the parent
 * class does not exist, and where it was before where it was only changed.
 */
export function misplaced(made: Class, parent: number): string | undefined {
  if (isQdiscHandle(parent) || formatHandle(parent) === made.parent) return undefined
  return `class ${made.classid} is below ${made.parent}, not below ${formatHandle(parent)}`
}
