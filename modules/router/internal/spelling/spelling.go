// Package spelling finds the name that was probably meant:
//
//	spelling.Nearest("limti", []string{"after", "limit"}, 2) // "limit"
package spelling

// Nearest returns the known name that needs the fewest changes, empty when all of
// them need more than most or as many as the name has bytes.
func Nearest(name string, known []string, most int) string {
	best, distance := "", min(most+1, len(name))
	for _, k := range known {
		if max(len(k), len(name))-min(len(k), len(name)) >= distance {
			continue // it is at least as far as that
		}
		if d := editDistance(name, k); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// editDistance counts the insertions, deletions, replacements and swaps of neighbours
// between a and b.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j], rows[i][j-1], rows[i-1][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
			}
		}
	}
	return rows[len(a)][len(b)]
}
