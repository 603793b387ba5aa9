// The type of options as dumps give them: where input takes a number or tc's text, a dump always
// gives the number.

/**
 * Options as they come back: every union of number and text is a number.
 */
export type Dumped<T> = [T] extends [number | string | undefined]
  ? number extends T
    ? Exclude<T, string>
    : T
  : T extends Uint8Array | bigint | boolean
    ? T
    : T extends readonly (infer E)[]
      ? Dumped<E>[]
      : T extends object
        ? { [K in keyof T]: Dumped<T[K]> }
        : T

/** Options as they come back, of which the kernel always tells those named. */
export type DumpedWith<T, Always extends keyof T> = Omit<Dumped<T>, Always> & {
  [K in Always]-?: Exclude<Dumped<T[K]>, undefined>
}
