// Commands of `ip` with the same in netsched's terms. What `ip` sends for them is recorded by record-ip.ts in
// fixtures/ip-requests.json; the tests of links and addresses compare it with what we send.

import type { TrafficControl } from '../../../src/index.ts'

export interface IpRow {
  /** The command, DEV (index 11) and DEV2 (index 12) being devices that are there. */
  ip: string
  /** The same call of ours. */
  call: (tc: TrafficControl) => Promise<unknown>
}

export const INDEX = { DEV: 11, DEV2: 12 } as const

export const LINK_ROWS: readonly IpRow[] = [
  { ip: 'link add dev new type dummy', call: (tc) => tc.links.add({ dev: 'new', kind: 'dummy' }) },
  {
    ip: 'link add dev new index 77 numtxqueues 4 numrxqueues 2 mtu 1400 txqueuelen 77 address 02:00:00:00:00:01 type ifb',
    call: (tc) =>
      tc.links.add({
        dev: 'new',
        ifindex: 77,
        kind: 'ifb',
        numTxQueues: 4,
        numRxQueues: 2,
        mtu: 1400,
        txqueuelen: 77,
        address: '02:00:00:00:00:01',
      }),
  },
  {
    ip: 'link add dev new gso_max_size 4000 gso_max_segs 7 gro_max_size 5000 group 9 broadcast 02:00:00:00:00:ff type ifb',
    call: (tc) =>
      tc.links.add({
        dev: 'new',
        kind: 'ifb',
        gsoMaxSize: 4000,
        gsoMaxSegs: 7,
        groMaxSize: 5000,
        group: 9,
        broadcast: '02:00:00:00:00:ff',
      }),
  },
  {
    ip: 'link add dev new mtu 1400 type veth peer name other index 78 mtu 1300 numtxqueues 3 address 02:00:00:00:00:02 netns 1',
    call: (tc) =>
      tc.links.add({
        dev: 'new',
        kind: 'veth',
        mtu: 1400,
        options: {
          peer: {
            dev: 'other',
            ifindex: 78,
            mtu: 1300,
            numTxQueues: 3,
            address: '02:00:00:00:00:02',
            netns: 1,
          },
        },
      }),
  },
  { ip: 'link add dev new type veth', call: (tc) => tc.links.add({ dev: 'new', kind: 'veth' }) },
  {
    ip: 'link add link DEV name new type vlan id 5',
    call: (tc) => tc.links.add({ dev: 'new', kind: 'vlan', link: 'DEV', options: { id: 5 } }),
  },
  {
    ip: 'link add link DEV name new type vlan protocol 802.1ad id 4094 reorder_hdr off gvrp on mvrp off loose_binding on bridge_binding on ingress-qos-map 1:2 3:4 egress-qos-map 5:6',
    call: (tc) =>
      tc.links.add({
        dev: 'new',
        kind: 'vlan',
        link: 'DEV',
        options: {
          id: 4094,
          protocol: '802.1ad',
          reorderHdr: false,
          gvrp: true,
          mvrp: false,
          looseBinding: true,
          bridgeBinding: true,
          ingressQosMap: [
            { from: 1, to: 2 },
            { from: 3, to: 4 },
          ],
          egressQosMap: [{ from: 5, to: 6 }],
        },
      }),
  },
  {
    ip: 'link add dev new master DEV type dummy',
    call: (tc) => tc.links.add({ dev: 'new', kind: 'dummy', master: 'DEV' }),
  },
  { ip: 'link add dev new type bridge', call: (tc) => tc.links.add({ dev: 'new', kind: 'bridge' }) },
  {
    ip: 'link add dev new type bridge forward_delay 400 hello_time 100 max_age 600 ageing_time 3000 stp_state 1 priority 7 group_fwd_mask 8 group_address 01:80:c2:00:00:04 no_linklocal_learn 1 vlan_filtering 1 vlan_protocol 802.1ad vlan_default_pvid 9 vlan_stats_enabled 1 vlan_stats_per_port 1',
    call: (tc) =>
      tc.links.add({
        dev: 'new',
        kind: 'bridge',
        options: {
          forwardDelay: '4s',
          helloTime: 1000,
          maxAge: 6000,
          ageingTime: 30_000,
          stpState: 1,
          priority: 7,
          groupFwdMask: 8,
          groupAddress: '01:80:c2:00:00:04',
          noLinklocalLearn: true,
          vlanFiltering: true,
          vlanProtocol: '802.1ad',
          vlanDefaultPvid: 9,
          vlanStatsEnabled: true,
          vlanStatsPerPort: true,
        },
      }),
  },
  {
    ip: 'link set dev DEV type bridge mcast_router 2 mcast_snooping 0 mcast_vlan_snooping 1 mcast_query_use_ifaddr 1 mcast_querier 1 mcast_hash_max 512 mcast_last_member_count 3 mcast_startup_query_count 4 mcast_last_member_interval 5 mcast_membership_interval 6 mcast_querier_interval 7 mcast_query_interval 8 mcast_query_response_interval 9 mcast_startup_query_interval 10 mcast_stats_enabled 1 mcast_igmp_version 3 mcast_mld_version 2 nf_call_iptables 1 nf_call_ip6tables 1 nf_call_arptables 1 fdb_flush',
    call: (tc) =>
      tc.links.set(
        { dev: 'DEV' },
        {
          kind: 'bridge',
          options: {
            mcastRouter: 2,
            mcastSnooping: false,
            mcastVlanSnooping: true,
            mcastQueryUseIfaddr: true,
            mcastQuerier: true,
            mcastHashMax: 512,
            mcastLastMemberCount: 3,
            mcastStartupQueryCount: 4,
            mcastLastMemberInterval: 50,
            mcastMembershipInterval: 60,
            mcastQuerierInterval: 70,
            mcastQueryInterval: 80,
            mcastQueryResponseInterval: 90,
            mcastStartupQueryInterval: 100,
            mcastStatsEnabled: true,
            mcastIgmpVersion: 3,
            mcastMldVersion: 2,
            nfCallIptables: true,
            nfCallIp6tables: true,
            nfCallArptables: true,
            fdbFlush: true,
          },
        },
      ),
  },
  {
    ip: 'link set dev DEV type vlan loose_binding on egress-qos-map 1:2',
    call: (tc) =>
      tc.links.set(
        { dev: 'DEV' },
        { kind: 'vlan', options: { looseBinding: true, egressQosMap: [{ from: 1, to: 2 }] } },
      ),
  },
  { ip: 'link set dev DEV up', call: (tc) => tc.links.set({ dev: 'DEV' }, { up: true }) },
  {
    ip: 'link set dev DEV down arp off multicast off allmulticast on promisc on dynamic on mode dormant',
    call: (tc) =>
      tc.links.set(
        { dev: 'DEV' },
        {
          up: false,
          arp: false,
          multicast: false,
          allmulticast: true,
          promisc: true,
          dynamic: true,
          linkmode: 'DORMANT',
        },
      ),
  },
  { ip: 'link set dev DEV name new', call: (tc) => tc.links.set({ dev: 'DEV' }, { name: 'new' }) },
  { ip: 'link set dev DEV nomaster', call: (tc) => tc.links.set({ dev: 'DEV' }, { master: null }) },
  { ip: 'link set dev DEV master DEV2', call: (tc) => tc.links.set({ dev: 'DEV' }, { master: 'DEV2' }) },
  {
    ip: 'link set dev DEV alias some-text',
    call: (tc) => tc.links.set({ dev: 'DEV' }, { alias: 'some-text' }),
  },
  { ip: "link set dev DEV alias ''", call: (tc) => tc.links.set({ dev: 'DEV' }, { alias: '' }) },
  { ip: 'link set dev DEV netns 1', call: (tc) => tc.links.set({ dev: 'DEV' }, { netns: 1 }) },
  {
    ip: 'link set dev DEV carrier off mtu 1300 txqueuelen 5',
    call: (tc) => tc.links.set({ dev: 'DEV' }, { carrier: false, mtu: 1300, txqueuelen: 5 }),
  },
  { ip: 'link delete dev DEV', call: (tc) => tc.links.delete({ dev: 'DEV' }) },
]

