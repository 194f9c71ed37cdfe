package mock

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// sent is what a request sends besides its body.
type sent struct {
	r       *http.Request
	values  []pathmatch.Value // of the variables of the path
	query   []pair
	cookies []pair
}

func newSent(r *http.Request, values []pathmatch.Value) *sent {
	s := &sent{r: r, values: values, query: readPairs(r.URL.RawQuery)}
	for _, c := range r.Cookies() {
		s.cookies = append(s.cookies, pair{c.Name, c.Value})
	}
	return s
}

// parameter is the value of a parameter as JSON, and whether it is there.
func (s *sent) parameter(in reader, p *apidoc.Parameter) (json.RawMessage, bool) {
	switch p.In {
	case apidoc.InPath:
		i := slices.IndexFunc(s.values, func(v pathmatch.Value) bool { return plainName(v.Name) == plainName(p.Name) })
		if i < 0 {
			return nil, false
		}
		return in.inPath(p, s.values[i].Text), true
	case apidoc.InQuery:
		return in.pairs(p, s.query)
	case apidoc.InCookie:
		return in.pairs(p, s.cookiesAs(p.Style))
	case apidoc.InHeader:
		lines := s.r.Header.Values(p.Name)
		if http.CanonicalHeaderKey(p.Name) == "Host" {
			lines = []string{s.r.Host}
		}
		if len(lines) == 0 {
			return nil, false
		}
		value := strings.Join(lines, ",")
		if own := delimiters[p.Style]; len(own) > 0 { // of Swagger 2.0
			return in.list(p, value, own[len(own)-1], strings.TrimSpace), true
		}
		if len(p.Content) == 0 && in.types(p.Schema).has("array") {
			value = withoutEmpty(value)
		}
		return in.list(p, value, ",", strings.TrimSpace), true
	}
	return s.whole(in, p)
}

// cookiesAs are the cookies for a parameter of a style. In a cookie a plus stands for itself,
// and so does a percent sign in the style cookie (OpenAPI 3.2, Style Values).
func (s *sent) cookiesAs(style string) []pair {
	plain := strings.NewReplacer("+", "%2B")
	if style == "cookie" {
		plain = strings.NewReplacer("+", "%2B", "%", "%25")
	}
	list := slices.Clone(s.cookies)
	for i := range list {
		list[i].raw = plain.Replace(list[i].raw)
	}
	return list
}

// withoutEmpty is the list of a header without elements that are empty, which say nothing
// (RFC 9110, section 5.6.1).
func withoutEmpty(list string) string {
	elements := strings.Split(list, ",")
	return strings.Join(slices.DeleteFunc(elements, func(e string) bool { return strings.TrimSpace(e) == "" }), ",")
}

// whole is the query as one value (OpenAPI 3.2).
func (s *sent) whole(in reader, p *apidoc.Parameter) (json.RawMessage, bool) {
	switch {
	case s.r.URL.RawQuery == "":
		return nil, false
	case len(p.Content) > 0 && essence(p.Content[0].Name) == formType:
		return form{reader: in, media: &p.Content[0]}.object(s.query), true
	}
	return in.text(p, decode(s.r.URL.RawQuery)), true
}
