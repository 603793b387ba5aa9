// Oracle: what iproute2's `ip link` sends. See ip-rows.ts.

import { describe, expect, it } from 'vitest'
import { compareWithIp } from './ip-bytes.ts'
import { LINK_ROWS } from './ip-rows.ts'

describe('links send what ip sends for', () => {
  it.each(LINK_ROWS)('ip $ip', async (row) => {
    const { expected, actual } = await compareWithIp(row)
    expect(actual).toEqual(expected)
  })
})