export const ADDRESS_ROWS: readonly IpRow[] = [
  {
    ip: 'address add 192.0.2.1/24 dev DEV',
    call: (tc) => tc.addresses.add({ dev: 'DEV', address: '192.0.2.1/24' }),
  },
  {
    ip: 'address add 192.0.2.1/255.255.255.0 dev DEV',
    call: (tc) => tc.addresses.add({ dev: 'DEV', address: '192.0.2.1/255.255.255.0' }),
  },
  {
    ip: 'address add 127.0.0.9 dev DEV',
    call: (tc) => tc.addresses.add({ dev: 'DEV', address: '127.0.0.9' }),
  },
  {
    ip: 'address add 192.0.2.1 peer 192.0.2.2/30 broadcast 192.0.2.3 label DEV:x scope link metric 7 dev DEV',
    call: (tc) =>
      tc.addresses.add({
        dev: 'DEV',
        address: '192.0.2.1',
        peer: '192.0.2.2/30',
        broadcast: '192.0.2.3',
        label: 'DEV:x',
        scope: 'link',
        metric: 7,
      }),
  },
  {
    ip: 'address add 2001:db8::1/64 dev DEV valid_lft 60 preferred_lft 30 nodad home optimistic',
    call: (tc) =>
      tc.addresses.add({
        dev: 'DEV',
        address: '2001:db8::1/64',
        validLft: '60s',
        preferredLft: 30_000,
        nodad: true,
        home: true,
        optimistic: true,
      }),
  },
  {
    ip: 'address replace 2001:db8::1/64 dev DEV noprefixroute mngtmpaddr',
    call: (tc) =>
      tc.addresses.replace({
        dev: 'DEV',
        address: '2001:db8::1/64',
        noprefixroute: true,
        mngtmpaddr: true,
      }),
  },
  {
    ip: 'address add 233.252.0.1/32 dev DEV autojoin',
    call: (tc) => tc.addresses.add({ dev: 'DEV', address: '233.252.0.1', autojoin: true }),
  },
  {
    ip: 'address delete 192.0.2.1/24 dev DEV',
    call: (tc) => tc.addresses.delete({ dev: 'DEV', address: '192.0.2.1/24' }),
  },
  {
    ip: 'address delete 192.0.2.1 peer 192.0.2.2/30 dev DEV',
    call: (tc) => tc.addresses.delete({ dev: 'DEV', address: '192.0.2.1', peer: '192.0.2.2/30' }),
  },
]
