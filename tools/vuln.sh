#!/usr/bin/env bash
# Looks for known vulnerabilities in what the published modules use, each with its own
# go.mod, as its users build it: VULNDB=file:///srv/vulndb vuln.sh
#
# VULNDB is the address of a copy of the database of Go's vulnerabilities.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${VULNDB:-}" ]; then
	echo "VULNDB is not set: give the address of a copy of the vulnerability database, such as file:///srv/vulndb" >&2
	exit 2
fi
make "$PWD/.bin/govulncheck"
failed=0
while read -r file; do
	module=${file%/go.mod}
	echo "== $module"
	GOWORK=off .bin/govulncheck -db "$VULNDB" -C "$module" ./... || failed=1
done < <(git ls-files 'modules/*go.mod')
exit $failed
