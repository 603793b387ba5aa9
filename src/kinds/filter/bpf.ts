// bpf: a BPF program says whether a packet matches, or itself what happens to it. See tc-bpf(8).

import {
  type BpfAttrs,
  bpfAttrsNames,
  decodeBpfAttrs,
  encodeBpfAttrs,
  TCA_BPF_FLAG_ACT_DIRECT,
} from '../../generated/tc/bpf.ts'
import { checkFlag } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import {
  BPF_PROGRAM_FIELDS,
  type BpfProgramOptions,
  type DumpedBpfProgram,
  fromProgram,
  toProgram,
} from '../bpf-program.ts'
import { attributes } from '../codecs.ts'
import type { DecodeContext, EncodeContext } from '../context.ts'
import { defineFilter } from '../descriptor.ts'
import { fromOffload, OFFLOAD_FIELDS, type OffloadOptions, toOffload } from './offload.ts'
import {
  type DumpedPolicedVerdict,
  fromVerdict,
  POLICED_VERDICT_FIELDS,
  type PolicedVerdictOptions,
  toVerdict,
  verdictDevices,
} from './verdict.ts'

/** Options of bpf. */
export interface BpfFilterOptions extends BpfProgramOptions, PolicedVerdictOptions, OffloadOptions {
  /**
   * What the program returns is the verdict, a TC_ACT_* value, and no actions run.
   * Else it is 0 for no match, -1 for the class of `classid`, or the number of a class.
   * @default false @uapi TCA_BPF_FLAG_ACT_DIRECT, pkt_cls.h
   */
  directAction?: boolean | undefined
}

/** Options of bpf as dumps give them. */
export interface DumpedBpfFilterOptions extends DumpedBpfProgram, DumpedPolicedVerdict, OffloadOptions {
  directAction?: boolean
}

function toWire(options: BpfFilterOptions, ctx: EncodeContext): BpfAttrs {
  const { path } = ctx
  const wire: BpfAttrs = { ...toVerdict(options, ctx), flagsGen: toOffload(options, path) }
  if (options.directAction !== undefined && checkFlag(options.directAction, `${path}.directAction`)) {
    wire.flags = TCA_BPF_FLAG_ACT_DIRECT
    if (wire.act !== undefined) {
      const expected = 'no actions besides directAction: the kernel would ignore them'
      throw new OptionError({ path: `${path}.actions`, expected, received: options.actions })
    }
  }
  // Last, as it may open the program.
  return { ...wire, ...toProgram(options, ctx) }
}

function fromWire(wire: BpfAttrs, ctx: DecodeContext): DumpedBpfFilterOptions {
  const options: DumpedBpfFilterOptions = {}
  fromProgram(wire, options)
  if ((wire.flags ?? 0) & TCA_BPF_FLAG_ACT_DIRECT) options.directAction = true
  fromVerdict(wire, options, ctx)
  fromOffload(wire.flagsGen, options)
  return options
}

export const bpf = defineFilter({
  kind: 'bpf',
  options: attributes({
    names: bpfAttrsNames,
    encode: encodeBpfAttrs,
    decode: decodeBpfAttrs,
    fields: { ...BPF_PROGRAM_FIELDS, ...POLICED_VERDICT_FIELDS, ...OFFLOAD_FIELDS, directAction: true },
    toWire,
    fromWire,
    devices: verdictDevices,
  }),
})
