package mock

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
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
		isObject := p.Explode && !r.types(p.Schema).has("array") && r.types(p.Schema).has("object")
		raw = withValues(p, raw, isObject)
		if isObject {
			return r.list(p, raw, ";", decodePath)
		}
		if p.Explode {
			raw = strings.ReplaceAll(raw, ";"+p.Name+"=", ",")
		}
		return r.list(p, strings.TrimPrefix(raw, p.Name+"="), ",", decodePath)
	}
	raw, separator := delimited(p.Style, raw)
	return r.list(p, raw, separator, decodePath)
}

// withValues is a value in the style matrix with "=" behind each name, which is left out
// before what is empty (RFC 6570, section 3.2.7). The names are those of members, or
// that of the parameter, which then stands there without escapes.
func withValues(p *apidoc.Parameter, raw string, members bool) string {
	pieces := strings.Split(strings.TrimPrefix(raw, ";"), ";")
	for i, piece := range pieces {
		name, value, _ := strings.Cut(piece, "=")
		switch {
		case !members && decodePath(name) == p.Name:
			name = p.Name
		case !members:
			continue
		}
		pieces[i] = name + "=" + value
	}
	return strings.Join(pieces, ";")
}

// delimited is a value with one spelling of what a style has between items, and that.
func delimited(style, raw string) (value, separator string) {
	all := delimiters[style]
	if len(all) == 0 {
		return raw, ","
	}
	for _, d := range all {
		raw = strings.ReplaceAll(raw, d, all[0])
	}
	return raw, all[0]
}

// delimiters are what stands between items, as it may be sent: as it is last.
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
		if value, ok := r.exploded(p, all); ok || types.only("object") {
			return value, ok
		}
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
		list := listText(r.items(nil, values, decode, p.Schema))
		if len(values) == 1 {
			list = r.orText(p, list, decode(values[0]))
		}
		return list, true
	case len(values) > 1 && len(p.Content) == 0 && len(types) > 0 && !types.has("array") && !types.has("object"):
		return listText(r.items(nil, values, decode, nil)), true // which the schema refuses
	}
	plain := *p
	plain.Explode = false
	raw, separator := delimited(p.Style, values[0])
	return r.list(&plain, raw, separator, decode), true
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

// mayBeNothing reports whether a value of a parameter can be sent as nothing at all: that
// of an object whose members are sent under names of their own, and which names none.
func (r reader) mayBeNothing(p *apidoc.Parameter) bool {
	apart := p.In == apidoc.InQuery || p.In == apidoc.InCookie
	if !apart || len(p.Content) > 0 || !p.Explode && p.Style != "deepObject" || !r.types(p.Schema).only("object") {
		return false
	}
	for own := range r.each(p.Schema) {
		if len(own.Properties)+len(own.Required) > 0 {
			return false
		}
	}
	return true
}

// deep reads a parameter of the style deepObject.
func (r reader) deep(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	root := &branch{}
	for _, one := range all {
		rest, ok := strings.CutPrefix(one.name, p.Name)
		if ok && (rest == "" || rest[0] == '[') {
			root.add(rest, one.raw)
		}
	}
	if len(root.values)+len(root.names) == 0 {
		return nil, false
	}
	return r.grown(root, p.Schema), true
}

// grown is a branch as JSON.
func (r reader) grown(b *branch, schema *apidoc.Schema) json.RawMessage {
	types := r.types(schema)
	switch {
	case len(b.names) == 0 && !types.has("array") && len(b.values) < 2:
		return r.scalar(decode(strings.Join(b.values, "")), schema)
	case len(b.names) == 0:
		return listText(r.items(nil, b.values, decode, schema))
	case b.numbered() && (types.has("array") || !types.has("object")):
		var items []json.RawMessage
		for _, name := range b.names {
			if child := b.children[name]; name != "" || len(child.names) > 0 {
				items = append(items, r.grown(child, r.item(schema, len(items))))
			} else {
				items = r.items(items, child.values, decode, schema)
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

// items puts values that may be encoded behind the items of a list.
func (r reader) items(items []json.RawMessage, values []string, decode func(string) string, list *apidoc.Schema) []json.RawMessage {
	for _, raw := range values {
		items = append(items, r.scalar(decode(raw), r.item(list, len(items))))
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
		return r.orText(p, listText(r.items(nil, strings.Split(raw, separator), decode, p.Schema)), decode(raw))
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
	return r.orText(p, b.text(), decode(raw))
}

// orText is a value that is a list or an object, or the one text that it was read of where
// the schema takes that alone.
func (r reader) orText(p *apidoc.Parameter, value json.RawMessage, text string) json.RawMessage {
	if t := r.types(p.Schema); t.only("array") || t.only("object") || len(r.faults(value, p.Schema)) == 0 {
		return value
	}
	if one := r.scalar(text, p.Schema); len(r.faults(one, p.Schema)) == 0 {
		return one
	}
	return value
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
// the schema allows one and the text is one, unless only a string fits. That of a list
// is its items; one of objects has each of them in JSON.
func (r reader) scalar(text string, s *apidoc.Schema) json.RawMessage {
	t := r.types(s)
	other := json.RawMessage(nil)
	switch {
	case (t.only("array") || t.only("object")) && t.has(typeOf(json.RawMessage(text))) && json.Valid([]byte(text)):
		other = json.RawMessage(text)
	case t.only("array"):
		return listText(r.items(nil, strings.Split(text, schemafacts.Separator(s)), strings.Clone, s))
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

// branch is what stands behind the brackets of names: name[a][b]=c.
type branch struct {
	names    []string
	children map[string]*branch
	values   []string // as they were sent
}

// maxDeep bounds the brackets of a name.
const maxDeep = 16

// add puts a value where the brackets lead to, "[a][b]".
func (b *branch) add(brackets, value string) {
	for depth := 0; strings.HasPrefix(brackets, "[") && depth < maxDeep; depth++ {
		name, after, closed := strings.Cut(brackets[1:], "]")
		if !closed {
			break
		}
		b, brackets = b.child(name), after
	}
	b.values = append(b.values, value)
}

func (b *branch) child(name string) *branch {
	if b.children == nil {
		b.children = map[string]*branch{}
	}
	if b.children[name] == nil {
		b.children[name] = &branch{}
		b.names = append(b.names, name)
	}
	return b.children[name]
}

// numbered reports whether the names are indexes.
func (b *branch) numbered() bool {
	return !slices.ContainsFunc(b.names, func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	})
}

// pair is a name with a value that may be encoded still.
type pair struct{ name, raw string }

// maxPairs bounds what is read of a query, a form or cookies.
const maxPairs = 2000

func readPairs(text string) []pair {
	var list []pair
	for part := range strings.SplitSeq(text, "&") {
		if part == "" || len(list) == maxPairs {
			continue
		}
		name, raw, _ := strings.Cut(part, "=")
		list = append(list, pair{decode(name), raw})
	}
	return list
}

// decode decodes a piece of a query. What cannot be decoded stays.
func decode(raw string) string {
	if text, err := url.QueryUnescape(raw); err == nil {
		return text
	}
	return raw
}

func decodePath(raw string) string {
	if text, err := url.PathUnescape(raw); err == nil {
		return text
	}
	return raw
}
