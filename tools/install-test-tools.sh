#!/usr/bin/env bash
# Installs what `make test` needs besides Go, where it is missing: a C compiler
# for the race detector, servers of Redis and PostgreSQL for what processes share,
# and Chromium for the tests of the demo's pages: Debian's
# chromium-headless-shell where there is one: its windows cost less than half.
set -euo pipefail

missing=()
command -v "${CC:-gcc}" >/dev/null || missing+=(gcc libc6-dev)
for browser in chromium-headless-shell chromium chromium-browser google-chrome; do
	command -v "$browser" >/dev/null && found=$browser && break
done
[ -n "${found:-}" ] || missing+=(chromium)
command -v redis-server >/dev/null || command -v valkey-server >/dev/null || missing+=(redis-server)
command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "make test needs ${missing[*]}: install them with your system's package manager" >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "make test needs ${missing[*]}: run as root: apt-get install ${missing[*]}" >&2
		exit 1
	fi
	as_root=(sudo)
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
if [ -n "$(apt-cache madison chromium-headless-shell)" ]; then
	missing=("${missing[@]/#chromium/chromium-headless-shell}")
fi
# A package of a server starts it, unless that is forbidden: tests start their own.
"${as_root[@]}" env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}"
