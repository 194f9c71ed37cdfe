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

// isPlain reports whether s is printable ASCII without quotes and backslashes.
func isPlain(s string) bool {
	for i := range len(s) {
		if !plain[s[i]] {
			return false
		}
	}
	return true
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
