// Where a filter works, in software, in hardware or in both: TCA_CLS_FLAGS_* (linux/pkt_cls.h),
// which most classifiers have.

import {
  TCA_CLS_FLAGS_IN_HW,
  TCA_CLS_FLAGS_NOT_IN_HW,
  TCA_CLS_FLAGS_SKIP_HW,
  TCA_CLS_FLAGS_SKIP_SW,
  TCA_CLS_FLAGS_VERBOSE,
} from '../../generated/tc/constants.ts'
import { checkFlag } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'

/** Where a filter works. */
export interface OffloadOptions {
  /** Keep the filter out of hardware. @default false @uapi TCA_CLS_FLAGS_SKIP_HW */
  skipHw?: boolean | undefined
  /** Keep it out of software: refused where no hardware takes it. @default false @uapi TCA_CLS_FLAGS_SKIP_SW */
  skipSw?: boolean | undefined
  /** Whether hardware has it. Out only. @uapi TCA_CLS_FLAGS_IN_HW, TCA_CLS_FLAGS_NOT_IN_HW */
  inHw?: boolean | undefined
}

/** Where a filter works, for classifiers that also report more. */
export interface VerboseOffloadOptions extends OffloadOptions {
  /** Say more when hardware refuses the filter. @default false @uapi TCA_CLS_FLAGS_VERBOSE */
  verbose?: boolean | undefined
}

/** Names of {@link OffloadOptions}, for the list of a kind's options. */
export const OFFLOAD_FIELDS = { skipHw: true, skipSw: true, inHw: true } as const

/** Names of {@link VerboseOffloadOptions}. */
export const VERBOSE_OFFLOAD_FIELDS = { ...OFFLOAD_FIELDS, verbose: true } as const

/** The flags to send; `undefined` where none is set. */
export function toOffload(options: VerboseOffloadOptions, path: string): number | undefined {
  const bit = (name: 'skipHw' | 'skipSw' | 'verbose', flag: number) =>
    options[name] !== undefined && checkFlag(options[name], `${path}.${name}`) ? flag : 0
  const skipHw = bit('skipHw', TCA_CLS_FLAGS_SKIP_HW)
  const skipSw = bit('skipSw', TCA_CLS_FLAGS_SKIP_SW)
  if (skipHw && skipSw) {
    throw new OptionError({
      path: `${path}.skipSw`,
      expected: 'only one of skipHw and skipSw',
      received: true,
    })
  }
  const flags = skipHw | skipSw | bit('verbose', TCA_CLS_FLAGS_VERBOSE)
  return flags === 0 ? undefined : flags
}

/** Sets what the flags of a dump tell. */
export function fromOffload(flags: number | undefined, options: VerboseOffloadOptions): void {
  if (flags === undefined) return
  if (flags & TCA_CLS_FLAGS_SKIP_HW) options.skipHw = true
  if (flags & TCA_CLS_FLAGS_SKIP_SW) options.skipSw = true
  if (flags & TCA_CLS_FLAGS_VERBOSE) options.verbose = true
  if (flags & (TCA_CLS_FLAGS_IN_HW | TCA_CLS_FLAGS_NOT_IN_HW)) {
    options.inHw = (flags & TCA_CLS_FLAGS_IN_HW) !== 0
  }
}
