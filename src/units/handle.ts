// Handles of qdiscs and ids of classes: `major:minor`, both hexadecimal, sixteen bits each
// (iproute2 tc/tc_util.c), and the names of the special ones (linux/pkt_sched.h).

import { OptionError } from '../wire/errors.ts'
import { scanUnsigned, wholeUnsigned } from './number_text.ts'

/** A handle or class id: `'1:'`, `'1:10'` (hexadecimal, as in tc), or the u32 of the wire. */
export type Handle = number | string

/** No handle. */
export const TC_H_UNSPEC = 0
/** The parent of a device's root qdisc. */
export const TC_H_ROOT = 0xffffffff
/** The parent of the ingress and of the clsact qdisc. TC_H_INGRESS is the same. */
export const TC_H_CLSACT = 0xfffffff1
/** Where filters for incoming packets hang: TC_H_MAKE(TC_H_CLSACT, TC_H_MIN_INGRESS). */
export const TC_H_CLSACT_INGRESS = 0xfffffff2
/** Where filters for outgoing packets hang: TC_H_MAKE(TC_H_CLSACT, TC_H_MIN_EGRESS). */
export const TC_H_CLSACT_EGRESS = 0xfffffff3

const MAX_U16 = 0xffff
const MAX_U32 = 0xffffffff

/**
 * A qdisc's handle as u32: `'1:'`, `'1:0'` and `'1'` are all 0x00010000, `'none'` is 0. A number
 * is the u32 itself.
 *
 * @throws OptionError for a major above ffff, and for a minor other than 0, which tc drops
 *   without a word and the kernel refuses.
 */
export function parseQdiscHandle(value: Handle, path: string): number {
  const handle = typeof value === 'string' ? qdiscHandle(value) : value
  if (isUnsigned(handle, MAX_U32) && handle % 0x10000 === 0) return handle + 0
  const expected = "a qdisc handle such as '1:' (hexadecimal, 1 to ffff, no minor)"
  throw new OptionError({ path, expected, received: value })
}

function qdiscHandle(text: string): number {
  if (text === 'none') return TC_H_UNSPEC
  const major = scanUnsigned(text, 16)
  if (major === undefined || !isUnsigned(major.value, MAX_U16)) return Number.NaN
  if (!/^(:0*)?$/.test(major.rest)) return Number.NaN
  return major.value * 0x10000
}

/**
 * A class id as u32: `'1:10'` is 0x00010010, `'1:'` has minor 0, `':10'` has major 0. Text without a colon
 * is the whole u32, hexadecimal: `'10010'` is `'1:10'`. `'root'` is 0xffffffff, `'none'` is 0.
 *
 * @throws OptionError for parts above ffff and for text of another shape.
 */
export function parseClassId(value: Handle, path: string): number {
  const id = typeof value === 'string' ? classId(value) : value
  if (isUnsigned(id, MAX_U32)) return id + 0
  const expected = "a class id such as '1:10' (hexadecimal, each part at most ffff)"
  throw new OptionError({ path, expected, received: value })
}

function classId(text: string): number {
  if (text === 'root') return TC_H_ROOT
  if (text === 'none') return TC_H_UNSPEC
  const major = scanUnsigned(text, 16) ?? { value: 0, rest: text }
  if (major.rest === '' && text !== '') return major.value
  if (!major.rest.startsWith(':') || !isUnsigned(major.value, MAX_U16)) return Number.NaN
  const minor = major.rest === ':' ? 0 : wholeUnsigned(major.rest.slice(1), 16)
  return isUnsigned(minor, MAX_U16) ? major.value * 0x10000 + minor : Number.NaN
}

/** What hangs below a parent: it decides what `'ingress'` and `'egress'` mean. */
export type ParentOf = 'qdisc' | 'class' | 'filter'

/**
 * A parent as u32: `'root'`, `'none'` or a class id, as {@link parseClassId} reads them, and the
 * ingress side by name.
 *
 * - of a filter (the default), `'ingress'` and `'egress'` are the two hooks of clsact,
 *   0xfffffff2 and 0xfffffff3 (the ingress qdisc has the first of them);
 * - of a qdisc, `'ingress'` and `'clsact'` are both 0xfffffff1, the place of either qdisc;
 * - `'clsact'` is 0xfffffff1 of anything.
 *
 * @throws OptionError for text of another shape, and for `'egress'` as the parent of a qdisc.
 */
export function parseParent(value: Handle, path: string, of: ParentOf = 'filter'): number {
  if (value === 'clsact') return TC_H_CLSACT
  if (value === 'ingress') return of === 'qdisc' ? TC_H_CLSACT : TC_H_CLSACT_INGRESS
  if (value === 'egress' && of !== 'qdisc') return TC_H_CLSACT_EGRESS
  const id = typeof value === 'string' ? classId(value) : value
  if (isUnsigned(id, MAX_U32)) return id + 0
  const names = of === 'qdisc' ? "'ingress' or 'clsact'" : "'ingress', 'egress' or 'clsact'"
  const expected = `a parent: 'root', a class id such as '1:10', ${names}`
  throw new OptionError({ path, expected, received: value })
}

/**
 * A handle or class id as tc prints it: `'1:'`, `'1:10'`, `':a'` where the major is 0; 0 is `'none'`
 * and 0xffffffff `'root'`. {@link parseClassId} reads all of them.
 */
export function formatHandle(handle: number): string {
  if (handle === TC_H_ROOT) return 'root'
  if (handle === TC_H_UNSPEC) return 'none'
  const major = handle >>> 16
  const minor = handle & MAX_U16
  if (major === 0) return `:${minor.toString(16)}`
  return minor === 0 ? `${major.toString(16)}:` : `${major.toString(16)}:${minor.toString(16)}`
}

/**
 * The minor of a class: hexadecimal text, `'30'` as tc takes it for htb's default, or a class id
 * whose minor is meant, `'1:30'`; both are 0x30. A number is the minor itself.
 *
 * @param max the greatest minor the option takes; ffff unless given.
 * @throws OptionError for a minor above `max` and for text of another shape.
 */
export function parseMinor(value: Handle, path: string, max = MAX_U16): number {
  const minor = typeof value === 'string' ? minorOf(value) : value
  if (isUnsigned(minor, max)) return minor + 0
  const expected = `a class minor up to ${max.toString(16)} (hexadecimal text such as '30' or '1:30')`
  throw new OptionError({ path, expected, received: value })
}

function minorOf(text: string): number {
  if (!text.includes(':')) return wholeUnsigned(text, 16) ?? Number.NaN
  const id = classId(text)
  return text.endsWith(':') ? Number.NaN : id % 0x10000
}

function isUnsigned(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
}
