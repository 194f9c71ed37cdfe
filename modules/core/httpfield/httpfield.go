// Package httpfield checks the words of HTTP fields:
//
//	httpfield.IsToken("X-Request-Id") // true
//	httpfield.IsToken("text/html")    // false
package httpfield

import "strings"

// IsToken reports whether s is a token, as the names of fields and methods are
// (RFC 9110, section 5.6.2).
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}
