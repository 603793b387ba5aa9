// What goes wrong most, and how a program tells one from the other: by class, `code` and `reason`, never by text.
//
//   tc qdisc add dev eth0 root handle 1: htb        # twice: RTNETLINK answers: File exists
//
// usage: node --import tsx examples/handle-errors.ts [DEVICE]
// Without a device it makes a veth pair of its own. In the end it takes everything away again.

import { spawnSync } from 'node:child_process'
import { customKind, KernelError, NetschedError, OptionError, TrafficControl } from 'netsched'

/** Says what an error means. What netsched did not throw on purpose is thrown on. */
function explain(error: unknown): string {
  // Found before anything was sent.
  if (error instanceof OptionError) return `${error.path} is wrong: it has to be ${error.expected}`
  if (error instanceof KernelError) {
    switch (error.reason) {
      case 'exists':
        return `it is there already (${error.code})`
      case 'kind-unknown':
        return `this kernel has no such kind (${error.code}: ${error.extack ?? 'it says no more'})`
      case 'permission':
        return `not allowed (${error.code}): ${error.hint}`
      default:
        return `the kernel refused: ${error.message}`
    }
  }
  if (error instanceof NetschedError) return `${error.code}: ${error.message}`
  throw error
}

const [given, powerless] = process.argv.slice(2)
const dev = given ?? 'example0'
const tc = await TrafficControl.open()
const htb = { dev, parent: 'root', handle: '1:', kind: 'htb' } as const

if (powerless) {
  console.log('Without a capability:', await tc.qdiscs.add(htb).catch(explain))
  process.exit()
}
if (given === undefined) await tc.links.add({ kind: 'veth', dev, up: true })
try {
  await tc.qdiscs.add(htb)
  console.log('The same again:', await tc.qdiscs.add(htb).catch(explain))
  const unknown = { ...htb, handle: '2:', kind: customKind('nobodys') }
  console.log('A kind of nobody:', await tc.qdiscs.replace(unknown).catch(explain))
  const options = { rate: 'fast' }
  const fast = tc.classes.add({ dev, parent: '1:', classid: '1:1', kind: 'htb', options })
  console.log('A rate that is none:', await fast.catch(explain))
  // The same program once more, with no capability at all.
  const self = [process.execPath, ...process.execArgv, process.argv[1] ?? '', dev, 'powerless']
  spawnSync('setpriv', ['--bounding-set=-all', '--inh-caps=-all', ...self], { stdio: 'inherit' })
  await tc.qdiscs.delete({ dev, parent: 'root' })
} finally {
  if (given === undefined) await tc.links.delete({ dev })
  await tc.close()
}
