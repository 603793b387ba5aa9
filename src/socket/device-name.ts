// The name of a device by ioctl(2), see netdevice(7). A tenth of what asking by message takes, as the kernel
// need not put together all that it knows of the device.

import { LITTLE_ENDIAN } from '../wire/order.ts'
import { internText } from '../wire/text.ts'
import { libc } from './libc.ts'

/** Takes an index and gives a name, unlike SIOCGIFINDEX, which may load a module for a name that is not there. */
const SIOCGIFNAME = 0x8910
/** struct ifreq on 64-bit machines, where it is largest: a name, and a union with the index at its start. */
const IFREQ_SIZE = 40
const IFNAMSIZ = 16

const request = new Uint8Array(IFREQ_SIZE)
const view = new DataView(request.buffer)

/** The name of the device with that index in the namespace of a socket; `undefined` where there is none. */
export function deviceName(fd: number, ifindex: number): string | undefined {
  view.setInt32(IFNAMSIZ, ifindex, LITTLE_ENDIAN)
  if (libc().ioctl(fd, SIOCGIFNAME, request) < 0) return undefined
  return internText(request, 0, request.indexOf(0))
}
