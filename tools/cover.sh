#!/usr/bin/env bash
# Measures what the tests cover: cover.sh router takes the tests of one module;
# cover.sh takes those of all modules, and then the browser suite as well. The
# profiles are left in coverage/, for `go tool cover -html`.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/coverage
rm -rf "$out"
mkdir -p "$out/data"

# measure PATTERN... runs the tests of packages and writes tests.out.
measure() {
	go test -vet=off -count=1 -cover -coverpkg="$measured" "$@" -args -test.gocoverdir="$out/data" | sed 's/ of statements in .*//'
	go tool covdata textfmt -i="$out/data" -o="$out/tests.out"
}

if [ $# -gt 0 ]; then
	measured=$(go list "./modules/$1/..." | paste -sd,)
	measure "./modules/$1/..."
	awk -f tools/coverage.awk "$out/tests.out"
	exit
fi

measured=$(go list ./modules/{core,router,restclient,viewer}/... | paste -sd,)
# shellcheck disable=SC2046
measure $(go list work | grep -v /apps/demo/e2e)
tools/e2e.sh --cover --coverpkg="$measured" --coverprofile=browser.out --output-dir="$out"
echo "== by the tests of the modules"
awk -f tools/coverage.awk "$out/tests.out"
echo "== and by the browser suite"
awk -f tools/coverage.awk "$out/tests.out" "$out/browser.out"
