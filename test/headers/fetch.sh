#!/bin/bash
# Downloads the kernel headers that the tests in this folder compare with, from Debian packages:
#   6.1/include  linux-libc-dev of bookworm
#   7.3/include  linux-libc-dev of trixie-backports
#   7.3/source   with --source: Documentation/netlink/specs and net/sched of linux-source-7.3
#                (160 MB to download, 3 MB to keep)
# They go to ~/.cache/netsched-headers, or where XDG_CACHE_HOME says. What is there is kept.
# The machine's own apt settings stay as they are.
set -euo pipefail

readonly CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/netsched-headers

say() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

suite_of() { # VERSION
	case $1 in
	6.1) echo bookworm ;;
	7.3) echo trixie-backports ;;
	esac
}

# The Debian mirror that this machine's own apt sources name.
mirror() {
	# shellcheck disable=SC2016 # the $(...) are apt's
	apt-get indextargets --no-release-info --format '$(COMPONENT) $(REPO_URI)' \
		'Created-By: Packages' | awk '$1 == "main" && !/security/ { print $2; exit }'
}

# Runs an apt program that sees SUITE alone.
apt_in() { # SUITE PROGRAM ARGUMENT...
	local suite=$1 program=$2
	shift 2
	"$program" \
		-o Dir::Etc::SourceList="$work/$suite.list" \
		-o Dir::Etc::SourceParts=- \
		-o Dir::State="$work/$suite" \
		-o Dir::State::Status=/dev/null \
		-o Dir::Cache="$work/$suite" \
		-o APT::Architecture=amd64 \
		-o APT::Sandbox::User=root \
		"$@"
}

read_package_lists() { # SUITE
	[ -e "$work/$1.list" ] && return
	printf 'deb [signed-by=%s] %s %s main\n' \
		/usr/share/keyrings/debian-archive-keyring.gpg "$(mirror)" "$1" >"$work/$1.list"
	mkdir -p "$work/$1/lists/partial" "$work/$1/archives/partial"
	apt_in "$1" apt-get -qq update
}

# Downloads PACKAGE of SUITE and unpacks it into DIRECTORY.
unpack() { # SUITE PACKAGE DIRECTORY
	read_package_lists "$1"
	mkdir -p "$3"
	(cd "$3" && apt_in "$1" apt-get -qq download "$2")
	dpkg-deb -x "$3"/*.deb "$3"
}

fetch_headers() { # VERSION
	[ -e "$CACHE/$1/include" ] && return
	say "$1: fetching headers"
	unpack "$(suite_of "$1")" linux-libc-dev "$work/$1.headers"
	mkdir -p "$CACHE/$1"
	mv "$work/$1.headers/usr/include" "$CACHE/$1/include"
}

fetch_source() { # VERSION
	[ -e "$CACHE/$1/source" ] && return
	say "$1: fetching source"
	unpack "$(suite_of "$1")" "linux-source-$1" "$work/$1.source"
	mkdir "$work/$1.tree"
	tar -xf "$work/$1.source/usr/src/linux-source-$1.tar.xz" -C "$work/$1.tree" --strip-components=1 \
		"linux-source-$1/Documentation/netlink/specs" "linux-source-$1/net/sched"
	mkdir -p "$CACHE/$1"
	mv "$work/$1.tree" "$CACHE/$1/source"
}

main() {
	local version
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	for version in 6.1 7.3; do fetch_headers "$version"; done
	[ "${1-}" != --source ] || fetch_source 7.3
	say "ready: $CACHE"
}

main "$@"
