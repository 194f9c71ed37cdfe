#!/usr/bin/env bash
# Runs tests: test.sh runs all of them, nothing from the cache; test.sh router runs
# those of one module, without the race detector, and only what has changed.
#
# Packages whose tests are ginkgo suites run their specs in random order; only they
# know the flag for it. `make vet` vets tests, so these runs do not. Everything runs
# even when something fails; what failed stands at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
'') ;;
core | router | restclient | viewer) exec go test -vet=off "./modules/$1/..." ;;
trefoil) exec go test -vet=off ./apps/trefoil/... ;;
demo)
	go list ./apps/demo/... | grep -v /e2e | xargs go test -vet=off
	exec tools/e2e.sh
	;;
tools) exec env GOWORK=off go -C tools test -vet=off ./... ;;
*)
	echo "there is no module $1: core, router, restclient, viewer, trefoil, demo or tools" >&2
	exit 2
	;;
esac

# The packages of the module in a directory whose tests are suites, or are not.
suites() { packages "$1" | awk '/onsi\/ginkgo/ { print $1 }'; }
plain() { packages "$1" | awk '!/onsi\/ginkgo/ { print $1 }'; }
packages() {
	go -C "$1" list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... | grep -v /apps/demo/e2e
}

# The packages of the viewer that have specs marked large, but for the one that runs wholly.
large() { (cd modules/viewer && grep -rl --include='*_test.go' 'worktest\.Large' . | xargs -n1 dirname | sort -u | grep -v '/openapi$'); }

color=()
[ -t 1 ] || color=(-ginkgo.no-color)

# shellcheck source=tools/cpu.sh
source tools/cpu.sh

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=$logs/failed
run() {
	local title=$1 started=$SECONDS before cpu
	shift
	echo "== $title"
	cpu && before=$cpu
	if "$@" 2>&1 | tee "$logs/${title//\//-}"; then
		cpu && echo "== $title: passed in $((SECONDS - started)) s, $((cpu - before)) s of CPU"
	else
		echo "== $title: FAILED after $((SECONDS - started)) s"
		echo "$title" >>"$failed"
	fi
}

# A program with the race detector sleeps for a second before it ends, to hear of
# races in what still runs then: when its suite has ended, nothing does.
export GORACE="atexit_sleep_ms=0 ${GORACE:-}"

# Compilers and linkers take a quarter less time when they collect garbage less often.
# The tests themselves run as users' programs do.
export GOGC=300
all=(-exec 'env -u GOGC' -vet=off -count=1 -timeout=30m)

# module DIRECTORY [FLAGS]: the lists are words without spaces, import paths.
# shellcheck disable=SC2086,SC2317
module() (
	dir=$1 rc=0
	shift
	plain=$(plain "$dir") && suites=$(suites "$dir") || exit 1
	[ -z "$plain" ] || go -C "$dir" test "${all[@]}" "$@" $plain || rc=1
	[ -z "$suites" ] || go -C "$dir" test "${all[@]}" "$@" $suites -ginkgo.randomize-all -ginkgo.label-filter '!large' "${color[@]}" || rc=1
	exit $rc
)

# What is published is tested on its own go.mod, as those who import it build it: the
# viewer, core, the tools and benchmarks, which take as long as all others, beside them,
# each side with half of the processors.
half=$((($(getconf _NPROCESSORS_ONLN) + 1) / 2))
published() {
	local go_mod
	for go_mod in "$@"; do
		GOWORK=off run "${go_mod%/go.mod}" module "${go_mod%/go.mod}" -race -p "$half"
	done
}
beside=() others=()
for go_mod in modules/*/go.mod modules/*/*/go.mod; do
	case $go_mod in
	modules/viewer/* | modules/core/*) beside+=("$go_mod") ;;
	*) others+=("$go_mod") ;;
	esac
done
{
	run tools env GOWORK=off go -C tools test "${all[@]}" -p "$half" ./...
	for go_mod in benchmarks/*/go.mod; do
		dir=${go_mod%/go.mod}
		run "${dir##*/}, a benchmark" env GOWORK=off go -C "$dir" test "${all[@]}" -p "$half" ./...
	done
	published "${beside[@]}"
} >"$logs/beside" &
(published "${others[@]}") # a shell of its own: what runs beside is not counted as its CPU
wait $! || echo "what runs beside" >>"$failed"
cat "$logs/beside"
# Large descriptions of real services are read, and what things cost is counted, without
# the race detector.
GOWORK=off run "large descriptions" go -C modules/viewer test "${all[@]}" ./openapi
# shellcheck disable=SC2046
GOWORK=off run "large and hostile specs" go -C modules/viewer test "${all[@]}" $(large) -ginkgo.label-filter large "${color[@]}"
for module in restclient core/valkeystore; do
	GOWORK=off run "allocations of $module" go -C "modules/$module" test "${all[@]}" -run 'Allocations$' .
done
for app in apps/*; do
	GOWORK=off run "$app" module "$app"
done
run "browser suite" env -u GOGC tools/e2e.sh

[ -e "$failed" ] || exit 0
while read -r title; do
	echo "== failed: $title"
	grep -shE '^(FAIL[[:space:]]+[a-z]|--- FAIL|panic: |WARNING: DATA RACE)|\[(FAIL|PANICKED|TIMEDOUT)\]' "$logs/${title//\//-}" | sort -u | head -n 20 || true
done <"$failed"
exit 1
