// Bytes as text, as the tests of this folder write them: for a little-endian machine.

import { Reader } from '../../../src/wire/reader.ts'

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/.{8}(?=.)/g, '$& ')
}

export function readerOf(hex: string): Reader {
  return new Reader(bytesOf(hex))
}
