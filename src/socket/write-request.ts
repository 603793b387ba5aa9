// Puts a request into bytes.

import { NLM_F_REQUEST } from '../wire/constants.ts'
import { AttributeRangeError } from '../wire/errors.ts'
import { beginMessage, endMessage } from '../wire/message.ts'
import type { Writer } from '../wire/writer.ts'
import { optionError } from './refusal.ts'
import type { Request } from './request.ts'

/**
 * Writes one request behind what the writer holds. Where a value does not fit, the writer is as
 * it was before.
 * @throws OptionError naming the attribute that cannot hold its value
 */
export function writeRequest(
  w: Writer,
  request: Request,
  flags: number,
  sequence: number,
  port: number,
): void {
  const before = w.length
  try {
    const at = beginMessage(w, {
      type: request.type,
      flags: request.flags | flags | NLM_F_REQUEST,
      sequence,
      port,
    })
    request.write(w)
    endMessage(w, at)
  } catch (error) {
    w.rewind(before)
    throw error instanceof AttributeRangeError ? optionError(request, error) : error
  }
}
