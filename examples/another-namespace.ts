// Works in another network namespace, without entering it with the whole process: a namespace by its name as
// in `ip netns`, by the id of a process in it, or by its file.
//
//   tc -n blue qdisc add dev lo root handle 1: htb
//   tc -n blue qdisc show
//
// usage: node --import tsx examples/another-namespace.ts [NAMESPACE | PROCESS ID | FILE]
// Without one it makes a namespace of its own; that, and entering any, takes CAP_SYS_ADMIN.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { TrafficControl } from 'netsched'

/** Starts a process in a new network namespace. It lives until its input ends. */
async function startElsewhere(): Promise<ChildProcess> {
  const child = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('Are you there?')
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

const given = process.argv[2]
const child = given === undefined ? await startElsewhere() : undefined
const netns = child?.pid ?? (/^\d+$/.test(given ?? '') ? Number(given) : (given ?? ''))

try {
  const there = await TrafficControl.open({ netns })
  await there.qdiscs.add({ dev: 'lo', parent: 'root', handle: '1:', kind: 'htb' })
  console.log(
    `in ${there.netns}:`,
    (await there.qdiscs.list()).map(({ dev, kind }) => `${dev} has ${kind}`),
  )
  await there.qdiscs.delete({ dev: 'lo', parent: 'root' })
  await there.close()

  const here = await TrafficControl.open()
  const qdiscs = await here.qdiscs.list({ dev: 'lo' })
  console.log(
    `here:`,
    qdiscs.map(({ dev, kind }) => `${dev} has ${kind}`),
  )
  await here.close()
} finally {
  child?.stdin?.end()
}
