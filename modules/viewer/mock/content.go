package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// body is what an answer carries.
type body struct {
	data  []byte
	items [][]byte // of a stream, each as it is sent
}

// value is what a body is made of.
type value struct {
	data   json.RawMessage // nil for none
	text   string          // as it is sent, in place of data
	author bool            // the description gives it
}

// body makes the body of an answer.
func (x *exchange) body(o offer) body {
	kind := essence(o.name)
	if isStream(kind) {
		return body{items: x.items(o.media, kind)}
	}
	v := x.value(o.media)
	if !v.author && v.data != nil && x.config.echo {
		v.data = x.echoed(v.data)
	}
	return body{data: x.written(o.media, kind, v)}
}

// value is the example that is asked for, or the first one, or is made of the
// schema.
func (x *exchange) value(m *apidoc.MediaType) value {
	if e := exampleNamed(m, x.wishes.example); x.wishes.example != "" && e != nil {
		x.applied = append(x.applied, "example="+quotedValue(x.wishes.example))
		return ofExample(e)
	}
	if x.wishes.dynamic && (m.Schema != nil || m.ItemSchema != nil) {
		x.applied = append(x.applied, "dynamic="+quotedValue(x.wishes.seed))
		return value{data: x.made(m.Schema)}
	}
	if m.Example != nil {
		return value{data: m.Example, author: true}
	}
	for i := range m.Examples {
		if e := &m.Examples[i]; e.Value != nil || e.Serialized != "" {
			return ofExample(e)
		}
	}
	return value{data: x.made(m.Schema)}
}

func ofExample(e *apidoc.Example) value {
	return value{data: e.Value, text: e.Serialized, author: true}
}

func (x *exchange) made(s *apidoc.Schema) json.RawMessage {
	if s == nil {
		return nil
	}
	return sample.Make(x.resolver, s, sample.Options{To: sample.Response, Seed: x.seed()}).JSON
}

// written writes a value in a format.
func (x *exchange) written(m *apidoc.MediaType, kind string, v value) []byte {
	switch {
	case v.text != "":
		return []byte(v.text)
	case !v.author && x.isBinary(m.Schema, kind):
		return file(kind)
	case v.data == nil:
		return nil
	case isJSON(kind):
		return append(sample.Indent(v.data), '\n')
	case sample.IsXML(kind):
		return sample.XML(x.resolver, m.Schema, v.data)
	case kind == formType:
		return []byte(snippet.Form(m, v.data))
	case v.data[0] == '"':
		return []byte(snippet.Plain(v.data))
	}
	return append(sample.Indent(v.data), '\n')
}

// isBinary reports whether a body of a schema and a media type is a file.
func (x *exchange) isBinary(s *apidoc.Schema, kind string) bool {
	sh := x.resolver.Of(s).Schema
	if sh.Format == "binary" {
		return true
	}
	text := len(sh.Types) == 0 && len(sh.Properties) == 0 || slices.Contains(sh.Types, "string")
	group, _, _ := strings.Cut(kind, "/")
	switch {
	case !text || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+json"):
		return false
	case slices.Contains([]string{"image", "audio", "video", "font"}, group):
		return true
	}
	return slices.Contains([]string{"application/octet-stream", "application/pdf", "application/zip", "application/gzip"}, kind)
}
