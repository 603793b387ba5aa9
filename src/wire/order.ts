// The byte order of this machine. Netlink speaks the host's order; fields that are
// big-endian on the wire are read as such by name (u16be, u32be).

/** `true` where the host is little-endian. Passed to every DataView access of host-order fields. */
export const LITTLE_ENDIAN: boolean = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
