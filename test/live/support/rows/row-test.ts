// One row on the running kernel: tc makes it and we list it; we make it and tc shows the same; and what we listed makes
// the same again. Each step has a device of its own.

import { expect } from 'vitest'
import { KernelError, type TrafficControl } from '../../../../src/index.ts'
import type { Case } from '../../../cases/types.ts'
import { callOf, type Devices, withDevices, wordsOf } from '../../../wire/rows.ts'
import { openClient } from '../client.ts'
import { isOlder, readKernelFacts } from '../kernel-facts.ts'
import type { LiveContext } from '../live-test.ts'
import { call, find, type Listed, lasting, list, remove } from './objects.ts'
import { show, withoutKeys } from './shown.ts'

/** A row, where it is tried, and the client. */
interface Trial {
  readonly live: LiveContext
  readonly client: TrafficControl
  readonly row: Case
  readonly devices: Devices
}

/** Runs a row. `unchangeable` says why the kernel refuses to change the object. */
export async function runRow(live: LiveContext, row: Case, unchangeable: string | undefined): Promise<void> {
  const client = await openClient()
  const theirs =
    row.noTc === undefined ? await tcMakesIt({ live, client, row, devices: prepare(live, row) }) : undefined
  await weMakeIt({ live, client, row, devices: prepare(live, row) }, theirs, unchangeable)
}

/** Fresh devices on which the commands before the row's were run. */
function prepare(live: LiveContext, row: Case): Devices {
  const DEV = live.device(row.device ?? {})
  const devices = { DEV, DEV2: `${DEV}p` }
  for (const command of row.before ?? []) runTc(live, command, devices)
  return devices
}

function runTc(live: LiveContext, command: string, devices: Devices): void {
  live.tc(...wordsOf(withDevices(command, devices)))
}

/** What tc made: as we list it, and as tc shows it. */
interface Theirs {
  listed: unknown
  shown: unknown
}

async function tcMakesIt(trial: Trial): Promise<Theirs> {
  const { live, client, row, devices } = trial
  const before = await list(client, row, devices, true)
  runTc(live, row.tc, devices)
  const object = await find(client, row, devices, before)
  expect.soft(object.options, 'our list of what tc made').toMatchObject(expectedOptions(row, devices))
  const theirs = { listed: lasting(object, devices), shown: show(live, row, devices) }
  expectSameAddress(object, theirs.shown)
  if (callOf(row).resource === 'actions') await remove(client, row, object)
  return theirs
}

/** `dumped`, with what kernels as new as this one tell besides. */
function expectedOptions({ dumped, dumpedSince = {} }: Case, devices: Devices): object {
  const { version } = readKernelFacts()
  const newer = Object.entries(dumpedSince).filter(([since]) => !isOlder(version, since))
  return withDevices(Object.assign({}, dumped, ...newer.map(([, options]) => options)), devices)
}

/** The members that all objects of a resource have are those that tc shows of one of its objects. */
function expectSameAddress(object: Listed, shown: unknown): void {
  if (!Array.isArray(shown)) return
  const { kind, handle, classid, parent, priority, protocol, chain } = object
  const mine: Record<string, unknown> = { kind }
  if (priority !== undefined) Object.assign(mine, { pref: priority, protocol, chain })
  else if (classid !== undefined) Object.assign(mine, { class: kind, kind: undefined, handle: classid })
  else if (handle !== undefined) Object.assign(mine, { handle: handle === 'none' ? '0:' : handle })
  if (parent === 'root' && priority === undefined) mine['root'] = true
  const isIt = (entry: object): boolean =>
    Object.entries(mine).every(([key, value]) => value === undefined || Reflect.get(entry, key) === value)
  const entries = shown.flatMap((entry: { actions?: object[] }) => entry.actions ?? [entry])
  expect.soft(entries.some(isIt), `tc shows ${JSON.stringify(mine)} in ${JSON.stringify(shown)}`).toBe(true)
}

async function weMakeIt(
  trial: Trial,
  theirs: Theirs | undefined,
  unchangeable: string | undefined,
): Promise<void> {
  const { live, client, row, devices } = trial
  const before = await list(client, row, devices, true)
  const made = await call(client, row, callOf(row).verb, withDevices(row.spec, devices))
  const object = await find(client, row, devices, before)
  const first = lasting(object, devices)
  expect.soft(object.options, 'our list of what we made').toMatchObject(expectedOptions(row, devices))
  expect.soft(lasting(made, devices), 'what our verb gave is what we list').toEqual(first)
  const sameAsBefore = async (step: string): Promise<void> => {
    const again = await find(client, row, devices, before)
    expect.soft(lasting(again, devices), `our list after ${step}`).toEqual(first)
    if (theirs === undefined) return
    expect.soft(show(live, row, devices), `what tc shows after ${step}`).toEqual(theirs.shown)
  }
  if (theirs !== undefined) {
    const alike = (listed: unknown): unknown =>
      withoutKeys(listed, new Set(Object.keys(row.listDiffers ?? {})))
    expect.soft(alike(first), 'what we made is what tc made').toEqual(alike(theirs.listed))
  }
  await sameAsBefore('our verb')
  await remake(trial, object, sameAsBefore)
  await change(trial, object, unchangeable, sameAsBefore)
  if (callOf(row).resource === 'actions') await remove(client, row, object)
}

/** What `list` gave, `add` takes, and it gives the same. */
async function remake(
  { client, row, devices }: Trial,
  object: Listed,
  sameAsBefore: (step: string) => Promise<void>,
): Promise<void> {
  if (row.noRoundTrip !== undefined) return
  expect.soft(await remove(client, row, object), 'our delete').toBe(true)
  const gone = (await list(client, row, devices, true)).map((left) => lasting(left, devices))
  expect.soft(gone, 'our list after our delete').not.toContainEqual(lasting(object, devices))
  await call(client, row, 'add', object)
  await sameAsBefore('delete and add of what was listed')
}

/** A change to what it is already leaves it as it is, or is refused where the row says so. */
async function change(
  { client, row }: Trial,
  object: Listed,
  unchangeable: string | undefined,
  sameAsBefore: (step: string) => Promise<void>,
): Promise<void> {
  for (const verb of ['change', 'replace'] as const) {
    const changed = call(client, row, verb, object)
    if (unchangeable !== undefined)
      await expect.soft(changed, unchangeable).rejects.toBeInstanceOf(KernelError)
    else await changed
    await sameAsBefore(`${verb} with what was listed`)
  }
}
