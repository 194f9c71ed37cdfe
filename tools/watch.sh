#!/usr/bin/env bash
# Runs the tests of a module whenever one of its files has changed: watch.sh router
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
core | router | restclient | viewer) folder=modules/$1 ;;
trefoil | demo) folder=apps/$1 ;;
tools) folder=tools ;;
*)
	echo "make watch needs a module: make watch M=router" >&2
	exit 2
	;;
esac

stamp=$(mktemp)
trap 'rm -f "$stamp"' EXIT
while :; do
	touch "$stamp"
	tools/test.sh "$1" && echo "== passed" || echo "== FAILED"
	until [ -n "$(find "$folder" -newer "$stamp" -type f -not -path '*/node_modules/*' -print -quit)" ]; do
		sleep 1
	done
done
