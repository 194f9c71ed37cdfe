#!/usr/bin/env bash
# Everything that a change has to pass, the cheapest first: check.sh
#
# What is wrong is told when it is found, and the list of it stands at the end. A
# stage that fails does not keep the next ones from running, so one run shows all.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tools/cpu.sh
source tools/cpu.sh

# Compilers and analysers take a quarter less time when they collect garbage less often.
export GOGC=300

stages=(format-check doc-check arch tidy-check test-tools vet staticcheck web-check release-check)
[ -z "${VULNDB:-}" ] || stages+=(vuln)
stages+=(test)
failed=()
for stage in "${stages[@]}"; do
	cpu && started=$SECONDS before=$cpu
	echo "--- $stage"
	if make -k "$stage"; then
		cpu && echo "--- $stage: passed in $((SECONDS - started)) s, $((cpu - before)) s of CPU"
	else
		echo "--- $stage: FAILED after $((SECONDS - started)) s"
		failed+=("$stage")
	fi
done

if [ -z "${VULNDB:-}" ]; then
	echo "--- not run: vuln, which needs VULNDB, the address of a copy of the vulnerability database"
fi
if [ ${#failed[@]} -gt 0 ]; then
	echo "--- failed after $SECONDS s; each runs alone as well:"
	printf '      make %s\n' "${failed[@]}"
	exit 1
fi
cpu && echo "--- passed in $SECONDS s, $cpu s of CPU"
