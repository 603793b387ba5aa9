// The context of a request's options, as it is handed down the options.

import type { EncodeContext } from './descriptor.ts'

export type { DecodeContext, EncodeContext, KindLookup, Named } from './descriptor.ts'

/** The same context, one step further down the options. */
export function below(ctx: EncodeContext, step: string): EncodeContext {
  return { ...ctx, path: `${ctx.path}${step}` }
}
