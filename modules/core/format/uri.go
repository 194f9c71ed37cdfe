package format

import "strings"

// isURI checks RFC 3986, section 3: a scheme and what may follow it.
func isURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	return ok && isScheme(scheme) && isHierarchy(rest)
}

// isURIReference checks RFC 3986, section 4.1.
func isURIReference(s string) bool {
	first := s
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		first = s[:i]
	}
	if strings.IndexByte(first, ':') >= 0 {
		return isURI(s)
	}
	return isHierarchy(s)
}

func isScheme(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && strings.IndexByte("+-.", s[i]) < 0 {
			return false
		}
	}
	return true
}

// isHierarchy checks what follows the scheme: authority, path, query and
// fragment.
func isHierarchy(s string) bool {
	s, fragment, _ := strings.Cut(s, "#")
	path, query, _ := strings.Cut(s, "?")
	if authority, ok := strings.CutPrefix(path, "//"); ok {
		path = ""
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			authority, path = authority[:i], authority[i:]
		}
		if !isAuthority(authority) {
			return false
		}
	}
	return isURIText(path, ":@/") && isURIText(query, ":@/?") && isURIText(fragment, ":@/?")
}

// isAuthority knows no IPvFuture, such as "[v1.a]": there is no such version, and nothing
// could be reached there (RFC 3986, section 3.2.2).
func isAuthority(s string) bool {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		if !isURIText(s[:i], ":") {
			return false
		}
		s = s[i+1:]
	}
	if literal, ok := strings.CutPrefix(s, "["); ok {
		address, port, closed := strings.Cut(literal, "]")
		return closed && isIPv6(address) && (port == "" || port[0] == ':' && isPort(port[1:]))
	}
	host, port, _ := strings.Cut(s, ":")
	return isURIText(host, "") && isPort(port)
}

// isPort allows any number of digits, as the RFC does.
func isPort(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isURIText checks for unreserved characters, sub-delims, percent-encoded bytes
// and the further ones.
func isURIText(s, further string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c), isDigit(c), strings.IndexByte("-._~!$&'()*+,;=", c) >= 0, strings.IndexByte(further, c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		default:
			return false
		}
	}
	return true
}
