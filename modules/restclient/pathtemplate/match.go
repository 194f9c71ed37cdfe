package pathtemplate

import (
	"net/url"
	"regexp"
	"strings"
)

// compilePattern makes the regular expression of parts. Package regexp never
// backtracks, so that no template makes a match slow.
func compilePattern(parts []Part) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	writePattern(&b, parts)
	b.WriteString("/?$")
	return regexp.MustCompile(b.String())
}

func writePattern(b *strings.Builder, parts []Part) {
	for _, p := range parts {
		switch p.Kind {
		case Literal:
			b.WriteString(regexp.QuoteMeta(normalize(p.Text)))
		case Parameter:
			b.WriteString("([^/]+)")
		case Wildcard:
			b.WriteString("([^/]+(?:/[^/]+)*)")
		case Group:
			b.WriteString("(?:")
			writePattern(b, p.Group)
			b.WriteString(")?")
		}
	}
}

// unescape reads the value of p from a normalized path, whose escapes are
// valid.
func unescape(p Param, s string) []string {
	segments := []string{s}
	if p.Wildcard {
		segments = strings.Split(s, "/")
	}
	for i, segment := range segments {
		segments[i], _ = url.PathUnescape(segment)
	}
	return segments
}
