package mock

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// sent reads what a request sends besides its body.
type sent struct {
	*exchange
	query   []pair
	cookies []pair
}

func newSent(x *exchange) *sent {
	s := &sent{exchange: x, query: readPairs(x.r.URL.RawQuery)}
	for _, c := range x.r.Cookies() {
		s.cookies = append(s.cookies, pair{c.Name, c.Value})
	}
	return s
}

// parameter is the value of a parameter as JSON, by its style and schema, and
// whether it is there.
func (s *sent) parameter(p *apidoc.Parameter) (json.RawMessage, bool) {
	switch p.In {
	case apidoc.InPath:
		i := slices.IndexFunc(s.values, func(v pathmatch.Value) bool { return plainName(v.Name) == plainName(p.Name) })
		if i < 0 {
			return nil, false
		}
		return s.inPath(p, s.values[i].Text), true
	case apidoc.InQuery:
		return s.pairs(p, s.query)
	case apidoc.InCookie:
		return s.pairs(p, s.cookies)
	case apidoc.InHeader:
		lines := s.r.Header.Values(p.Name)
		if http.CanonicalHeaderKey(p.Name) == "Host" {
			lines = []string{s.r.Host}
		}
		if len(lines) == 0 {
			return nil, false
		}
		return s.list(p, strings.Join(lines, ","), ",", func(text string) string { return strings.TrimSpace(text) }), true
	}
	return s.whole(p)
}

// whole is the query as one value (OpenAPI 3.2).
func (s *sent) whole(p *apidoc.Parameter) (json.RawMessage, bool) {
	if s.r.URL.RawQuery == "" {
		return nil, false
	}
	if len(p.Content) > 0 && essence(p.Content[0].Name) == formType {
		return s.object(&p.Content[0], s.query), true
	}
	return s.text(p, decode(s.r.URL.RawQuery)), true
}

// inPath reads a parameter of the path.
func (s *sent) inPath(p *apidoc.Parameter, raw string) json.RawMessage {
	switch p.Style {
	case "label":
		separator := ","
		if p.Explode {
			separator = "."
		}
		return s.list(p, strings.TrimPrefix(raw, "."), separator, decodePath)
	case "matrix":
		raw = strings.TrimPrefix(raw, ";")
		if p.Explode && !s.kinds(p.Schema).has("array") && s.kinds(p.Schema).has("object") {
			return s.list(p, raw, ";", decodePath)
		}
		if p.Explode {
			raw = strings.ReplaceAll(raw, ";"+p.Name+"=", ",")
		}
		return s.list(p, strings.TrimPrefix(raw, p.Name+"="), ",", decodePath)
	}
	return s.list(p, raw, ",", decodePath)
}

// text reads a value that is one text: JSON where a media type says so.
func (s *sent) text(p *apidoc.Parameter, text string) json.RawMessage {
	if len(p.Content) > 0 {
		if isJSON(essence(p.Content[0].Name)) && json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
		return quote(text)
	}
	return s.scalar(text, p.Schema)
}

// list reads a value whose parts stand behind each other: items, or members as
// name and value in turn or, with Explode, as name=value.
func (s *sent) list(p *apidoc.Parameter, raw, separator string, decode func(string) string) json.RawMessage {
	kinds := s.kinds(p.Schema)
	switch {
	case len(p.Content) > 0, !kinds.has("array") && !kinds.has("object"):
		return s.text(p, decode(raw))
	case raw == "" && kinds.has("array"):
		return json.RawMessage("[]")
	case kinds.has("array"):
		var items []json.RawMessage
		for part := range strings.SplitSeq(raw, separator) {
			items = append(items, s.scalar(decode(part), s.itemOf(p.Schema, len(items))))
		}
		return listText(items)
	}
	b := objectBuilder{}
	parts := strings.Split(raw, separator)
	for i := 0; i < len(parts); i++ {
		name, value, found := strings.Cut(parts[i], "=")
		if !p.Explode || !found {
			if name, value = parts[i], ""; i+1 < len(parts) {
				i++
				value = parts[i]
			}
		}
		name = decode(name)
		b.add(name, s.scalar(decode(value), s.memberOf(p.Schema, name)))
	}
	return b.text()
}

// delimiters are what stands between items, as it may be sent.
var delimiters = map[string][]string{
	"spaceDelimited": {"%20", "+", " "}, "pipeDelimited": {"%7C", "%7c", "|"}, "tabDelimited": {"%09", "\t"},
}

// pairs reads a parameter of the query, of a form or of cookies.
func (s *sent) pairs(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	if p.Style == "deepObject" {
		return s.deep(p, all)
	}
	kinds := s.kinds(p.Schema)
	exploded := len(p.Content) == 0 && p.Explode
	if exploded && kinds.has("object") && !kinds.has("array") {
		return s.exploded(p, all)
	}
	var values []string
	for _, one := range all {
		if one.name == p.Name {
			values = append(values, one.raw)
		}
	}
	switch {
	case len(values) == 0:
		return nil, false
	case exploded && kinds.has("array"):
		var items []json.RawMessage
		for _, raw := range values {
			items = append(items, s.scalar(decode(raw), s.itemOf(p.Schema, len(items))))
		}
		return listText(items), true
	}
	raw := values[0]
	for _, d := range delimiters[p.Style] {
		raw = strings.ReplaceAll(raw, d, ",")
	}
	plain := *p
	plain.Explode = false
	return s.list(&plain, raw, ",", decode), true
}

// exploded reads an object whose members are parameters of their own.
func (s *sent) exploded(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	b := objectBuilder{}
	for _, one := range all {
		if member := s.namedMember(p.Schema, one.name); member != nil {
			b.add(one.name, s.scalar(decode(one.raw), member))
		}
	}
	return b.text(), len(b.names) > 0
}
