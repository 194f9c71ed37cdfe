#!/usr/bin/env bash
# Runs tests: test.sh runs all of them, nothing from the cache; test.sh router runs
# those of one module, without the race detector, and only what has changed.
#
# Packages whose tests are ginkgo suites run their specs in random order; only they
# know the flag for it. `make vet` vets tests, so these runs do not. Everything runs
# even when something fails; what failed stands at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

# The packages of the module in a directory, a line each: import path, whether its tests
# are a suite, whether anything in it is concurrent, which the race detector is for.
packages() {
	go -C "$1" list -f '{{.ImportPath}} {{.Dir}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... | grep -v /apps/demo/e2e |
		while read -r path dir imports; do
			[[ $imports == *onsi/ginkgo* ]] && kind=suite || kind=plain
			grep -qE '"(sync|sync/atomic|net/http|net/http/httptest|testing/synctest)"|^\s+go |\.Go\(' "$dir"/*.go && kind+=" concurrent" || kind+=" sequential"
			echo "$path $kind"
		done
}

# module DIRECTORY [-race]: tests a module; with -race, what is concurrent in it with the
# race detector.
module() {
	local dir=$1 race=${2:-} rc=0 all flags list
	all=$(packages "$dir")
	for kind in "plain concurrent" "plain sequential" "suite concurrent" "suite sequential"; do
		mapfile -t list < <(sed -n "s/ $kind\$//p" <<<"$all")
		[ ${#list[@]} -gt 0 ] || continue
		flags=()
		[[ $kind == plain* ]] || flags=("${suite[@]}" -ginkgo.label-filter '!large')
		if [ -n "$race" ] && [[ $kind == *concurrent ]]; then
			go -C "$dir" test -race "${common[@]}" "${list[@]}" "${flags[@]}" || rc=1
		else
			go -C "$dir" test "${common[@]}" "${list[@]}" "${flags[@]}" || rc=1
		fi
	done
	return $rc
}

# part TITLE runs a part of the tests. What is published is tested on its own go.mod, as
# those who import it build it.
part() {
	export GOWORK=off
	case $1 in
	tools | benchmarks/*) go -C "$1" test "${common[@]}" ./... ;;
	apps/*) module "$1" ;;
	modules/*) module "$1" -race ;;
	# Large descriptions of real services are read, and what things cost is counted,
	# without the race detector.
	"large descriptions") go -C modules/viewer test "${common[@]}" ./openapi ;;
	"large and hostile specs")
		# shellcheck disable=SC2046
		go -C modules/viewer test "${common[@]}" $(large) "${suite[@]}" -ginkgo.label-filter large
		;;
	"allocations of "*) go -C "modules/${1#allocations of }" test "${common[@]}" -run 'Allocations$' . ;;
	"browser suite") env -u GOGC tools/e2e.sh ;;
	esac
}

# The packages of the viewer that have specs marked large, but for the one that runs wholly.
large() { (cd modules/viewer && grep -rl --include='*_test.go' 'worktest\.Large' . | xargs -n1 dirname | sort -u | grep -v '/openapi$'); }

# told TITLE runs a part, and tells what it took.
told() {
	local cpu started=$SECONDS
	# shellcheck source=tools/cpu.sh
	source tools/cpu.sh
	if (part "$1" 2>&1); then
		cpu && echo "== $1: passed in $((SECONDS - started)) s, $cpu s of CPU"
	else
		echo "== $1: FAILED after $((SECONDS - started)) s"
		return 1
	fi
}

# Three parts run at a time, each with half of the processors: each waits now and then,
# for a program that it has started, or for a deadline.
half=$((($(getconf _NPROCESSORS_ONLN) + 1) / 2))
common=(-exec 'env -u GOGC' -vet=off -count=1 -timeout=30m -p "$half")
suite=(-ginkgo.randomize-all -ginkgo.no-color)

case ${1:-} in
'') ;;
--part) # TITLE FOLDER: for the queue below, which keeps its log in the folder
	log=$2/${3//\//-}
	if told "$3" >"$log"; then cat "$log"; else cat "$log" && echo "$3" >>"$2/failed"; fi
	exit
	;;
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

# A program with the race detector sleeps for a second before it ends, to hear of
# races in what still runs then: when its suite has ended, nothing does.
export GORACE="atexit_sleep_ms=0 ${GORACE:-}"

# Compilers and linkers take a quarter less time when they collect garbage less often.
# The tests themselves run as users' programs do.
export GOGC=300

# The longest first, and the browser suite, which shares out the processors itself, when
# all others have ended.
parts=(modules/viewer modules/restclient apps/demo tools modules/router apps/trefoil "large and hostile specs" modules/core)
for go_mod in modules/*/*/go.mod benchmarks/*/go.mod; do
	parts+=("${go_mod%/go.mod}")
done
parts+=("large descriptions" "allocations of restclient" "allocations of core/valkeystore")

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
printf '%s\0' "${parts[@]}" | xargs -0 -P 3 -n 1 tools/test.sh --part "$logs"
tools/test.sh --part "$logs" "browser suite"

[ -e "$logs/failed" ] || exit 0
while read -r title; do
	echo "== failed: $title"
	grep -shE '^(FAIL[[:space:]]+[a-z]|--- FAIL|panic: |WARNING: DATA RACE)|\[(FAIL|PANICKED|TIMEDOUT)\]' "$logs/${title//\//-}" | sort -u | head -n 20 || true
done <"$logs/failed"
exit 1
