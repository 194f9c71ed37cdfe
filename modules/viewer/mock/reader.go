package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// reader reads the values of a request as JSON, by their style and schema.
type reader struct{ *schemas }

// inPath reads a parameter of the path.
func (r reader) inPath(p *apidoc.Parameter, raw string) json.RawMessage {
	switch p.Style {
	case "label":
		separator := ","
		if p.Explode {
			separator = "."
		}
		return r.list(p, strings.TrimPrefix(raw, "."), separator, decodePath)
	case "matrix":
		raw = strings.TrimPrefix(raw, ";")
		if p.Explode && !r.types(p.Schema).has("array") && r.types(p.Schema).has("object") {
			return r.list(p, raw, ";", decodePath)
		}
		if p.Explode {
			raw = strings.ReplaceAll(raw, ";"+p.Name+"=", ",")
		}
		return r.list(p, strings.TrimPrefix(raw, p.Name+"="), ",", decodePath)
	}
	return r.list(p, raw, ",", decodePath)
}

// delimiters are what stands between items, as it may be sent.
var delimiters = map[string][]string{
	"spaceDelimited": {"%20", "+", " "}, "pipeDelimited": {"%7C", "%7c", "|"}, "tabDelimited": {"%09", "\t"},
}

// pairs reads a parameter of the query, of a form or of cookies. It is false when
// none of them is there.
func (r reader) pairs(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	if p.Style == "deepObject" {
		return r.deep(p, all)
	}
	types := r.types(p.Schema)
	exploded := len(p.Content) == 0 && p.Explode
	if exploded && types.has("object") && !types.has("array") {
		return r.exploded(p, all)
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
	case exploded && types.has("array"):
		var items []json.RawMessage
		for _, raw := range values {
			items = append(items, r.scalar(decode(raw), r.item(p.Schema, len(items))))
		}
		return listText(items), true
	}
	raw := values[0]
	for _, d := range delimiters[p.Style] {
		raw = strings.ReplaceAll(raw, d, ",")
	}
	plain := *p
	plain.Explode = false
	return r.list(&plain, raw, ",", decode), true
}

// exploded reads an object whose members are parameters of their own.
func (r reader) exploded(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	b := objectBuilder{}
	for _, one := range all {
		if member := r.namedMember(p.Schema, one.name); member != nil {
			b.add(one.name, r.scalar(decode(one.raw), member))
		}
	}
	return b.text(), len(b.names) > 0
}

// deep reads a parameter of the style deepObject.
func (r reader) deep(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	root, there := &branch{}, false
	for _, one := range all {
		rest, ok := strings.CutPrefix(one.name, p.Name)
		if !ok || rest != "" && rest[0] != '[' {
			continue
		}
		root.add(rest, decode(one.raw))
		there = true
	}
	if !there {
		return nil, false
	}
	return r.grown(root, p.Schema), true
}

// grown is a branch as JSON.
func (r reader) grown(b *branch, schema *apidoc.Schema) json.RawMessage {
	types := r.types(schema)
	switch {
	case len(b.names) == 0 && !types.has("array") && len(b.values) < 2:
		return r.scalar(slices.Concat(b.values, []string{""})[0], schema)
	case len(b.names) == 0:
		return listText(r.items(nil, b.values, schema))
	case b.numbered() && (types.has("array") || !types.has("object")):
		var items []json.RawMessage
		for _, name := range b.names {
			if child := b.children[name]; name != "" || len(child.names) > 0 {
				items = append(items, r.grown(child, r.item(schema, len(items))))
			} else {
				items = r.items(items, child.values, schema)
			}
		}
		return listText(items)
	}
	out := objectBuilder{}
	for _, name := range b.names {
		out.add(name, r.grown(b.children[name], r.member(schema, name)))
	}
	return out.text()
}

// items puts values behind the items of a list.
func (r reader) items(items []json.RawMessage, values []string, list *apidoc.Schema) []json.RawMessage {
	for _, v := range values {
		items = append(items, r.scalar(v, r.item(list, len(items))))
	}
	return items
}

// list reads a value whose parts stand behind each other: items, or members as
// name and value in turn or, with Explode, as name=value.
func (r reader) list(p *apidoc.Parameter, raw, separator string, decode func(string) string) json.RawMessage {
	types := r.types(p.Schema)
	switch {
	case len(p.Content) > 0, !types.has("array") && !types.has("object"):
		return r.text(p, decode(raw))
	case raw == "" && types.has("array"):
		return json.RawMessage("[]")
	case types.has("array"):
		var items []json.RawMessage
		for part := range strings.SplitSeq(raw, separator) {
			items = append(items, r.scalar(decode(part), r.item(p.Schema, len(items))))
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
		b.add(name, r.scalar(decode(value), r.member(p.Schema, name)))
	}
	return b.text()
}

// text reads a value that is one text: JSON where a media type says so.
func (r reader) text(p *apidoc.Parameter, text string) json.RawMessage {
	if len(p.Content) > 0 {
		if isJSON(essence(p.Content[0].Name)) && json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
		return quote(text)
	}
	return r.scalar(text, p.Schema)
}

// scalar is a text as the JSON that its schema means: a number or a boolean where
// the schema allows one and the text is one, unless only a string fits.
func (r reader) scalar(text string, s *apidoc.Schema) json.RawMessage {
	t := r.types(s)
	other := json.RawMessage(nil)
	switch {
	case (t.has("integer") || t.has("number")) && isNumber(text):
		other = json.RawMessage(text)
	case t.has("boolean") && (text == "true" || text == "false"):
		other = json.RawMessage(text)
	case t.has("null") && (text == "null" || text == "" && !t.has("string")):
		other = json.RawMessage("null")
	}
	if other == nil || t.has("string") && len(r.faults(other, s)) > 0 {
		return quote(text)
	}
	return other
}
