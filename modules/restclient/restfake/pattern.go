package restfake

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// pattern finds the parameters of a path template in a path.
type pattern struct {
	expression *regexp.Regexp // nil matches every path
	names      []string       // of its groups, in order
}

func mustCompile(template string) pattern {
	if template == "*" {
		return pattern{}
	}
	t, err := pathtemplate.Parse(template)
	if err != nil {
		panic(fmt.Sprintf("restfake: %v", err))
	}
	var p pattern
	for _, param := range t.Params() {
		p.names = append(p.names, param.Name)
	}
	p.expression = regexp.MustCompile("^" + translate(t.String()) + "$")
	return p
}

// match returns the parameters without escapes.
func (p pattern) match(escapedPath string) (map[string]string, bool) {
	if p.expression == nil {
		return nil, true
	}
	if escapedPath == "" {
		escapedPath = "/"
	}
	groups := p.expression.FindStringSubmatch(normal(escapedPath))
	if groups == nil {
		return nil, false
	}
	params := make(map[string]string, len(p.names))
	for i, name := range p.names {
		if value, err := url.PathUnescape(groups[i+1]); err == nil && value != "" {
			params[name] = value
		}
	}
	return params, true
}

// translate makes a regular expression of a template in canonical form.
func translate(template string) string {
	var b, text strings.Builder
	flush := func() {
		b.WriteString(regexp.QuoteMeta(normal(text.String())))
		text.Reset()
	}
	for template != "" {
		c := template[0]
		template = template[1:]
		switch c {
		case '\\':
			text.WriteByte(template[0])
			template = template[1:]
			continue
		case ':', '*', '{', '}':
			flush()
		default:
			text.WriteByte(c)
			continue
		}
		switch c {
		case ':':
			b.WriteString("([^/]+?)")
			template = template[nameEnd(template):]
		case '*':
			b.WriteString("(.+?)")
			template = template[nameEnd(template):]
		case '{':
			b.WriteString("(?:")
		case '}':
			b.WriteString(")?")
		}
	}
	flush()
	return b.String()
}

// nameSyntax is a name of a template, quoted or not.
var nameSyntax = regexp.MustCompile(`^(?:"(?:\\.|[^"\\])*"|[\p{L}_$][\p{L}\p{N}\p{Mn}\p{Mc}_$]*)`)

// nameEnd is the length of the name that s begins with.
func nameEnd(s string) int { return len(nameSyntax.FindString(s)) }

// normal escapes a path in one way only, segment by segment.
func normal(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if plain, err := url.PathUnescape(s); err == nil {
			segments[i] = url.PathEscape(plain)
		}
	}
	return strings.Join(segments, "/")
}
