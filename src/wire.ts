/**
 * `netsched/wire`: the bytes beneath netsched. Decoders, encoders, constants and types of the
 * rtnetlink families tc, link and address, under their names in the kernel's headers, and the
 * {@link Reader} and {@link Writer} that they work on.
 *
 * ```ts
 * import { decodeHtbAttrs, encodeHtbAttrs, Reader, Writer } from 'netsched/wire'
 *
 * const w = new Writer()
 * encodeHtbAttrs(w, { rate64: 1_250_000 })
 * const bytes = w.written()
 * const attrs = decodeHtbAttrs(new Reader(bytes), 0, bytes.length)
 * ```
 *
 * @module
 */

export * from './generated/addr/index.ts'
export * from './generated/link/index.ts'
export * from './generated/tc/index.ts'
export * from './wire/arrays.ts'
export * from './wire/attribute.ts'
export * from './wire/constants.ts'
export { AttributeRangeError, MalformedMessageError, NetschedError } from './wire/errors.ts'
export * from './wire/formats.ts'
export * from './wire/message.ts'
export * from './wire/names.ts'
export { LITTLE_ENDIAN } from './wire/order.ts'
export { Payload, Reader } from './wire/reader.ts'
export { byteLength } from './wire/text.ts'
export { type SubMessage, Writer } from './wire/writer.ts'
