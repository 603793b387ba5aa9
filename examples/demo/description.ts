// Says what the demo has built.

import { NAME } from './labels.ts'
import { ARRIVALS, DEFAULT_CLASS, type Flow, flows, here, LINK_RATE, there, UDP_EXCESS } from './plan.ts'
import { print, signs } from './terminal.ts'

/** Prints the hosts, the link, and what each class is for. */
export function describePlan(): void {
  const up = flows.filter(({ direction }) => direction === 'up')
  const down = flows.filter(({ direction }) => direction === 'down')
  print(
    'Two hosts, each a network namespace, joined by a veth pair:',
    '',
    `  ${here.address} ${here.dev} ${signs.line.repeat(8)} ${there.dev} ${there.address}`,
    '',
    `${signs.up} leaving ${here.dev}: htb ${LINK_RATE / 1e6} Mbit/s, u32 filters by port`,
    ...up.map(describe),
    `${signs.down} arriving at ${here.dev}: ingress, redirected to the ifb ${ARRIVALS}, htb`,
    ...down.map(describe),
    '',
  )
}

function describe({ name, classid, rate, transport, port }: Flow): string {
  const limit = `${String(rate / 1e6).padStart(3)} Mbit/s`
  const traffic = classid === DEFAULT_CLASS ? 'all the rest' : `${transport.toUpperCase()} port ${port}`
  const offered = transport === 'udp' ? `, sent at ${(rate * UDP_EXCESS) / 1e6} Mbit/s` : ''
  return `    ${classid} ${limit}  ${name.padEnd(NAME)}  ${traffic}${offered}`
}
