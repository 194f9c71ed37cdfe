#!/usr/bin/env bash
# Runs every fuzz target of the workspace for a while: fuzz.sh 10s
# Go fuzzes one target at a time, so this takes their number times the duration.
set -euo pipefail
cd "$(dirname "$0")/.."
duration=${1:-10s}

targets=$(git ls-files --cached --others --exclude-standard '*_test.go' |
	xargs grep -HoE '^func Fuzz[A-Za-z0-9_]+' | sed 's/:func / /' || true)
if [ -z "$targets" ]; then
	echo "there is no fuzz target" >&2
	exit 1
fi
while read -r file target; do
	echo "== $target in $(dirname "$file")"
	go test -run '^$' -fuzz "^$target\$" -fuzztime "$duration" "./$(dirname "$file")"
done <<<"$targets"
