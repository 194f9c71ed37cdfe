package exchange

import (
	"net/http"
	"strings"
)

// LinkTo returns the target of the first link of a relation in the Link header
// (RFC 8288), "" when there is none. Links about another resource, those with
// an anchor, do not count.
func LinkTo(h http.Header, relation string) string {
	for _, line := range h.Values("Link") {
		for line != "" {
			var l link
			l, line = parseLink(line)
			if l.relates(relation) {
				return l.target
			}
		}
	}
	return ""
}

type link struct {
	target string
	rel    string
	anchor bool
}

func (l link) relates(relation string) bool {
	if l.target == "" || l.anchor {
		return false
	}
	for rel := range strings.FieldsSeq(l.rel) {
		if strings.EqualFold(rel, relation) {
			return true
		}
	}
	return false
}

// parseLink reads one link and returns what follows it. It goes on after the
// next comma where it cannot read on.
func parseLink(s string) (link, string) {
	s = strings.TrimLeft(s, " \t,")
	if !strings.HasPrefix(s, "<") {
		_, rest, _ := strings.Cut(s, ",")
		return link{}, rest
	}
	target, rest, closed := strings.Cut(s[1:], ">")
	if !closed {
		return link{}, ""
	}
	l := link{target: strings.TrimSpace(target)}
	hasRel := false
	for {
		rest = strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(rest, ";") {
			_, rest, _ = strings.Cut(rest, ",")
			return l, rest
		}
		var name, value string
		name, value, rest = parseParam(rest[1:])
		switch {
		case strings.EqualFold(name, "anchor"):
			l.anchor = true
		case strings.EqualFold(name, "rel") && !hasRel:
			l.rel, hasRel = value, true
		}
	}
}

// parseParam reads name=value or name="value" and returns what follows.
func parseParam(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, " \t")
	end := strings.IndexAny(s, "=;,")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	name, rest = strings.TrimSpace(s[:end]), s[end:]
	if rest[0] != '=' {
		return name, "", rest
	}
	rest = strings.TrimLeft(rest[1:], " \t")
	if strings.HasPrefix(rest, `"`) {
		value, rest = parseQuoted(rest[1:])
		return name, value, rest
	}
	end = strings.IndexAny(rest, ";,")
	if end < 0 {
		return name, strings.TrimSpace(rest), ""
	}
	return name, strings.TrimSpace(rest[:end]), rest[end:]
}

// parseQuoted reads the rest of a quoted string (RFC 9110, section 5.6.4).
func parseQuoted(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}
