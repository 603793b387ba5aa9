// How to name the attributes of traffic-control messages in errors.

import { TCMSG_SIZE, tcAttrsNames } from '../generated/tc/common.ts'
import type { Kinds } from '../kinds/registry.ts'
import type { Explain } from '../socket/request.ts'
import type { SelectedNames } from '../wire/names.ts'
import { diagnose } from './diagnose.ts'

/** Which registry says what TCA_OPTIONS holds. */
export type Family = 'qdisc' | 'class' | 'filter'

/** Names for messages about qdiscs, classes or filters. */
export function explainTc(kinds: Kinds, family: Family): Explain {
  return {
    headerSize: TCMSG_SIZE,
    names: tcAttrsNames,
    select: (message, kind) => selectNames(kinds, family, message, kind),
    diagnose,
  }
}

function selectNames(kinds: Kinds, family: Family, message: string, kind: string): SelectedNames | undefined {
  if (message === 'tc-act-options') return kinds.action(kind)?.options.names
  if (family === 'filter') return kinds.filter(kind)?.options.names
  const qdisc = kinds.qdisc(kind)
  return family === 'class' ? qdisc?.classOptions?.names : qdisc?.options.names
}
