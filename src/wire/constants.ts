// Constants of netlink itself (include/uapi/linux/netlink.h), under their own names. Those of
// the families are generated.

/** Bytes of struct nlmsghdr, the header of a message. */
export const NLMSG_HDRLEN = 16

/** Nothing; to be ignored. */
export const NLMSG_NOOP = 1
/** An acknowledgement, or a refusal. */
export const NLMSG_ERROR = 2
/** The end of a dump. */
export const NLMSG_DONE = 3
/** Messages were lost. */
export const NLMSG_OVERRUN = 4
/** Types below this one are netlink's own. */
export const NLMSG_MIN_TYPE = 0x10

/** The message is a request. */
export const NLM_F_REQUEST = 0x01
/** One of several messages, ended by NLMSG_DONE. */
export const NLM_F_MULTI = 0x02
/** Answer with an acknowledgement also on success. */
export const NLM_F_ACK = 0x04
/** Send the notification about the change to the requester too. */
export const NLM_F_ECHO = 0x08
/** What was dumped changed meanwhile: the dump may be inconsistent. */
export const NLM_F_DUMP_INTR = 0x10
/** The kernel honoured the filter of the dump request. */
export const NLM_F_DUMP_FILTERED = 0x20

/** GET: the whole table, not one entry. */
export const NLM_F_ROOT = 0x100
/** GET: all that match. */
export const NLM_F_MATCH = 0x200
/** GET: a dump. */
export const NLM_F_DUMP = 0x300

/** NEW: replace what is there. */
export const NLM_F_REPLACE = 0x100
/** NEW: refuse where something is there. */
export const NLM_F_EXCL = 0x200
/** NEW: create where nothing is there. */
export const NLM_F_CREATE = 0x400
/** NEW: add at the end of a list. */
export const NLM_F_APPEND = 0x800

/** ACK: the request is not repeated whole in it, only its header. */
export const NLM_F_CAPPED = 0x100
/** ACK: extended-acknowledgement attributes follow. */
export const NLM_F_ACK_TLVS = 0x200

/** Text that says what was wrong. */
export const NLMSGERR_ATTR_MSG = 1
/** Offset in the request of the attribute that was wrong. */
export const NLMSGERR_ATTR_OFFS = 2
/** Bytes that belong to the message, as the family defines. */
export const NLMSGERR_ATTR_COOKIE = 3
/** What the kernel's policy asks of the attribute that was wrong. */
export const NLMSGERR_ATTR_POLICY = 4
/** Type of an attribute that was missing. */
export const NLMSGERR_ATTR_MISS_TYPE = 5
/** Offset in the request of the nest in which it was missing. */
export const NLMSGERR_ATTR_MISS_NEST = 6

/** The address family of netlink sockets. */
export const AF_NETLINK = 16
/** The netlink protocol of links, addresses, routes and traffic control. */
export const NETLINK_ROUTE = 0
/** The socket level of netlink's options. */
export const SOL_NETLINK = 270
/** Join a multicast group. */
export const NETLINK_ADD_MEMBERSHIP = 1
/** Leave a multicast group. */
export const NETLINK_DROP_MEMBERSHIP = 2
/** Drop what finds no room in the receive queue without an ENOBUFS. */
export const NETLINK_NO_ENOBUFS = 5
/** Leave the request out of acknowledgements. */
export const NETLINK_CAP_ACK = 10
/** Send extended acknowledgements. */
export const NETLINK_EXT_ACK = 11
/** Check GET requests strictly, and honour their filters. */
export const NETLINK_GET_STRICT_CHK = 12
