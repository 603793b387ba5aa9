// What the kernel holds while it is measured, all on the loopback device of a namespace of our own.

import { tcBatch } from './contenders.ts'

export const DEVICE = 'lo'
export const IFINDEX = 1
/** The qdisc at which the filters hang, as netsched and tc call it. */
export const INGRESS = 'ingress'

/** u32 numbers at most 4095 filters of a hash table, of which each priority has one. */
const FILTERS_OF_PRIORITY = 2000

/** An htb with `count` classes. The kernel makes them in quadratic time. */
export function makeClasses(count: number): void {
  const lines = [`qdisc add dev ${DEVICE} root handle 1: htb`]
  for (let minor = 1; minor <= count; minor++) {
    lines.push(`class add dev ${DEVICE} parent 1: classid 1:${minor.toString(16)} htb rate 1mbit ceil 1gbit`)
  }
  tcBatch(lines)
}

export function dropClasses(): void {
  tcBatch([`qdisc del dev ${DEVICE} root`])
}

/** An ingress qdisc with `count` u32 filters: every other one mirrors, the rest classify. */
export function makeFilters(count: number): void {
  const lines = [`qdisc add dev ${DEVICE} ${INGRESS}`]
  for (let number = 0; number < count; number++) {
    const priority = 1 + Math.floor(number / FILTERS_OF_PRIORITY)
    const does = number % 2 === 0 ? 'flowid 1:1' : `action mirred egress mirror dev ${DEVICE}`
    lines.push(`${filterLine(number, priority)} ${does}`)
  }
  tcBatch(lines)
}

export function dropFilters(): void {
  tcBatch([`qdisc del dev ${DEVICE} ${INGRESS}`])
}

/** The command of `tc` that adds a filter, but for what the filter does. */
export function filterLine(number: number, priority = 1): string {
  const match = `u32 match ip dst ${addressOf(number)}/32`
  return `filter add dev ${DEVICE} ${INGRESS} protocol ip prio ${priority} ${match}`
}

/** An address of its own for each filter. */
export function addressOf(number: number): string {
  return `10.${number >>> 16}.${(number >>> 8) & 0xff}.${number & 0xff}`
}
