package engine

import (
	"net/url"
	"strings"
)

// Path returns the escaped path of a request in the one spelling that all
// engines match, so that "/%61" and "/a" are the same path on each of them:
// every segment is escaped as Escape does it. An escaped slash ("%2F") stays
// inside its segment. A path that needs no escape is returned as it is, after
// one look at its bytes and without an allocation.
//
// The empty path of a target in absolute form, such as "http://example.org", is "/"
// (RFC 9110, section 4.2.3).
//
// It reports false for a path that no route can match and that is never
// cleaned or redirected: another one that is empty or relative, holds an empty segment
// ("//") before its end, or a segment "." or "..", escaped or not.
func Path(u *url.URL) (string, bool) {
	if u.RawPath != "" {
		return canonical(u.EscapedPath(), true)
	}
	if isPlain(u.Path) {
		return u.Path, true
	}
	if u.Path == "" && u.Scheme != "" && u.Host != "" {
		return "/", true
	}
	return canonical(u.Path, false)
}

// Escape writes a decoded segment as Path does.
func Escape(segment string) string { return url.PathEscape(segment) }

// plain holds the bytes that a segment holds unescaped: the characters that
// RFC 3986 calls unreserved, and "$&+=:@".
var plain = func() (set [256]bool) {
	const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for _, c := range []byte(alphanumeric + "-._~$&+=:@") {
		set[c] = true
	}
	return set
}()

// IsPlain reports whether a decoded segment is a value that Path leaves as it is: it
// has no escape, is not empty, and is neither "." nor "..".
func IsPlain(segment string) bool {
	for i := range len(segment) {
		if !plain[segment[i]] {
			return false
		}
	}
	return segment != "" && !isDots(segment)
}

// isPlain reports whether a decoded path is its own canonical spelling.
func isPlain(path string) bool {
	if path == "" || path[0] != '/' {
		return false
	}
	start := 1
	for i := 1; i < len(path); i++ {
		c := path[i]
		if plain[c] {
			continue
		}
		if c != '/' || i == start || isDots(path[start:i]) {
			return false
		}
		start = i + 1
	}
	return !isDots(path[start:])
}

func isDots(segment string) bool { return segment == "." || segment == ".." }

// canonical respells a path, in which escapes count when it is escaped.
func canonical(path string, escaped bool) (string, bool) {
	if path == "" || path[0] != '/' {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(path) + len(path)/2)
	b.WriteByte('/')
	start := 1
	for i := 1; i < len(path); i++ {
		c := path[i]
		if c == '/' {
			if segment := b.String()[start:]; segment == "" || isDots(segment) {
				return "", false
			}
			b.WriteByte('/')
			start = b.Len()
			continue
		}
		if c == '%' && escaped {
			if i+2 >= len(path) || !isHex(path[i+1]) || !isHex(path[i+2]) {
				return "", false
			}
			c = fromHex(path[i+1])<<4 | fromHex(path[i+2])
			i += 2
		}
		write(&b, c)
	}
	if isDots(b.String()[start:]) {
		return "", false
	}
	return b.String(), true
}

func write(b *strings.Builder, c byte) {
	if plain[c] {
		b.WriteByte(c)
		return
	}
	const digits = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(digits[c>>4])
	b.WriteByte(digits[c&15])
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// fromHex is the value of a hexadecimal digit.
func fromHex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
