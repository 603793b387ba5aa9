// The tables that tc sends along with rates (how long packets take, by size) and with size
// specifications (how long packets count). As iproute2 6.1 computes them in tc/tc_core.c.

import type { Clock } from './psched.ts'

/** LINKLAYER_ of linux/pkt_sched.h and linux/if_link.h: how a link frames what it sends. */
export const LINKLAYER_UNAWARE = 0
export const LINKLAYER_ETHERNET = 1
export const LINKLAYER_ATM = 2

const ATM_CELL_PAYLOAD = 48
const ATM_CELL_SIZE = 53
const RATE_TABLE_LENGTH = 256
const USUAL_MTU = 2047
const MAX_U16 = 0xffff

/** What a rate table is made from. Names as in struct tc_ratespec. */
export interface RateSpec {
  /** Bytes a second. */
  rate: number
  /** The least that a packet counts as, in bytes. */
  mpu?: number
}

/** A rate table, and the step it was made with. */
export interface RateTable {
  /** Ticks for packets of up to `(i + 1) << cellLog` bytes, at index `i`. */
  table: Uint32Array
  /** For tc_ratespec.cell_log. */
  cellLog: number
}

/** The smallest step that lets a table of 256 entries reach `mtu` bytes (2047 if 0), as logarithm. */
export function cellLogFor(mtu = 0): number {
  return smallestStep(mtu === 0 ? USUAL_MTU : mtu, RATE_TABLE_LENGTH)
}

function smallestStep(mtu: number, entries: number): number {
  let log = 0
  while (Math.floor(mtu / 2 ** log) > entries - 1) log++
  return log
}

/**
 * The table of transmission times that TCA_HTB_RTAB, TCA_TBF_RTAB, TCA_POLICE_RATE and others take.
 *
 * @param cellLog the step of sizes, as logarithm; chosen by `mtu` if undefined.
 * @param mtu bytes; 2047 if 0.
 * @param linklayer LINKLAYER_ATM counts whole cells, everything else bytes.
 */
export function rateTable(
  clock: Clock,
  spec: RateSpec,
  cellLog: number | undefined,
  mtu: number,
  linklayer: number,
): RateTable {
  const log = cellLog ?? cellLogFor(mtu)
  const table = new Uint32Array(RATE_TABLE_LENGTH)
  for (let i = 0; i < table.length; i++) {
    const size = sizeOnLink((i + 1) * 2 ** log, spec.mpu ?? 0, linklayer)
    table[i] = clock.transmitTime(spec.rate, size)
  }
  return { table, cellLog: log }
}

/** What a packet of so many bytes takes on the link: at least `mpu`, and whole cells on ATM. */
function sizeOnLink(size: number, mpu: number, linklayer: number): number {
  const padded = Math.max(size, mpu)
  return linklayer === LINKLAYER_ATM ? Math.ceil(padded / ATM_CELL_PAYLOAD) * ATM_CELL_SIZE : padded
}

/** What a size table is made from: struct tc_sizespec, the values that the user gives. */
export interface SizeSpec {
  linklayer: number
  mpu: number
  /** Bytes; 2047 if 0. */
  mtu: number
  /** How many entries; 512 if 0. */
  tsize: number
}

/** The rest of struct tc_sizespec, and the table of TCA_STAB_DATA. */
export interface SizeTable {
  cellLog: number
  sizeLog: number
  mtu: number
  tsize: number
  /** -1 with a table, 0 without. */
  cellAlign: number
  /** Undefined where no table is needed: neither ATM nor a least size. */
  table: Uint16Array | undefined
}

/** The size table that tc sends in TCA_STAB for `stab`. */
export function sizeTable(spec: SizeSpec): SizeTable {
  if (spec.linklayer <= LINKLAYER_ETHERNET && spec.mpu === 0) {
    return { cellLog: 0, sizeLog: 0, mtu: 0, tsize: 0, cellAlign: 0, table: undefined }
  }
  const mtu = spec.mtu === 0 ? USUAL_MTU : spec.mtu
  const tsize = spec.tsize === 0 ? 512 : spec.tsize
  const cellLog = smallestStep(mtu, tsize)
  // Sizes grow with the index, so the last one decides by how much all are scaled to fit.
  let sizeLog = 0
  while (Math.floor(sizeOnLink(tsize * 2 ** cellLog, spec.mpu, spec.linklayer) / 2 ** sizeLog) > MAX_U16)
    sizeLog++
  const table = new Uint16Array(tsize)
  for (let i = 0; i < tsize; i++) {
    table[i] = Math.floor(sizeOnLink((i + 1) * 2 ** cellLog, spec.mpu, spec.linklayer) / 2 ** sizeLog)
  }
  return { cellLog, sizeLog, mtu, tsize, cellAlign: -1, table }
}
