// Says what a refusal means. One errno stands for many things: the kernel's sentence tells them
// apart, or, where it gives none, the request does.

import type { Reason } from '../socket/errors.ts'
import type { Diagnosis } from '../socket/request.ts'
import type { Ack } from '../wire/extack.ts'

/** One thing that a refusal can mean. */
interface Meaning {
  readonly errno: number
  /** Part of the kernel's sentence; absent where it must give none; `any` where it does not matter. */
  readonly says?: RegExp | 'any'
  /** Which operations it is about; absent for all. */
  readonly op?: RegExp
  readonly reason?: Reason
  readonly hint?: string
}

const EPERM = 1
const ENOENT = 2
const EBUSY = 16
const EEXIST = 17
const ENODEV = 19
const EINVAL = 22
const EOPNOTSUPP = 95
const EADDRNOTAVAIL = 99

const MODULE_HINT = 'This kernel has no such kind: its module is not built or not installed'

const MEANINGS: readonly Meaning[] = [
  {
    errno: EPERM,
    op: /^action/,
    reason: 'permission',
    hint:
      'The tables of actions need the capability CAP_NET_ADMIN in the initial user namespace; ' +
      'elsewhere, actions can be made within filters only',
  },
  {
    errno: EPERM,
    reason: 'permission',
    hint: 'It needs the capability CAP_NET_ADMIN in the user namespace that owns the network namespace',
  },
  {
    errno: ENOENT,
    says: /qdisc kind is unknown|TC classifier not found/,
    reason: 'kind-unknown',
    hint: MODULE_HINT,
  },
  {
    errno: ENOENT,
    // What older kernels say of a kind; of a change it means what it says.
    says: /Specified qdisc not found/,
    op: /^qdisc (add|replace)$/,
    reason: 'kind-unknown',
    hint: MODULE_HINT,
  },
  { errno: ENOENT, says: /Failed to load TC action module/, reason: 'kind-unknown', hint: MODULE_HINT },
  {
    errno: EINVAL,
    says: /Specified TC action kind not found|Cannot flush unknown TC action/,
    reason: 'kind-unknown',
    hint: MODULE_HINT,
  },
  {
    errno: ENOENT,
    says: /Cannot delete qdisc with handle of zero/,
    reason: 'not-found',
    hint: 'Only the default qdisc is there, which cannot be deleted',
  },
  {
    errno: ENOENT,
    says: /Cannot flush filters with protocol, handle or kind set|priority of zero/,
    hint: 'To mean one filter, its priority has to be given',
  },
  {
    errno: EINVAL,
    says: /Cannot find specified filter chain/,
    reason: 'not-found',
  },
  { errno: ENOENT, says: 'any', reason: 'not-found' },
  {
    errno: EEXIST,
    says: 'any',
    op: /^filter (change|replace)/,
    reason: 'exists',
    hint: 'The kernel changes no filter of this kind: delete it, then add it anew',
  },
  { errno: EEXIST, says: 'any', reason: 'exists' },
  {
    errno: EBUSY,
    says: 'any',
    op: /^link set/,
    reason: 'in-use',
    hint: 'Before a change of name or address a device may have to be taken down',
  },
  { errno: EBUSY, says: 'any', reason: 'in-use' },
  {
    errno: EPERM,
    says: 'any',
    op: /^action/,
    reason: 'in-use',
    hint: 'A filter still uses the action',
  },
  { errno: ENODEV, says: 'any', reason: 'no-device' },
  { errno: EOPNOTSUPP, says: /Unknown device type/, reason: 'kind-unknown', hint: MODULE_HINT },
  { errno: EOPNOTSUPP, says: 'any', reason: 'not-supported' },
  { errno: EADDRNOTAVAIL, says: 'any', op: /^address delete/, reason: 'not-found' },
  {
    errno: EINVAL,
    says: /Invalid qdisc name/,
    hint: 'A qdisc of another kind has this handle or place: replace it under another handle, or delete it first',
  },
  {
    errno: EINVAL,
    // The second is what older kernels say.
    says: /Protocol mismatch for filter with specified priority|Filter with specified priority\/protocol not found/,
    hint: 'All filters of one priority have the same protocol: choose another priority',
  },
  {
    errno: EINVAL,
    says: /Specified filter kind does not match existing one/,
    hint: 'All filters of one priority are of the same kind: choose another priority',
  },
  {
    errno: EINVAL,
    says: /Specified hash table not found|Handle specified hash table address mismatch/,
    hint:
      'Hash tables from 800: on are numbered by the kernel, one for each priority: leave out ht, and of the handle ' +
      "give the node only, such as '::800'; in other tables, ht and handle have to name the same one",
  },
  {
    errno: EINVAL,
    says: /Not allowed to delete root node/,
    hint: 'The kernel deletes this table with the last filter of its priority',
  },
  {
    errno: EINVAL,
    says: /Selector not specified/,
    hint: 'It needs a match; an empty list matches every packet',
  },
  {
    errno: EINVAL,
    says: /Parent Qdisc doesn't exists/,
    hint: 'The device has no qdisc at this parent',
  },
]

/** What the refusal of `op` means, as far as it can be told. */
export function diagnose(ack: Ack, op: string): Diagnosis | undefined {
  const meaning = MEANINGS.find((candidate) => fits(candidate, ack, op))
  if (meaning === undefined) return undefined
  return {
    ...(meaning.reason !== undefined && { reason: meaning.reason }),
    ...(meaning.hint !== undefined && { hint: meaning.hint }),
  }
}

function fits({ errno, says, op: about }: Meaning, ack: Ack, op: string): boolean {
  if (errno !== ack.errno) return false
  if (about !== undefined && !about.test(op)) return false
  if (says === 'any') return true
  if (says === undefined) return ack.message === undefined
  return ack.message !== undefined && says.test(ack.message)
}
