// Errors that need no kernel: what the wire layer and the option checks throw.
// Users match `code` (stable), never the text.

/** The base of every error that netsched throws on purpose. */
export abstract class NetschedError extends Error {
  /** Stable identifier to match on, such as `OPTION` or an errno name. */
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }
}

/** What an {@link OptionError} tells. */
export interface OptionFault {
  /** Where the value stands, from the call's argument down: `options.rate`. */
  path: string
  /** What would have been right, in words: `a rate above 0`. */
  expected: string
  /** The value that was given. */
  received: unknown
}

/** A value that cannot be sent. Thrown before anything reaches the kernel. */
export class OptionError extends NetschedError {
  readonly code = 'OPTION'
  readonly path: string
  readonly expected: string
  readonly received: unknown

  constructor(fault: OptionFault) {
    super(`${fault.path}: expected ${fault.expected}, received ${show(fault.received)}`)
    this.path = fault.path
    this.expected = fault.expected
    this.received = fault.received
  }
}

/**
 * A value that does not fit its attribute, found while writing. It knows the attribute
 * numbers only; whoever knows their names turns it into an {@link OptionError}.
 */
export class AttributeRangeError extends NetschedError {
  readonly code = 'ATTRIBUTE_RANGE'
  /** Attribute types from the outermost nest to the attribute at fault. */
  readonly types: readonly number[]
  readonly expected: string
  readonly received: unknown

  constructor(types: readonly number[], expected: string, received: unknown) {
    super(`attribute ${types.join('.') || '(header)'}: expected ${expected}, received ${show(received)}`)
    this.types = types
    this.expected = expected
    this.received = received
  }
}

/** Bytes that are not what the protocol says. Nothing of the message was used. */
export class MalformedMessageError extends NetschedError {
  readonly code = 'MALFORMED'
  /** Where in the buffer the fault was found, in bytes. */
  readonly offset: number
  /** The attribute at fault by name, outermost first, where known. */
  readonly path: string | undefined

  constructor(what: string, offset: number, path?: string) {
    super(path === undefined ? `${what} at byte ${offset}` : `${what} at byte ${offset} (${path})`)
    this.offset = offset
    this.path = path
  }
}

const LONGEST_SHOWN = 80

/** A value as an error message shows it: short, and never throwing itself. */
export function show(value: unknown): string {
  const text = describe(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return (
      JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'an object'
    )
  } catch {
    return 'an object'
  }
}
