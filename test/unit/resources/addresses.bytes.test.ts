// Oracle: what iproute2's `ip address` sends. See ip-rows.ts.

import { describe, expect, it } from 'vitest'
import { compareWithIp } from './ip-bytes.ts'
import { ADDRESS_ROWS } from './ip-rows.ts'

describe('addresses send what ip sends for', () => {
  it.each(ADDRESS_ROWS)('ip $ip', async (row) => {
    const { expected, actual } = await compareWithIp(row)
    expect(actual).toEqual(expected)
  })
})
