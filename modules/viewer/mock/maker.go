package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// maker makes what an answer carries, of examples and schemas.
type maker struct {
	resolver *shape.Resolver
	wishes   wishes
	seed     uint64 // of what varies, 0 for the usual values
	echo     *echo  // nil for none
}

func newMaker(c *call, schemas *schemas, echoes bool) *maker {
	m := &maker{resolver: schemas.resolver, wishes: c.wishes, seed: c.seed()}
	if echoes {
		m.echo = &echo{c.op, c.values, schemas}
	}
	return m
}

// body is what an answer carries.
type body struct {
	data  []byte
	items [][]byte // of a stream, each as it is sent
	wish  string   // the preference that counted, "" for none
}

// value is what a body is made of.
type value struct {
	data   json.RawMessage // nil for none
	text   string          // as it is sent, in place of data
	author bool            // the description gives it
	wish   string          // the preference that counted, "" for none
}

// body makes the body of an answer, which may be a problem.
func (m *maker) body(o offer, p sample.Problem) body {
	kind := essence(o.name)
	v := m.value(o.media, p)
	if isStream(kind) {
		return body{items: m.items(o.media, kind, v), wish: v.wish}
	}
	if !v.author && v.data != nil && m.echo != nil {
		v.data = m.echo.into(v.data, o.media.Schema)
	}
	return body{data: m.written(o.media, kind, v), wish: v.wish}
}

// value is the example that is asked for, or the first one, or is made of the
// schema.
func (m *maker) value(of *apidoc.MediaType, p sample.Problem) value {
	if name := m.wishes.example; name != "" {
		if e := exampleNamed(of, name); e != nil {
			return value{data: e.Value, text: e.Serialized, author: true, wish: "example=" + quotedValue(name)}
		}
	}
	if m.wishes.dynamic && (of.Schema != nil || of.ItemSchema != nil) {
		return value{data: m.madeAs(of.Schema, m.seed, p), wish: "dynamic=" + quotedValue(m.wishes.seed)}
	}
	if of.Example != nil {
		return value{data: of.Example, author: true}
	}
	for _, e := range of.Examples {
		if e.Value != nil || e.Serialized != "" {
			return value{data: e.Value, text: e.Serialized, author: true}
		}
	}
	return value{data: m.madeAs(of.Schema, m.seed, p)}
}

// maxMembers bounds the members of a value that is made up, unless more are required. A
// program takes more of them than a reader.
const maxMembers = 1000

func (m *maker) made(s *apidoc.Schema, seed uint64) json.RawMessage {
	return m.madeAs(s, seed, sample.Problem{})
}

func (m *maker) madeAs(s *apidoc.Schema, seed uint64, p sample.Problem) json.RawMessage {
	if s == nil {
		return nil
	}
	return sample.Make(m.resolver, s, sample.Options{To: sample.Response, Problem: p, Values: maxMembers, Seed: seed}).JSON
}

// written writes a value in a format.
func (m *maker) written(of *apidoc.MediaType, kind string, v value) []byte {
	switch {
	case v.text != "":
		return []byte(v.text)
	case !v.author && m.isBinary(of.Schema, kind):
		return file(kind)
	case v.data == nil:
		return nil
	case sample.IsXML(kind):
		return sample.XML(m.resolver, of.Schema, v.data)
	case kind == formType:
		return []byte(snippet.Form(of, v.data))
	case v.data[0] == '"' && !isJSON(kind):
		return []byte(snippet.Plain(v.data))
	}
	return append(sample.Indent(v.data), '\n')
}

// isBinary reports whether a body of a schema and a media type is bytes. A format that is
// text, such as JSON, holds no bytes, whatever its schema says: its sample is sent.
func (m *maker) isBinary(s *apidoc.Schema, kind string) bool {
	group, _, _ := strings.Cut(kind, "/")
	if isJSON(kind) || sample.IsXML(kind) || group == "text" {
		return false
	}
	sh := m.resolver.Of(s).Schema
	text := len(sh.Types) == 0 && len(sh.Properties) == 0 || slices.Contains(sh.Types, "string")
	switch {
	case sh.Format == "binary":
		return true
	case !text:
		return false
	case slices.Contains([]string{"image", "audio", "video", "font"}, group):
		return true
	}
	return slices.Contains([]string{"application/octet-stream", "application/pdf", "application/zip", "application/gzip"}, kind)
}

// Limits of a stream: items that are made up, and items of an example.
const (
	madeItems = 3
	maxItems  = 100
)

// items are the items of a stream, each as it is sent.
func (m *maker) items(of *apidoc.MediaType, kind string, v value) [][]byte {
	text := v.text
	if v.author && text == "" && len(v.data) > 0 && v.data[0] == '"' {
		text = snippet.Plain(v.data)
	}
	if text != "" {
		return pieces(text, kind)
	}
	var list []json.RawMessage
	switch {
	case !v.author:
		list = m.madeItems(of)
	case json.Unmarshal(v.data, &list) != nil:
		list = []json.RawMessage{v.data}
	}
	written := [][]byte{}
	for _, item := range list[:min(len(list), maxItems)] {
		written = append(written, itemText(item, kind))
	}
	return written
}

// madeItems makes up the items of a stream: the usual one and others.
func (m *maker) madeItems(of *apidoc.MediaType) []json.RawMessage {
	s := of.ItemSchema
	if s == nil && of.Schema != nil {
		if s = of.Schema; m.resolver.Of(s).Schema.Items != nil {
			s = m.resolver.Of(s).Schema.Items
		}
	}
	if s == nil {
		s = &apidoc.Schema{Types: []string{"string"}}
	}
	var list []json.RawMessage
	for i := range uint64(madeItems) {
		list = append(list, m.made(s, m.seed+i))
	}
	return list
}

// header makes the value of a header, "" for none.
func (m *maker) header(h *apidoc.Header) string {
	if text := m.sentHeader(h); text != "" {
		return text
	}
	switch data := m.headerData(h); {
	case data == nil:
		return ""
	case len(h.Content) > 0:
		return snippet.Plain(data)
	default:
		return snippet.Simple(data, h.Explode)
	}
}

// sentHeader is the value that a description gives for a header as it is sent alone, ""
// for none.
func (m *maker) sentHeader(h *apidoc.Header) string {
	list := h.Examples
	if len(h.Content) > 0 {
		list = h.Content[0].Examples
	}
	if m.wishes.dynamic || h.Example != nil || slices.ContainsFunc(list, func(e apidoc.Example) bool { return e.Value != nil }) {
		return ""
	}
	for _, e := range list {
		if e.Serialized != "" {
			return e.Serialized
		}
	}
	return ""
}

func (m *maker) headerData(h *apidoc.Header) json.RawMessage {
	schema := h.Schema
	if len(h.Content) > 0 {
		schema = h.Content[0].Schema
	}
	if m.wishes.dynamic {
		return m.made(schema, m.seed)
	}
	if h.Example != nil {
		return h.Example
	}
	for _, e := range h.Examples {
		if e.Value != nil {
			return e.Value
		}
	}
	if len(h.Content) > 0 && h.Content[0].Example != nil {
		return h.Content[0].Example
	}
	return m.made(schema, m.seed)
}
