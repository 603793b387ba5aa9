// The floor under every rtnetlink client: what the kernel's own work takes, measured from C. Requests
// are built beforehand, answers are read and counted but not decoded.
//
//   floor classes IFINDEX ROUNDS          dump all classes
//   floor filters IFINDEX ROUNDS          dump all filters of the ingress qdisc
//   floor add IFINDEX COUNT BATCH         add u32 filters to the ingress qdisc, BATCH to a system call
//   floor class IFINDEX CLASSID ROUNDS    get one class
//   floor qdisc NAME ROUNDS               find a device by its name and get its root qdisc
//
// Prints the microseconds of each round, one to a line; of `add`, those of all filters together.

#include <arpa/inet.h>
#include <errno.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define INGRESS_QDISC 0xffff0000u

enum { RECEIVE_BUFFER = 128 * 1024, REQUEST_SIZE = 256, MOST_IN_BATCH = 128 };

struct request {
	struct nlmsghdr head;
	struct tcmsg tc;
	char attributes[REQUEST_SIZE];
};

static int sock;
static char answers[RECEIVE_BUFFER];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static struct request ask(int type, int flags, int ifindex, __u32 parent, __u32 handle)
{
	struct request r = {0};
	r.head.nlmsg_len = NLMSG_LENGTH(sizeof r.tc);
	r.head.nlmsg_type = type;
	r.head.nlmsg_flags = NLM_F_REQUEST | flags;
	r.tc.tcm_ifindex = ifindex;
	r.tc.tcm_parent = parent;
	r.tc.tcm_handle = handle;
	return r;
}

static struct rtattr *put(struct request *r, int type, const void *data, int size)
{
	struct rtattr *attribute = (struct rtattr *)((char *)r + NLMSG_ALIGN(r->head.nlmsg_len));
	attribute->rta_type = type;
	attribute->rta_len = RTA_LENGTH(size);
	if (size > 0) memcpy(RTA_DATA(attribute), data, size);
	r->head.nlmsg_len = NLMSG_ALIGN(r->head.nlmsg_len) + RTA_ALIGN(attribute->rta_len);
	return attribute;
}

// What came back so far: objects, and acknowledgements or ends of dumps.
struct answer {
	int objects;
	int ends;
};

// Reads one datagram, and fails on an error in it.
static void receive(struct answer *answer)
{
	int length = recv(sock, answers, sizeof answers, 0);
	if (length < 0) die("recv");
	for (struct nlmsghdr *m = (void *)answers; NLMSG_OK(m, length); m = NLMSG_NEXT(m, length)) {
		if (m->nlmsg_type >= NLMSG_MIN_TYPE) {
			answer->objects++;
			continue;
		}
		answer->ends++;
		int code = m->nlmsg_type == NLMSG_ERROR ? ((struct nlmsgerr *)NLMSG_DATA(m))->error : 0;
		if (code != 0) {
			errno = -code;
			die("the kernel refused");
		}
	}
}

// Sends requests and reads until as much came back as is wanted.
static void exchange(const void *bytes, int length, struct answer wanted)
{
	struct answer answer = {0};
	if (send(sock, bytes, length, 0) < 0) die("send");
	while (answer.ends < wanted.ends || answer.objects < wanted.objects) receive(&answer);
}

static const struct answer WHOLE_DUMP = {.ends = 1};
static const struct answer ONE_OBJECT = {.objects = 1};

static void repeat(struct request r, struct answer wanted, int rounds)
{
	while (rounds-- > 0) {
		double start = now();
		exchange(&r, r.head.nlmsg_len, wanted);
		printf("%.3f\n", now() - start);
	}
}

static void repeat_by_name(const char *name, int rounds)
{
	while (rounds-- > 0) {
		double start = now();
		struct ifreq device = {0};
		strncpy(device.ifr_name, name, IFNAMSIZ - 1);
		if (ioctl(sock, SIOCGIFINDEX, &device) < 0) die("SIOCGIFINDEX");
		struct request r = ask(RTM_GETQDISC, NLM_F_ECHO, device.ifr_ifindex, TC_H_ROOT, 0);
		exchange(&r, r.head.nlmsg_len, ONE_OBJECT);
		printf("%.3f\n", now() - start);
	}
}

// match ip dst 10.0.0.0 + number, flowid 1:1
static struct request u32_filter(int ifindex, int number)
{
	int flags = NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
	struct request r = ask(RTM_NEWTFILTER, flags, ifindex, INGRESS_QDISC, 0);
	r.tc.tcm_info = 1u << 16 | htons(0x0800);
	struct {
		struct tc_u32_sel head;
		struct tc_u32_key key;
	} sel = {0};
	sel.head.flags = TC_U32_TERMINAL;
	sel.head.nkeys = 1;
	sel.key.val = htonl(0x0a000000 + number);
	sel.key.mask = 0xffffffff;
	sel.key.off = 16;
	__u32 classid = 0x10001;
	put(&r, TCA_KIND, "u32", 4);
	struct rtattr *options = put(&r, TCA_OPTIONS, NULL, 0);
	put(&r, TCA_U32_CLASSID, &classid, sizeof classid);
	put(&r, TCA_U32_SEL, &sel, sizeof sel);
	options->rta_len = (char *)&r + r.head.nlmsg_len - (char *)options;
	return r;
}

static void add(int ifindex, int count, int batch)
{
	static char bytes[MOST_IN_BATCH * sizeof(struct request)];
	double start = now();
	for (int done = 0; done < count;) {
		int length = 0, filled = 0;
		for (; filled < batch && filled < MOST_IN_BATCH && done < count; filled++, done++) {
			struct request r = u32_filter(ifindex, done);
			memcpy(bytes + length, &r, r.head.nlmsg_len);
			length += NLMSG_ALIGN(r.head.nlmsg_len);
		}
		exchange(bytes, length, (struct answer){.ends = filled});
	}
	printf("%.3f\n", now() - start);
}

int main(int argc, char **argv)
{
	struct sockaddr_nl address = {.nl_family = AF_NETLINK};
	int on = 1;
	sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (sock < 0 || bind(sock, (void *)&address, sizeof address) < 0) die("socket");
	setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
	setsockopt(sock, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);

	const char *task = argc > 1 ? argv[1] : "";
	int ifindex = argc > 2 ? atoi(argv[2]) : 0;
	struct request r;
	if (argc == 4 && !strcmp(task, "classes")) {
		r = ask(RTM_GETTCLASS, NLM_F_DUMP, ifindex, 0, 0);
		repeat(r, WHOLE_DUMP, atoi(argv[3]));
	} else if (argc == 4 && !strcmp(task, "filters")) {
		r = ask(RTM_GETTFILTER, NLM_F_DUMP, ifindex, INGRESS_QDISC, 0);
		repeat(r, WHOLE_DUMP, atoi(argv[3]));
	} else if (argc == 5 && !strcmp(task, "add")) {
		add(ifindex, atoi(argv[3]), atoi(argv[4]));
	} else if (argc == 5 && !strcmp(task, "class")) {
		r = ask(RTM_GETTCLASS, NLM_F_ECHO, ifindex, 0, strtoul(argv[3], NULL, 16));
		repeat(r, ONE_OBJECT, atoi(argv[4]));
	} else if (argc == 4 && !strcmp(task, "qdisc")) {
		repeat_by_name(argv[2], atoi(argv[3]));
	} else {
		fprintf(stderr, "floor: see the comment on top of floor.c\n");
		return 2;
	}
	return 0;
}
