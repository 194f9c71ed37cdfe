#!/usr/bin/env bash
# Checks the types of the viewer's scripts, where there is npm to get the
# compiler: the bundler only takes types out.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
	echo "types of scripts are not checked: there is no npm to get the compiler"
	exit 0
fi
./npm-packages.sh typescript codemirror
typescript/node_modules/.bin/tsc -p ../modules/viewer/ui
