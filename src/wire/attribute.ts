// Netlink attributes (struct nlattr, include/uapi/linux/netlink.h): what reader and writer share.

/** Bytes of struct nlattr, the header of an attribute. */
export const NLA_HDRLEN = 4

/** Bits of nla_type that hold the type; the two above are flags. */
export const NLA_TYPE_MASK = 0x3fff

/** Set in nla_type where the payload is attributes. */
export const NLA_F_NESTED = 0x8000

/** Set in nla_type where the payload is big-endian. Told by few families, none of them rtnetlink. */
export const NLA_F_NET_BYTEORDER = 0x4000

/** NLA_ALIGN: attributes start at multiples of four bytes. */
export function align4(length: number): number {
  return (length + 3) & ~3
}

/**
 * An attribute that no spec names, kept as it came and sent back as it came.
 */
export interface UnknownAttribute {
  /** nla_type with its flag bits. */
  type: number
  /** The payload without padding. */
  data: Uint8Array
}

/**
 * A 64-bit integer: a `number` as long as it is exact (up to 2^53 - 1), a `bigint` above.
 * Decoders give the first form wherever it is exact; encoders take both.
 */
export type Int64 = number | bigint

/** struct nla_bitfield32: `value` counts only where `selector` has the bit set. */
export interface Bitfield32 {
  value: number
  selector: number
}
