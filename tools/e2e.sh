#!/usr/bin/env bash
# Runs the browser suite in parallel processes that share one Chromium, in random
# order: e2e.sh [FOLDER|REGEXP] [ginkgo's flags]. TREFOIL_SLOW=4 makes its pages slow.
set -euo pipefail
cd "$(dirname "$0")/.."

focus=()
if [ $# -gt 0 ] && [[ $1 != -* ]]; then
	if [ -d "apps/demo/e2e/$1" ]; then
		focus=(--focus-file "e2e/$1/")
	else
		focus=(--focus "$1")
	fi
	shift
fi

# axe-core checks pages where npm can get it.
if [ -z "${TREFOIL_AXE:-}" ]; then
	tools/npm-packages.sh axe || true # npm may reach no registry
	axe=$PWD/tools/axe/node_modules/axe-core/axe.min.js
	[ ! -f "$axe" ] || export TREFOIL_AXE=$axe
fi
[ -n "${TREFOIL_AXE:-}" ] || echo "pages are not checked by axe-core: npm could not get it"

timeout=30m
[ -z "${TREFOIL_SLOW:-}" ] || timeout=3h

color=()
[ -t 1 ] || color=(--no-color)

make "$PWD/.bin/ginkgo"
ginkgo=$PWD/.bin/ginkgo
cd apps/demo
export GOWORK=off # what the tests of the apps have compiled serves again
# One process more than there are processors: each waits for pages now and then.
"$ginkgo" run --procs=$(($(getconf _NPROCESSORS_ONLN) + 1)) --randomize-all --fail-on-pending --fail-on-empty --timeout="$timeout" \
	"${color[@]}" "${focus[@]}" "$@" ./e2e
