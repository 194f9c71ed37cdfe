# Reads coverage profiles and prints how much of each module they cover. A block that
# several profiles hold is covered when one of them says so.
/^mode:/ { next }
{
	if (!match($1, /\/modules\/[a-z]+\//)) next
	module = substr($1, RSTART + 9, RLENGTH - 10)
	if (!($1 in covered)) { covered[$1] = 0; all[module] += $2 }
	if ($3 > 0 && !covered[$1]) { covered[$1] = 1; hit[module] += $2 }
}
END { for (m in all) printf "%-12s %5.1f %% of %d statements\n", m, 100 * hit[m] / all[m], all[m] | "sort" }
