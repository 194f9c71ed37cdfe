package weblink

import (
	"net/url"
	"slices"
	"strings"
)

// Foreign reports whether a browser would take an address for one of a scheme
// that must not be linked, such as "javascript:" or "data:". Relative addresses
// and what is no address at all are not foreign; Safe refuses them all the same.
func Foreign(address string) bool {
	scheme := Scheme(address)
	return scheme != "" && scheme != "http" && scheme != "https" && scheme != "mailto"
}

// Scheme returns the scheme of an address in lower case as a browser reads it,
// which ignores space and control characters before it and line breaks within.
// It is empty for relative addresses.
func Scheme(address string) string {
	trimmed := strings.TrimLeftFunc(address, func(r rune) bool { return r <= ' ' })
	var b strings.Builder
	for i := range len(trimmed) {
		switch c := trimmed[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == ':':
			return strings.ToLower(b.String())
		case isLetter(c), b.Len() > 0 && (c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9'):
			b.WriteByte(c)
		default:
			return ""
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Image returns the address of an image when a page may load it: Safe, of the
// scheme https, from one of hosts, which are names with or without a port. It is
// empty otherwise, and always without hosts.
func Image(address string, hosts []string) string {
	if len(hosts) == 0 || Safe(address) == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme, "https") || !slices.Contains(hosts, strings.ToLower(u.Host)) {
		return ""
	}
	return address
}
