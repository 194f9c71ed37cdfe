package pathtemplate

import (
	"net/url"
	"regexp"
	"strings"
)

// Match reports whether Expand can have made an escaped path, and from which
// values. It takes a path without a query and a fragment; one slash at the end
// is tolerated, case matters, and escapes of the same character are the same.
// A parameter takes as much of its segment as it can.
//
// The time it takes grows with the length of the path times that of the
// template, whatever they hold.
func (t *Template) Match(path string) (Values, bool) {
	if strings.ContainsAny(path, "?#") {
		return nil, false
	}
	path = normalize(path)
	at := t.matcher().FindStringSubmatchIndex(path)
	if at == nil || findDotSegment(path) >= 0 {
		return nil, false
	}
	values := Values{}
	for i, p := range t.params {
		if start, end := at[2*i+2], at[2*i+3]; start >= 0 {
			values[p.Name] = unescape(p, path[start:end])
		}
	}
	return values, true
}

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
