package search

import (
	"strings"
	"unicode/utf8"
)

// oneTypo reports whether the start of have is want with one character wrong,
// missing, too much or swapped with the next one.
func oneTypo(have, want string) bool {
	if have == "" || have[0] != want[0] {
		return false // the first letter is nearly always right
	}
	i := 0
	for i < len(have) && i < len(want) && have[i] == want[i] {
		i++
	}
	h, w := have[i:], want[i:]
	switch {
	case len(w) == 0:
		return true
	case len(h) == 0:
		return len(w) == 1
	}
	return strings.HasPrefix(h[1:], w[1:]) || // wrong
		strings.HasPrefix(h, w[1:]) || // too much
		strings.HasPrefix(h[1:], w) || // missing
		len(h) > 1 && len(w) > 1 && h[0] == w[1] && h[1] == w[0] && strings.HasPrefix(h[2:], w[2:])
}

// excerpt returns the part of text around the first wanted word, "" when none
// stands in it.
func excerpt(text string, wanted []string) string {
	const before, after = 40, 100
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return "" // lower case moved the offsets
	}
	for _, w := range wanted {
		at := strings.Index(lower, w)
		if at < 0 {
			continue
		}
		from, to := max(at-before, 0), min(at+after, len(text))
		for from > 0 && !utf8.RuneStart(text[from]) {
			from--
		}
		for to < len(text) && !utf8.RuneStart(text[to]) {
			to++
		}
		return ellipsis(from > 0) + strings.Join(strings.Fields(text[from:to]), " ") + ellipsis(to < len(text))
	}
	return ""
}

func ellipsis(cut bool) string {
	if cut {
		return "…"
	}
	return ""
}
