#!/usr/bin/env bash
# Runs all tests of all modules with the race detector: those of the tools, of
# the benchmarks, then those of the workspace. Packages whose tests are ginkgo suites run their
# specs in random order; only they know the flag for it.
#
# Everything runs even when something fails, and nothing comes from the cache.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(go list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' work)
suites=$(awk '/onsi\/ginkgo/ { print $1 }' <<<"$packages")
plain=$(awk '!/onsi\/ginkgo/ { print $1 }' <<<"$packages")

# Pages are checked by axe-core where there is npm to get it.
if [ -z "${TREFOIL_AXE:-}" ] && command -v npm >/dev/null; then
	if npm --prefix tools/axe ci --ignore-scripts --silent >/dev/null 2>&1; then
		export TREFOIL_AXE="$PWD/tools/axe/node_modules/axe-core/axe.min.js"
	fi
fi
[ -n "${TREFOIL_AXE:-}" ] || echo "pages are not checked by axe-core: there is no npm to get it"

color=()
[ -t 1 ] || color=(-ginkgo.no-color)

status=0
run() {
	local title=$1
	shift
	echo "== $title"
	"$@" || status=1
}

run "tools" env GOWORK=off go -C tools test -race -count=1 -timeout=30m ./...
for module in benchmarks/*/go.mod; do
	module=${module%/go.mod}
	run "$module" env GOWORK=off go -C "$module" test -race -count=1 -timeout=30m -tags nomsgpack ./...
done
# The lists are words without spaces: import paths.
# shellcheck disable=SC2086
{
	[ -z "$plain" ] || run "packages with plain tests" go test -race -count=1 -timeout=30m $plain
	[ -z "$suites" ] || run "ginkgo suites, specs in random order" go test -race -count=1 -timeout=30m $suites -ginkgo.randomize-all "${color[@]}"
}
exit $status
