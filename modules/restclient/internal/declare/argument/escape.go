package argument

import "github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"

// appendEscaped writes s as application/x-www-form-urlencoded has it: a space
// is "+", and only the unreserved characters of RFC 3986, section 2.3, stay as
// they are.
func appendEscaped[S string | []byte](dst []byte, s S) []byte {
	const digits = "0123456789ABCDEF"
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
		dst = append(dst, '%', digits[c>>4], digits[c&15])
	}
	return append(dst, s[done:]...)
}
