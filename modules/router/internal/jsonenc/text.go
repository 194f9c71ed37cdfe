package jsonenc

import "unicode/utf8"

// appendString appends s as a JSON string. Bytes that are no UTF-8 become
// U+FFFD; U+2028 and U+2029 are escaped, as JavaScript once took them for line
// breaks.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if isPlain(s) {
		dst = append(dst, s...)
	} else {
		dst = appendEscaped(dst, s)
	}
	return append(dst, '"')
}

// The words with 1, and with the highest bit, in each of their bytes.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// isPlain reports whether s is printable ASCII without quotes and backslashes. It
// reads eight bytes at a time; the last eight may overlap those before.
func isPlain(s string) bool {
	if len(s) < 8 {
		for i := range len(s) {
			if !plain[s[i]] {
				return false
			}
		}
		return true
	}
	for i := 0; i < len(s)-8; i += 8 {
		if isSpecial(word(s[i:])) {
			return false
		}
	}
	return !isSpecial(word(s[len(s)-8:]))
}

func word(s string) uint64 {
	_ = s[7] // one bounds check for all
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// isSpecial reports whether one of the bytes of w is not plain. Subtraction sets
// the highest bit of a byte below 0x20, and of one that exclusive or has made
// zero; it borrows from a neighbour only where it has found something already.
func isSpecial(w uint64) bool {
	return (w|(w-ones*' ')|((w^ones*'"')-ones)|((w^ones*'\\')-ones))&highs != 0
}

// plain holds the bytes that stand for themselves in a JSON string.
var plain = func() (table [256]bool) {
	for b := range byte(utf8.RuneSelf) {
		table[b] = b >= ' ' && b != '"' && b != '\\'
	}
	return table
}()

func appendEscaped(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if escape := escapeOf(r, size); escape != "" {
			dst = append(dst, s[start:i]...)
			dst = append(dst, escape...)
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

// escapeOf returns what is written instead of a rune, empty for the rune
// itself.
func escapeOf(r rune, size int) string {
	switch {
	case r < ' ':
		return controls[r]
	case r == '"':
		return `\"`
	case r == '\\':
		return `\\`
	case r == '\u2028':
		return `\u2028`
	case r == '\u2029':
		return `\u2029`
	case r == utf8.RuneError && size == 1:
		return `\ufffd`
	}
	return ""
}

var controls = [' ']string{
	`\u0000`, `\u0001`, `\u0002`, `\u0003`, `\u0004`, `\u0005`, `\u0006`, `\u0007`,
	`\b`, `\t`, `\n`, `\u000b`, `\f`, `\r`, `\u000e`, `\u000f`,
	`\u0010`, `\u0011`, `\u0012`, `\u0013`, `\u0014`, `\u0015`, `\u0016`, `\u0017`,
	`\u0018`, `\u0019`, `\u001a`, `\u001b`, `\u001c`, `\u001d`, `\u001e`, `\u001f`,
}
