package argument

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// appendText writes a value of a query.
func appendText[S string | []byte](dst []byte, s S, reserved bool) []byte {
	if !reserved {
		return appendEscaped(dst, s)
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case strings.IndexByte(stays, c) >= 0, c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			dst = append(dst, c)
		default:
			dst = appendEscaped(dst, s[i:i+1])
		}
	}
	return dst
}

// stays are the reserved characters that allowReserved of OpenAPI leaves as they are:
// those that end neither a value nor the query, for any server, and are no space.
const stays = "/?!$'()*,:@"

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// escapeCookie escapes what the value of a cookie cannot hold (RFC 6265, section
// 4.1.1), and what a server that decodes cookies takes for something else. One that
// does not decode them reads most values all the same.
func escapeCookie(s string) string {
	var dst []byte
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7f && strings.IndexByte("\"%+,;\\", c) < 0 {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', hexDigits[s[i]>>4], hexDigits[s[i]&15])
	}
	return string(dst)
}

const hexDigits = "0123456789ABCDEF"

// appendEscaped writes s as application/x-www-form-urlencoded has it: a space
// is "+", and only the unreserved characters of RFC 3986, section 2.3, stay as
// they are.
func appendEscaped[S string | []byte](dst []byte, s S) []byte {
	done := 0
	for i := range len(s) {
		c := s[i]
		if pathtemplate.IsUnreserved(c) {
			continue
		}
		dst = append(dst, s[done:i]...)
		done = i + 1
		if c == ' ' {
			dst = append(dst, '+')
			continue
		}
		dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return append(dst, s[done:]...)
}
