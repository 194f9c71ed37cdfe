package tree

import (
	"regexp"
	"strconv"
	"strings"
)

// The separators of YAML 1.1: the parser takes them for line breaks, which they are not
// since YAML 1.2 (section 5.4).
var separators = []string{"\u0085", "\u2028", "\u2029"}

// The characters for private use that may stand for them.
const (
	firstPrivate = '\ue000'
	lastPrivate  = '\uf8ff'
)

var escape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}`)

// withoutSeparators returns a text that has characters which occur nowhere in it in place
// of its separators, and what makes them separators again in a part of it.
func withoutSeparators(text string) (without string, restored func(part string) string, err error) {
	if !hasSeparator(text) {
		return text, func(part string) string { return part }, nil
	}
	used := [lastPrivate - firstPrivate + 1]bool{}
	use := func(r rune) {
		if firstPrivate <= r && r <= lastPrivate {
			used[r-firstPrivate] = true
		}
	}
	for _, r := range text {
		use(r)
	}
	for _, e := range escape.FindAllString(text, -1) {
		r, _ := strconv.ParseInt(e[2:], 16, 64)
		use(rune(r))
	}
	var there, back []string
	for i := 0; i < len(used) && len(there) < 2*len(separators); i++ {
		if !used[i] {
			from, to := separators[len(there)/2], string(rune(firstPrivate+i))
			there, back = append(there, from, to), append(back, to, from)
		}
	}
	if len(there) < 2*len(separators) {
		return "", nil, &Error{Message: errControl}
	}
	return strings.NewReplacer(there...).Replace(text), strings.NewReplacer(back...).Replace, nil
}

func hasSeparator(text string) bool {
	for _, s := range separators {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
