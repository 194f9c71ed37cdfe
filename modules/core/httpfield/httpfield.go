// Package httpfield reads the words of HTTP fields:
//
//	httpfield.IsToken("X-Request-Id")           // true
//	httpfield.Has(h["Vary"], "Accept-Encoding") // whether a line names it
package httpfield

import (
	"iter"
	"strings"
)

// IsToken reports whether s is a token, as the names of fields and methods are
// (RFC 9110, section 5.6.2).
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

// Elements are those of a list, in the order of its lines (RFC 9110, section 5.6.1). Empty
// ones are left out. It is for lists of words: a comma within quotes separates, too.
func Elements(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range lines {
			for element := range strings.SplitSeq(line, ",") {
				if element = strings.Trim(element, " \t"); element != "" && !yield(element) {
					return
				}
			}
		}
	}
}

// Has reports whether a word is an element of a list. Case does not count.
func Has(lines []string, word string) bool {
	for element := range Elements(lines) {
		if strings.EqualFold(element, word) {
			return true
		}
	}
	return false
}
