// veth: two devices joined by a wire; what one sends, the other receives. See veth(4).

import {
  encodeIfinfomsg,
  encodeLinkAttrs,
  IFINFOMSG_SIZE,
  type LinkAttrs,
} from '../../generated/link/common.ts'
import { VETH_INFO_PEER } from '../../generated/link/linkinfo_veth.ts'
import type { DecodeContext } from '../../kinds/context.ts'
import { checkFields } from '../../kinds/fields.ts'
import type { Netns } from '../../socket/netns.ts'
import { checkFlag, checkInteger } from '../../units/integer.ts'
import { OptionError } from '../../wire/errors.ts'
import type { Writer } from '../../wire/writer.ts'
import { checkNewName, NEW_SETTINGS, type NewLinkSettings, settingsToWire } from '../link-settings.ts'
import { type Afterwards, defineLink, type LinkContext } from './descriptor.ts'

/** The other end of a veth pair. */
export interface VethPeer extends NewLinkSettings {
  /** Its name. @default chosen by the kernel: veth0, veth1, ... */
  dev?: string | undefined
  /** Its index. @default chosen by the kernel */
  ifindex?: number | undefined
  /** The network namespace it is made in. @default that of the client */
  netns?: Netns | undefined
}

/** Options of a veth pair. */
export interface VethOptions {
  /**
   * The other end. @default one with a name of the kernel's choice, and the settings of this end
   * @uapi VETH_INFO_PEER
   */
  peer?: VethPeer | undefined
}

/** Options of a veth device as dumps give them: the peer, where it is in the same network namespace. */
export interface DumpedVethOptions {
  peer?: { dev?: string }
}

const PEER_FIELDS = { ...NEW_SETTINGS, dev: true, ifindex: true, netns: true } as const
const HIGHEST_INDEX = 0x7fff_ffff

function writePeer(w: Writer, peer: VethPeer, ctx: LinkContext): void {
  const path = `${ctx.path}.peer`
  checkFields(peer, PEER_FIELDS, path)
  const { up: _, ...settings } = peer
  const { flags, change, attrs } = settingsToWire(settings, `${path}.`)
  if (peer.dev !== undefined) attrs.ifname = checkNewName(peer.dev, `${path}.dev`)
  if (peer.netns !== undefined) Object.assign(attrs, ctx.namespace(peer.netns))
  const { ifindex } = peer
  const index = ifindex === undefined ? 0 : checkInteger(ifindex, `${path}.ifindex`, 1, HIGHEST_INDEX)
  const at = w.start(VETH_INFO_PEER)
  encodeIfinfomsg(w, w.reserve(IFINFOMSG_SIZE), { family: 0, type: 0, index, flags, change })
  encodeLinkAttrs(w, attrs)
  w.end(at)
}

// The kernel makes the peer first, and nothing comes up without the other end (ENOTCONN).
function peerUp({ peer }: VethOptions, path: string): Afterwards[] {
  if (peer?.up === undefined || !checkFlag(peer.up, `${path}.peer.up`)) return []
  if (peer.dev !== undefined && peer.netns === undefined) return [{ dev: peer.dev, up: true }]
  const expected = 'a name of the peer, and no netns: there a client of that network namespace brings it up'
  throw new OptionError({ path: `${path}.peer.up`, expected, received: peer.up })
}

export const veth = defineLink({
  kind: 'veth',
  link: 'peer',
  options: {
    write(w: Writer, type: number, options: VethOptions, ctx: LinkContext): void {
      checkFields(options, { peer: true }, ctx.path)
      if (options.peer === undefined) return
      const at = w.nest(type)
      writePeer(w, options.peer, ctx)
      w.end(at)
    },
    read: (): DumpedVethOptions => ({}),
  },
  afterwards: peerUp,
  // The kernel tells no options of a veth, but which device is at the other end.
  complete(options: DumpedVethOptions, attrs: LinkAttrs, ctx: DecodeContext): void {
    if (!attrs.link || attrs.linkNetnsid !== undefined) return
    options.peer = {}
    ctx.nameDevice(attrs.link, options.peer)
  },
})
