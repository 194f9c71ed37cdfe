package snippet

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// serialized is the value of an example that a parameter gives as it is sent alone
// (OpenAPI 3.2, "Style Examples"). It is false where there is no such example, and where it
// cannot be told what it is sent for.
func (b *builder) serialized(p *apidoc.Parameter, m *apidoc.MediaType) (value, bool) {
	if m.Example != nil || slices.ContainsFunc(m.Examples, func(e apidoc.Example) bool { return e.Value != nil }) {
		return value{}, false
	}
	i := slices.IndexFunc(m.Examples, func(e apidoc.Example) bool { return e.Serialized != "" })
	if i < 0 {
		return value{}, false
	}
	text := m.Examples[i].Serialized
	sent := sentText{b: b, p: p, decode: decoding(p)}
	switch {
	case p.In == apidoc.InQueryString && baseType(m.Name) == formType:
		return sent.object(m.Schema, separated(text, "&", url.QueryUnescape))
	case p.In == apidoc.InQueryString:
		return parse(json.RawMessage(text)), true
	case p.Schema == nil:
		return textValue(text), true
	case p.In == apidoc.InQuery || p.In == apidoc.InCookie:
		return sent.named(text)
	}
	return sent.bare(text)
}

// decoding reads what is encoded where a parameter stands. What cannot be read stays.
func decoding(p *apidoc.Parameter) func(string) (string, error) {
	switch {
	case p.In == apidoc.InHeader, p.In == apidoc.InCookie && p.Style == "cookie":
		return func(text string) (string, error) { return text, nil }
	case p.In == apidoc.InQuery || p.In == apidoc.InQueryString:
		return url.QueryUnescape
	}
	return url.PathUnescape
}

// separated reads names with their values.
func separated(text, separator string, decode func(string) (string, error)) (all []pair) {
	for piece := range strings.SplitSeq(text, separator) {
		name, encoded, _ := strings.Cut(strings.TrimSpace(piece), "=")
		if decoded, err := decode(name); err == nil {
			name = decoded
		}
		all = append(all, pair{name, encoded})
	}
	return all
}

// sentText is the value of a parameter as it is sent.
type sentText struct {
	b      *builder
	p      *apidoc.Parameter
	decode func(string) (string, error)
}

func (t sentText) has(s *apidoc.Schema, name string) bool {
	return slices.Contains(t.b.shapes.Of(s).Schema.Types, name)
}

// named reads what has the name of the parameter before it, or those of its members.
func (t sentText) named(text string) (value, bool) {
	separator := "&"
	if t.p.In == apidoc.InCookie {
		separator = ";"
	}
	all := separated(text, separator, t.decode)
	switch {
	case t.p.Style == "deepObject":
		return value{}, false
	case t.p.Explode && t.has(t.p.Schema, "object"):
		return t.object(t.p.Schema, all)
	case t.p.Explode && t.has(t.p.Schema, "array"):
		var texts []string
		for _, one := range all {
			if one.name == t.p.Name {
				texts = append(texts, one.value)
			}
		}
		return t.list(texts), len(texts) > 0
	}
	for _, one := range all {
		if one.name == t.p.Name {
			return t.bare(one.value)
		}
	}
	return value{}, false
}

// bare reads a value without a name.
func (t sentText) bare(text string) (value, bool) {
	separator := delimiter(t.p.Style)
	switch t.p.Style {
	case "spaceDelimited", "pipeDelimited":
		text = strings.ReplaceAll(strings.ReplaceAll(text, encode(separator, ""), separator), strings.ToLower(encode(separator, "")), separator)
	case "matrix":
		return value{}, false
	case "label":
		text = strings.TrimPrefix(text, ".")
		if t.p.Explode {
			separator = "."
		}
	}
	switch {
	case t.has(t.p.Schema, "array"):
		return t.list(strings.Split(text, separator)), true
	case t.has(t.p.Schema, "object") && t.p.Explode:
		return t.object(t.p.Schema, separated(text, separator, t.decode))
	case t.has(t.p.Schema, "object"):
		var all []pair
		for pieces := strings.Split(text, separator); len(pieces) > 1; pieces = pieces[2:] {
			all = append(all, pair{pieces[0], pieces[1]})
		}
		return t.object(t.p.Schema, all)
	}
	return t.scalar(t.p.Schema, text), true
}

func (t sentText) list(texts []string) value {
	v := value{kind: list}
	items := t.b.shapes.Of(t.p.Schema).Schema.Items
	for _, text := range texts {
		v.items = append(v.items, t.scalar(items, strings.TrimSpace(text)))
	}
	v.raw = v.compact()
	return v
}

func (t sentText) object(s *apidoc.Schema, all []pair) (value, bool) {
	v := value{kind: object}
	properties := t.b.shapes.Of(s).Schema.Properties
	for _, one := range all {
		var schema *apidoc.Schema
		if i := slices.IndexFunc(properties, func(p apidoc.Property) bool { return p.Name == one.name }); i >= 0 {
			schema = properties[i].Schema
		}
		v.members = append(v.members, member{one.name, t.scalar(schema, one.value)})
	}
	v.raw = v.compact()
	return v, len(all) > 0
}

// scalar reads a text, or the number or truth value that its schema says it is.
func (t sentText) scalar(s *apidoc.Schema, text string) value {
	if decoded, err := t.decode(text); err == nil {
		text = decoded
	}
	v := parse(json.RawMessage(text))
	number := v.kind == scalar && !v.quoted && (t.has(s, "integer") || t.has(s, "number") || t.has(s, "boolean"))
	if number && v.text == text {
		return v
	}
	return textValue(text)
}

// sentForm is the value of a form whose example is the text that is sent. It is false for
// another example, and for a text that its fields would not be sent as again.
func (b *builder) sentForm(m *apidoc.MediaType, e *instance) (value, bool) {
	text := e.sent
	if text == "" && !e.empty() && e.value().quoted {
		text = e.value().text
	}
	if text == "" {
		return value{}, false
	}
	all := separated(text, "&", url.QueryUnescape)
	v := value{kind: object}
	for _, one := range all {
		if slices.ContainsFunc(v.members, func(m member) bool { return m.name == one.name }) {
			continue
		}
		var texts []string
		for _, other := range all {
			if other.name == one.name {
				texts = append(texts, other.value)
			}
		}
		v.members = append(v.members, member{one.name, b.sentField(schemas{b.shapes}.property(m.Schema, one.name), texts)})
	}
	v.raw = v.compact()
	return v, slices.Equal(sentPairs(form(m, b.fields().written(m, v))), sentPairs(text))
}

// sentField is the value of a field that is sent as some texts.
func (b *builder) sentField(s *apidoc.Schema, texts []string) value {
	sent := sentText{b: b, p: &apidoc.Parameter{Schema: s}, decode: url.QueryUnescape}
	if sent.has(s, "array") {
		return sent.list(texts)
	}
	v := sent.scalar(s, texts[0])
	if sent.has(s, "object") {
		return parse(json.RawMessage(v.text))
	}
	return v
}

// sentPairs are the names and values of a form, by name.
func sentPairs(text string) []pair {
	all := separated(text, "&", url.QueryUnescape)
	for i := range all {
		if decoded, err := url.QueryUnescape(all[i].value); err == nil {
			all[i].value = decoded
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return strings.Compare(a.name, b.name) })
	return all
}
