// mirred outlives its target: the kernel keeps the action, and tells no device then.

import { expect } from 'vitest'
import { openClient } from './support/client.ts'
import { liveTest } from './support/live-test.ts'

liveTest(
  'mirred is listed when its target is gone',
  { needs: ['tool:tc', 'tool:ip', 'qdisc:clsact', 'filter:u32'], proves: ['action:mirred'] },
  async ({ device, ip }) => {
    const client = await openClient()
    const [dev, target] = [device(), device()]
    await client.qdiscs.add({ dev, kind: 'clsact' })
    const actions = [{ kind: 'mirred', options: { action: 'redirect', dev: target } } as const]
    const place = { dev, parent: 'ingress' } as const
    const made = await client.filters.add({
      ...place,
      protocol: 'ip',
      kind: 'u32',
      options: { match: [], actions },
    })
    expect(made).toMatchObject({ options: { actions: [{ options: { dev: target } }] } })
    ip('link', 'delete', target)
    const [listed] = await client.filters.list(place)
    expect(listed).toMatchObject({ options: { actions: [{ options: { action: 'redirect', ifindex: 0 } }] } })
    expect(listed).not.toHaveProperty('options.actions[0].options.dev')
  },
)
