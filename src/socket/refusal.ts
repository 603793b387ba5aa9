// Turns a refusal, by the kernel or by our own writer, into the error that the user sees: with
// the attribute's name instead of its offset.

import { NLMSG_HDRLEN } from '../wire/constants.ts'
import { type AttributeRangeError, OptionError } from '../wire/errors.ts'
import type { Ack } from '../wire/extack.ts'
import { attrPath, typesPath } from '../wire/names.ts'
import { KernelError } from './errors.ts'
import type { Explain } from './request.ts'

/** What the error is about. */
interface Refused {
  readonly op: string
  readonly explain: Explain
}

/** The error for a refusal of the request `bytes`. */
export function kernelError(request: Refused, ack: Ack, bytes: Uint8Array): KernelError {
  const { op, explain } = request
  const diagnosis = explain.diagnose?.(ack, op)
  return new KernelError({
    op,
    ack,
    attrPath: ack.offset === undefined ? undefined : pathAt(explain, bytes, ack.offset),
    missing:
      ack.missingType === undefined
        ? undefined
        : missingPath(explain, bytes, ack.missingType, ack.missingNest),
    reason: diagnosis?.reason,
    hint: diagnosis?.hint,
  })
}

/** The error for a value that its attribute cannot hold. */
export function optionError(request: Refused, error: AttributeRangeError): OptionError {
  const { names } = request.explain
  const path = typesPath(names, error.types)
  return new OptionError({ path: path || request.op, expected: error.expected, received: error.received })
}

function pathAt(explain: Explain, bytes: Uint8Array, offset: number): string | undefined {
  const start = NLMSG_HDRLEN + explain.headerSize
  return attrPath(bytes, start, bytes.length, explain.names, offset, explain.select)
}

function missingPath(explain: Explain, bytes: Uint8Array, type: number, nest: number | undefined): string {
  if (nest === undefined) return explain.names.names[type] ?? String(type)
  const start = NLMSG_HDRLEN + explain.headerSize
  return attrPath(bytes, start, bytes.length, explain.names, nest, explain.select, type) ?? String(type)
}
