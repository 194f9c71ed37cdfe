package pathtemplate

import "strconv"

const hexDigits = "0123456789ABCDEF"

// literalBytes are what a literal may hold unescaped besides the unreserved
// characters: the slash and the rest of pchar (RFC 3986, section 3.3).
const literalBytes = "/:@!$&'()*+,;="

// EscapeSegment escapes s as one segment.
func EscapeSegment(s string) string { return string(appendSegment(nil, s)) }

// appendSegment escapes s as one segment: only the unreserved characters of
// RFC 3986, section 2.3, stay as they are.
func appendSegment(dst []byte, s string) []byte {
	done := 0
	for i := range len(s) {
		if IsUnreserved(s[i]) {
			continue
		}
		dst = append(dst, s[done:i]...)
		dst = appendEscape(dst, s[i])
		done = i + 1
	}
	return append(dst, s[done:]...)
}

// escapeLiteral makes text of a template fit for a URL path: it keeps what a
// path may hold, escapes included, and escapes the rest.
func escapeLiteral(s string) string {
	var dst []byte
	for i := range len(s) {
		if isLiteral(s[i]) || s[i] == '%' && isEscape(s[i:]) {
			dst = append(dst, s[i])
			continue
		}
		dst = appendEscape(dst, s[i])
	}
	return string(dst)
}

// normalize writes an escaped path in the one way in which equal paths are
// equal strings (RFC 3986, section 6.2.2): escapes in upper case, and none for
// unreserved characters. The text of a template is the escaped path of itself.
func normalize(s string) string {
	var dst []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		escaped := c == '%' && isEscape(s[i:])
		if escaped {
			c = unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
		}
		if IsUnreserved(c) || !escaped && isLiteral(c) {
			dst = append(dst, c)
			continue
		}
		dst = appendEscape(dst, c)
	}
	return string(dst)
}

func appendEscape(dst []byte, c byte) []byte {
	return append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
}

// isEscape reports whether s begins with an escape.
func isEscape(s string) bool {
	if len(s) < 3 {
		return false
	}
	_, err := strconv.ParseUint(s[1:3], 16, 8)
	return err == nil
}

// unhex returns the value of a digit that isEscape has checked.
func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

func isLiteral(c byte) bool {
	for i := range len(literalBytes) {
		if literalBytes[i] == c {
			return true
		}
	}
	return IsUnreserved(c)
}

// IsUnreserved reports whether c is an unreserved character of RFC 3986, section
// 2.3, which never needs an escape.
func IsUnreserved(c byte) bool { return unreserved[c] }

var unreserved = [256]bool{
	'-': true, '.': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true,
	'J': true, 'K': true, 'L': true, 'M': true, 'N': true, 'O': true, 'P': true, 'Q': true, 'R': true,
	'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true, '_': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true,
	'j': true, 'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true, 'q': true, 'r': true,
	's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true, '~': true,
}
