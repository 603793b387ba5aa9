// The kernel's policy for one attribute (enum netlink_policy_type_attr,
// include/uapi/linux/netlink.h), as it comes with a refusal.

import { align4, type Int64 } from './attribute.ts'
import type { Reader } from './reader.ts'

/** What the kernel asks of an attribute. */
export interface Policy {
  /** Kind of value, such as `u32` or `nested`. */
  type?: string
  minimum?: Int64
  maximum?: Int64
  minimumLength?: number
  maximumLength?: number
  /** Bits that may be set. */
  mask?: Int64
}

/** enum netlink_attribute_type, by number. */
const TYPES = [
  'invalid',
  'flag',
  'u8',
  'u16',
  'u32',
  'u64',
  's8',
  's16',
  's32',
  's64',
  'binary',
  'string',
  'nul_string',
  'nested',
  'nested_array',
  'bitfield32',
  'sint',
  'uint',
]

const NL_POLICY_TYPE_ATTR_TYPE = 1
const NL_POLICY_TYPE_ATTR_MIN_VALUE_S = 2
const NL_POLICY_TYPE_ATTR_MAX_VALUE_S = 3
const NL_POLICY_TYPE_ATTR_MIN_VALUE_U = 4
const NL_POLICY_TYPE_ATTR_MAX_VALUE_U = 5
const NL_POLICY_TYPE_ATTR_MIN_LENGTH = 6
const NL_POLICY_TYPE_ATTR_MAX_LENGTH = 7
const NL_POLICY_TYPE_ATTR_BITFIELD32_MASK = 10
const NL_POLICY_TYPE_ATTR_MASK = 12

/** Reads the payload of NLMSGERR_ATTR_POLICY. */
export function decodePolicy(r: Reader, at: number, end: number): Policy {
  const policy: Policy = {}
  while (at < end) {
    const stop = r.attrEnd(at, end)
    const value = at + 4
    switch (r.attrType(at)) {
      case NL_POLICY_TYPE_ATTR_TYPE: {
        const type = r.u32(value, stop)
        policy.type = TYPES[type] ?? String(type)
        break
      }
      case NL_POLICY_TYPE_ATTR_MIN_VALUE_S:
        policy.minimum = r.s64(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MAX_VALUE_S:
        policy.maximum = r.s64(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MIN_VALUE_U:
        policy.minimum = r.u64(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MAX_VALUE_U:
        policy.maximum = r.u64(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MIN_LENGTH:
        policy.minimumLength = r.u32(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MAX_LENGTH:
        policy.maximumLength = r.u32(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_BITFIELD32_MASK:
        policy.mask = r.u32(value, stop)
        break
      case NL_POLICY_TYPE_ATTR_MASK:
        policy.mask = r.u64(value, stop)
        break
    }
    at = align4(stop)
  }
  return policy
}
