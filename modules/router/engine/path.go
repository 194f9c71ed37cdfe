package engine

import (
	"net/url"
	"strings"
)

// Path returns the escaped path of a request in the one spelling that all
// engines match, so that "/%61" and "/a" are the same path on each of them:
// every segment is escaped as Escape does it. An escaped slash ("%2F") stays
// inside its segment.
//
// It reports false for a path that no route can match and that is never
// cleaned or redirected: one that is empty or relative, holds an empty segment
// ("//") before its end, or a segment "." or "..", escaped or not.
func Path(u *url.URL) (string, bool) {
	path := u.EscapedPath()
	if path == "" || path[0] != '/' {
		return "", false
	}
	if isPlain(path) {
		return path, true
	}
	return canonical(path)
}

// Escape writes a decoded segment as Path does.
func Escape(segment string) string { return url.PathEscape(segment) }

// isPlain tells whether path is in canonical spelling already, without a look
// at every segment: no escapes, no dots behind a slash, no empty segments.
func isPlain(path string) bool {
	slash := false
	for i := range len(path) {
		c := path[i]
		switch {
		case c == '/' || c == '.':
			if slash {
				return false
			}
			slash = c == '/'
			continue
		case !isUnescaped(c):
			return false
		}
		slash = false
	}
	return true
}

func isUnescaped(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("-_~$&+=:@", c) >= 0
}

func canonical(path string) (string, bool) {
	segments := strings.Split(path[1:], "/")
	for i, s := range segments {
		decoded, err := url.PathUnescape(s)
		if err != nil || decoded == "." || decoded == ".." {
			return "", false
		}
		if decoded == "" && i < len(segments)-1 {
			return "", false
		}
		segments[i] = Escape(decoded)
	}
	return "/" + strings.Join(segments, "/"), true
}
