package search

// The lengths from which a word may have one typing error, and two.
const (
	oneTypo  = 4
	twoTypos = 8
)

// typos is how many typing errors a word may have. Numbers have none.
func typos(word string) int {
	for i := range len(word) {
		if '0' <= word[i] && word[i] <= '9' {
			return 0
		}
	}
	switch {
	case len(word) >= twoTypos:
		return 2
	case len(word) >= oneTypo:
		return 1
	}
	return 0
}

// distance returns how many typing errors lead from want to have, and to the
// start of have that is nearest: a letter wrong, missing, too much, or swapped
// with the next one. Both are limit+1 when there are more than limit. The first
// letter is right, or one of the two that are swapped: it nearly always is.
func distance(have, want string, limit int) (whole, start int) {
	over := limit + 1
	if !sameStart(have, want) || len(have) < len(want)-limit {
		return over, over
	}
	cropped := have[:min(len(have), len(want)+over)]
	var rows [3][maxTerm + 2]uint8
	last, row, next := &rows[0], &rows[1], &rows[2]
	for j := 0; j <= len(cropped); j++ {
		row[j] = uint8(j)
	}
	for i := 1; i <= len(want); i++ {
		next[0] = uint8(i)
		least := next[0]
		for j := 1; j <= len(cropped); j++ {
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+unequal(cropped[j-1], want[i-1]))
			if i > 1 && j > 1 && cropped[j-1] == want[i-2] && cropped[j-2] == want[i-1] {
				next[j] = min(next[j], last[j-2]+1)
			}
			least = min(least, next[j])
		}
		if int(least) > limit {
			return over, over
		}
		last, row, next = row, next, last
	}
	start = over
	for j := 0; j <= len(cropped); j++ {
		start = min(start, int(row[j]))
	}
	whole = over
	if len(cropped) == len(have) {
		whole = min(over, int(row[len(cropped)]))
	}
	return whole, start
}

func sameStart(have, want string) bool {
	switch {
	case have == "" || want == "":
		return false
	case have[0] == want[0]:
		return true
	}
	return len(have) > 1 && len(want) > 1 && have[0] == want[1] && have[1] == want[0]
}

func unequal(a, b byte) uint8 {
	if a == b {
		return 0
	}
	return 1
}
