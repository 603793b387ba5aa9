// Rows about the plain queues: pfifo, bfifo, pfifo_head_drop.

import type { Case, KindCases, Refusal } from '../types.ts'

const place = (kind: string) => ({ dev: 'DEV', parent: 'root', handle: '1:', kind })
const qdisc = (kind: string) => `qdisc add dev DEV root handle 1: ${kind}`

const atLimit = (kind: string, name: string, limit: [string, unknown, number]): Case => ({
  name,
  tc: `${qdisc(kind)} limit ${limit[0]}`,
  spec: { ...place(kind), options: { limit: limit[1] } },
  dumped: { limit: limit[2] },
})

/** All rows of a kind, whose queue is `usual` long where nothing else is asked. */
const rows = (kind: string, usual: number): Case[] => [
  { name: 'plain', tc: qdisc(kind), spec: place(kind), dumped: { limit: usual } },
  atLimit(kind, 'limit', ['77', 77, 77]),
  // Packets too are counted in units of 1024.
  atLimit(kind, 'limit in text', ['10kb', '10kb', 10_240]),
  atLimit(kind, 'no queue', ['0', 0, 0]),
  atLimit(kind, 'greatest limit', ['4294967295', 0xffff_ffff, 0xffff_ffff]),
  {
    name: 'change',
    before: [`${qdisc(kind)} limit 5`],
    tc: `qdisc change dev DEV root handle 1: ${kind} limit 50`,
    spec: { ...place(kind), options: { limit: 50 } },
    dumped: { limit: 50 },
  },
]

const refused = (kind: string): Refusal[] => [
  {
    name: 'limit below 0',
    spec: { ...place(kind), options: { limit: -1 } },
    path: 'options.limit',
    kernel: { client: 'there is no such number in the message' },
  },
  {
    name: 'limit of 33 bits',
    spec: { ...place(kind), options: { limit: 2 ** 32 } },
    path: 'options.limit',
    kernel: { client: 'the message has 32 bits for it' },
  },
  {
    name: 'ingress block',
    spec: { ...place(kind), ingressBlock: 5 },
    path: 'ingressBlock',
    kernel: { tc: `qdisc add dev DEV ingress_block 5 root handle 1: ${kind}` },
  },
  {
    name: 'egress block',
    spec: { ...place(kind), egressBlock: 5 },
    path: 'egressBlock',
    kernel: { tc: `qdisc add dev DEV egress_block 5 root handle 1: ${kind}` },
  },
]

const fifo = (kind: string, usual: number): KindCases => ({
  family: 'qdisc',
  kind,
  cases: rows(kind, usual),
  refusals: refused(kind),
})

// A veth's txqueuelen is 1000 packets, and its longest frame 1514 bytes.
export const fifoQdiscs: readonly KindCases[] = [
  fifo('pfifo', 1000),
  fifo('bfifo', 1_514_000),
  fifo('pfifo_head_drop', 1000),
]
