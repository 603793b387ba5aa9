// What the oracles know of a kind: rows that pair a command of tc with the same configuration in
// netsched's terms. The drivers in test/wire and test/live run every row against all of them, so a
// new kind only adds a file of rows here and a line in index.ts.

/** How a device of the test has to be. */
export interface DeviceNeeds {
  /** Transmit queues. @default 1 */
  queues?: number
}

/**
 * One configuration, said twice. In commands and in texts of `spec` and `dumped`, the word DEV stands for the
 * device and DEV2 for its peer; both are up, and fresh for each row.
 */
export interface Case {
  /** Short and unique for the kind: part of the name of the recorded bytes. */
  name: string
  /** Commands of tc, one after the other, that must come before. */
  before?: readonly string[]
  /**
   * The command of tc: `qdisc add dev DEV root handle 1: htb default 30`. Its first two words say which verb of
   * which resource is tested (`qdisc`, `class`, `filter`, `actions`; `add`, `change`, `replace`). A row of an
   * action says `actions add action KIND ...` with one action; the live test also runs it inside a filter.
   */
  tc: string
  /** What netsched's verb of the same name takes for it, `dev: 'DEV'` included. */
  spec: Readonly<Record<string, unknown>>
  /** The options as our dump gives them after tc ran the command; only those listed are compared. */
  dumped: Readonly<Record<string, unknown>>
  /** What newer kernels tell besides, or otherwise, by the oldest release that does: `{ '6.6': { seed: 1 } }`. */
  dumpedSince?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /**
   * Attributes, by their UAPI path, in which our bytes may differ from tc's, each with the reason:
   * `'TCA_OPTIONS.TCA_HTB_RTAB': 'the kernel needs no table where the link layer is told'`.
   */
  differs?: Readonly<Record<string, string>>
  /** Kinds beyond its own that it needs, as `qdisc:pfifo`. */
  needs?: readonly string[]
  device?: DeviceNeeds
  /** Why tc cannot run or show it on a live kernel (such as a tc older than the option); then only bytes are compared. */
  bytesOnly?: string
  /** Why the local tc has no such command; then only the live round trip is done, from `spec`. */
  noTc?: string
  /**
   * Keys of tc's JSON, anywhere in it, in which ours may differ from what tc made, each with the reason. Bytes
   * that legitimately differ seldom show.
   */
  showDiffers?: Readonly<Record<string, string>>
  /** Members of our listing, at any depth, in which what we made may differ from what tc made, each with the reason. */
  listDiffers?: Readonly<Record<string, string>>
  /** Why `add` of what was listed cannot give the same object (what the kernel never tells and nobody can compute). */
  noRoundTrip?: string
  /** As {@link KindCases.unchangeable}, for this row alone. */
  unchangeable?: string
  /** Oldest kernel that has what the row uses, such as `6.6`; older ones skip it. */
  since?: string
  /** Newest kernel that has what the row uses; newer ones skip it. */
  until?: string
}

/** Options that must be refused before anything is sent, and that the kernel refuses as well. */
export interface Refusal {
  name: string
  /** As {@link Case.spec}, but wrong. */
  spec: Readonly<Record<string, unknown>>
  /** The path that the `OptionError` names. */
  path: string
  /** Commands of tc that must come before. */
  before?: readonly string[]
  /**
   * How the kernel is asked: `tc` runs this command and must fail; `'client'` where the value cannot even be
   * put into the message, or where tc itself refuses it, with the reason.
   */
  kernel: { tc: string } | { client: string }
}

/** All rows about one kind. */
export interface KindCases {
  family: 'qdisc' | 'class' | 'filter' | 'action'
  kind: string
  /**
   * Why the kernel refuses to change an object of this kind, even to what it is already. The live test expects
   * the refusal; where this is absent, `change` and `replace` with the listed object must leave it as it is.
   */
  unchangeable?: string
  cases: readonly Case[]
  refusals?: readonly Refusal[]
}
