#!/usr/bin/env bash
# Installs the packages that folders of tools pin, where there is npm and they are
# not there yet: npm-packages.sh codemirror
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
	echo "there is no npm to install the packages of: $*"
	exit 0
fi
for folder in "$@"; do
	if ! cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed"; then
		npm --prefix "$folder" ci --ignore-scripts --silent >/dev/null
		cp "$folder/package-lock.json" "$folder/node_modules/.installed"
	fi
done
