// What a row says must be refused is refused by our verbs before anything is sent, with an error that names the option. That
// the kernel refuses it too show the live tests.

import { describe, expect, it } from 'vitest'
import { OptionError, TrafficControl } from '../../src/index.ts'
import { FakeKernel } from '../../src/testing.ts'
import { CASES } from '../cases/index.ts'
import type { KindCases, Refusal } from '../cases/types.ts'
import { INDEX } from './golden.ts'
import { callOf, type Resource } from './rows.ts'

const RESOURCES: Readonly<Record<KindCases['family'], Resource>> = {
  qdisc: 'qdiscs',
  class: 'classes',
  filter: 'filters',
  action: 'actions',
}

/** RTM_NEWQDISC, RTM_NEWTCLASS, RTM_NEWTFILTER, RTM_NEWACTION. */
const MAKING: ReadonlySet<number> = new Set([36, 40, 44, 48])

async function refusalOf(kind: KindCases, refusal: Refusal): Promise<{ error: unknown; sent: number }> {
  const kernel = new FakeKernel({ devices: { lo: 1, ...INDEX } })
  await using tc = await TrafficControl.open({ transport: kernel.open })
  const verb = 'tc' in refusal.kernel ? callOf(refusal.kernel).verb : 'add'
  const resource = tc[RESOURCES[kind.family]]
  const call: (spec: never) => Promise<unknown> = resource[verb].bind(resource)
  // The verbs check some things before they return their promise.
  const error = await Promise.resolve()
    .then(() => call(refusal.spec as never))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  return { error, sent: kernel.sent().filter(({ type }) => MAKING.has(type)).length }
}

for (const kind of CASES) {
  describe(`${kind.family} ${kind.kind} refuses`, () => {
    it.each(kind.refusals ?? [])('$name', async (refusal) => {
      const { error, sent } = await refusalOf(kind, refusal)
      expect(error).toBeInstanceOf(OptionError)
      expect(error).toMatchObject({ code: 'OPTION', path: refusal.path })
      expect(sent).toBe(0)
    })
  })
}
