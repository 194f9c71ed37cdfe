package snippet

import (
	"cmp"
	"encoding/json"
	"mime"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// maxBody bounds a body that stands in a sample, in bytes. A longer one is sent
// from a file.
const maxBody = 12 << 10

const (
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
	bytesType     = "application/octet-stream"
)

func (b *builder) body(body *apidoc.RequestBody) {
	if body == nil || len(body.Content) == 0 || b.r.Method == "TRACE" {
		return
	}
	bare := b.r.Method == "GET" || b.r.Method == "HEAD"
	if bare && !body.Required && b.options.Fields != All {
		return // most servers and clients expect none
	}
	m := preferred(body.Content)
	if i := b.options.Media; i > 0 && i <= len(body.Content) {
		m = &body.Content[i-1]
	}
	data, made := b.example(m)
	if made && b.options.Fields == Required {
		data = b.required(m.Schema, data)
	}
	name := concrete(m.Name, data)
	switch base := baseType(name); {
	case base == formType && data != nil:
		if text := form(m, parse(data)); text != "" {
			b.contentType(name)
			b.r.Body = sized(text, name, maxBody)
		}
	case base == multipartType && data != nil:
		if parts := b.parts(m, parse(data)); len(parts) > 0 {
			b.r.Body = &Body{Parts: parts}
		}
	default:
		b.contentType(name)
		b.r.Body = b.content(m, name, data, maxBody)
	}
}

// contentType says of which format the body is, in place of what a parameter
// said.
func (b *builder) contentType(name string) {
	b.r.Headers = slices.DeleteFunc(b.r.Headers, func(h Header) bool { return strings.EqualFold(h.Name, "Content-Type") })
	b.header("Content-Type", name)
}

// example returns the example of a body that is asked for, and whether it was
// made of the schema.
func (b *builder) example(m *apidoc.MediaType) (data json.RawMessage, made bool) {
	if i := b.options.Example; i > 0 && i <= len(m.Examples) {
		return sample.Indent(m.Examples[i-1].Value), false
	}
	made = m.Example == nil && (len(m.Examples) == 0 || m.Examples[0].Value == nil)
	var of any = m
	if made && m.Schema != nil && m.Schema.Ref != "" {
		of = m.Schema.Ref // which other media types have, too
	}
	data, known := b.bodies[of]
	if !known {
		data = sample.OfMedia(b.shapes, m, sample.Request)
		b.bodies[of] = data
	}
	return data, made
}

// baseType is a media type without its parameters.
func baseType(name string) string {
	base, _, _ := mime.ParseMediaType(name)
	return base
}

// content is a body that is not a form. One that is longer than most bytes is
// sent from a file.
func (b *builder) content(m *apidoc.MediaType, name string, data json.RawMessage, most int) *Body {
	if data == nil || isBinary(m.Schema, name) {
		return &Body{File: "body" + extension(name)}
	}
	v := parse(data)
	switch {
	case v.quoted && !strings.Contains(name, "json"):
		return sized(v.text, name, most)
	case sample.IsXML(name):
		return sized(string(sample.XML(b.shapes, m.Schema, data)), name, most)
	case lines(name) && v.kind == list:
		return sized(jsonLines(v), name, most)
	}
	return sized(string(data), name, most)
}

func sized(text, mediaType string, most int) *Body {
	if len(text) > most {
		return &Body{File: "body" + extension(mediaType)}
	}
	return &Body{Text: text}
}

// lines reports whether a format holds one JSON value a line.
func lines(name string) bool {
	return strings.Contains(name, "ndjson") || strings.Contains(name, "jsonl") || strings.Contains(name, "json-lines")
}

func jsonLines(v value) string {
	var b strings.Builder
	for _, item := range v.items {
		b.Write(item.raw)
		b.WriteByte('\n')
	}
	return b.String()
}

// form writes a body of application/x-www-form-urlencoded.
func form(m *apidoc.MediaType, v value) string {
	var all []pair
	for _, p := range v.members {
		s := style{name: "form", explode: true, encode: formEncode}
		if e := encodingOf(m, p.name); e != nil && e.Style != "" {
			s.name, s.explode = e.Style, e.Style == "form"
			if e.Explode != nil {
				s.explode = *e.Explode
			}
		} else if p.value.kind == object {
			p.value = textValue(string(p.value.raw))
		}
		all = append(all, s.pairs(p.name, p.value)...)
	}
	return join(all, "&")
}

// parts writes a body of multipart/form-data: a list is a part for each item, an
// object is JSON, and what is binary comes from a file.
func (b *builder) parts(m *apidoc.MediaType, v value) []Part {
	parts := []Part{}
	for _, p := range v.members {
		contentType, s := "", b.property(m.Schema, p.name)
		if e := encodingOf(m, p.name); e != nil {
			contentType, _, _ = strings.Cut(e.ContentType, ",")
		}
		items := []value{p.value}
		if p.value.kind == list {
			items, s = p.value.items, itemsOf(s)
		}
		for _, item := range items {
			parts = append(parts, part(p.name, item, strings.TrimSpace(contentType), b.resolve(s)))
		}
	}
	return parts
}

func part(name string, v value, contentType string, s *apidoc.Schema) Part {
	if strings.Contains(contentType, "*") {
		contentType = ""
	}
	if isBinary(s, contentType) {
		if s != nil {
			contentType = cmp.Or(contentType, s.ContentMediaType)
		}
		return Part{Name: name, File: fileName(name) + extension(contentType), Type: contentType}
	}
	if contentType == "" && (v.kind == object || v.kind == list) {
		contentType = "application/json"
	}
	return Part{Name: name, Text: v.plain(), Type: header(contentType)}
}

// fileName makes a name for a file that no client has to quote.
func fileName(name string) string {
	text := strings.Map(func(r rune) rune {
		if r < 0x80 && (unreserved(byte(r)) && r != '.' && r != '~') {
			return r
		}
		return '-'
	}, name)
	return cmp.Or(strings.Trim(text, "-"), "file")
}

func encodingOf(m *apidoc.MediaType, property string) *apidoc.Encoding {
	for i := range m.Encoding {
		if m.Encoding[i].Property == property {
			return &m.Encoding[i]
		}
	}
	return nil
}

// isBinary reports whether a value is bytes and not text.
func isBinary(s *apidoc.Schema, mediaType string) bool {
	if s != nil && (s.Format == "binary" || s.Format == "file" || slices.Contains(s.Types, "file") ||
		s.ContentMediaType != "" && s.ContentEncoding == "" && !textual(s.ContentMediaType)) {
		return true
	}
	return mediaType != "" && !textual(mediaType)
}

// textual reports whether bodies of a media type are text.
func textual(name string) bool {
	if strings.HasPrefix(name, "text/") || strings.HasPrefix(name, multipartType) {
		return true
	}
	for _, part := range []string{"json", "xml", "yaml", "urlencoded", "graphql", "javascript", "csv", "toml", "sql", "pem", "cbor-diag", "jwt", "jose"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// concrete returns a media type without wildcards.
func concrete(name string, data json.RawMessage) string {
	switch {
	case name != "" && !strings.Contains(name, "*"):
		return name
	case strings.HasPrefix(name, "text/"):
		return "text/plain"
	case strings.HasPrefix(name, "image/"):
		return "image/png"
	case data != nil:
		return "application/json"
	}
	return bytesType
}

// extensions are the ends of the names of files of some formats.
var extensions = []struct{ part, extension string }{
	{"json", ".json"},
	{"xml", ".xml"},
	{"yaml", ".yaml"},
	{"png", ".png"},
	{"jpeg", ".jpg"},
	{"jpg", ".jpg"},
	{"gif", ".gif"},
	{"webp", ".webp"},
	{"svg", ".svg"},
	{"pdf", ".pdf"},
	{"csv", ".csv"},
	{"zip", ".zip"},
	{"text/", ".txt"},
	{"urlencoded", ".txt"},
}

func extension(mediaType string) string {
	for _, e := range extensions {
		if strings.Contains(mediaType, e.part) {
			return e.extension
		}
	}
	return ".bin"
}

// preferred returns the format that is easiest to read.
func preferred(all []apidoc.MediaType) *apidoc.MediaType {
	for i := range all {
		if strings.Contains(all[i].Name, "json") && !lines(all[i].Name) {
			return &all[i]
		}
	}
	return &all[0]
}
