// Package spelling finds the name that was probably meant:
//
//	spelling.Nearest("limti", []string{"after", "limit"}) // "limit"
package spelling

// Nearest returns the known name that needs the fewest changes, empty when all of
// them need more than two or as many as the name has bytes.
func Nearest(name string, known []string) string {
	best, distance := "", min(3, len(name))
	for _, k := range known {
		if d := editDistance(name, k); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// editDistance counts the insertions, deletions and replacements between a and
// b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
