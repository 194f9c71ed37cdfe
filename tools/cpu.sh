# shellcheck shell=bash
# Sourced by scripts: cpu puts the seconds of CPU that the processes of this shell have
# used so far, where they have ended, into the variable of that name.
cpu() {
	local file
	file=$(mktemp)
	times >"$file" # a subshell would tell its own
	# shellcheck disable=SC2034
	cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%d", s }' "$file")
	rm "$file"
}
