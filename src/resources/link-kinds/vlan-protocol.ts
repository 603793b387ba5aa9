// The two protocols of VLAN headers, for vlan devices and for bridges.

import { OptionError } from '../../wire/errors.ts'

/** Protocol of VLAN headers: of customers (802.1Q), or of providers around those (802.1ad). */
export type VlanProtocol = '802.1Q' | '802.1q' | '802.1ad' | '802.1AD'

const ETH_P_8021Q = 0x8100
const ETH_P_8021AD = 0x88a8

/** The number of a VLAN protocol. */
export function parseVlanProtocol(value: unknown, path: string): number {
  const name = typeof value === 'string' ? value.toLowerCase() : value
  if (name === '802.1q') return ETH_P_8021Q
  if (name === '802.1ad') return ETH_P_8021AD
  throw new OptionError({ path, expected: "'802.1Q' or '802.1ad'", received: value })
}

/** The name of a VLAN protocol. */
export function formatVlanProtocol(number: number | undefined): '802.1Q' | '802.1ad' {
  return number === ETH_P_8021AD ? '802.1ad' : '802.1Q'
}
