package snippet

import (
	"cmp"
	"encoding/json"
	"mime"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// maxBody bounds a body that stands in a sample, in bytes. A longer one is sent
// from a file.
const maxBody = 12 << 10

const (
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
	bytesType     = "application/octet-stream"
)

// bodies adds a body to a message.
type bodies struct {
	*source
	*message
	options Options
}

// instance is an example of a body: as JSON, indented, and as a value, of which one is
// made of the other when it is asked for.
type instance struct {
	data   json.RawMessage
	parsed value
	known  bool   // parsed is
	sent   string // the body itself, where the description gives it (OpenAPI 3.2)
}

// value returns the value, which is only for an instance with data.
func (i *instance) value() value {
	if !i.known {
		i.parsed, i.known = parse(i.data), true
	}
	return i.parsed
}

// text returns the JSON, nil for nothing.
func (i *instance) text() json.RawMessage {
	if i.data == nil && i.known {
		i.data = sample.Indent(i.parsed.raw)
	}
	return i.data
}

func (i *instance) empty() bool { return i.data == nil && !i.known }

func (b *bodies) add(body *apidoc.RequestBody) {
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
	e, made := b.example(m)
	if made && b.options.Fields == Required && !e.empty() {
		if v, ok := (schemas{b.shapes}).required(m.Schema, e.value()); ok {
			e = &instance{parsed: v, known: true}
		}
	}
	name := concrete(m.Name, !e.empty())
	switch base := baseType(name); {
	case e.sent != "" && base != multipartType:
		b.contentType(name)
		b.r.Body = sized(e.sent, name, maxBody)
	case base == formType && !made && !e.empty() && e.value().quoted: // as it is sent
		b.contentType(name)
		b.r.Body = sized(e.value().text, name, maxBody)
	case base == formType && !e.empty():
		if text := form(m, b.fields().written(m, e.value())); text != "" {
			b.contentType(name)
			b.r.Body = sized(text, name, maxBody)
		}
	case base == multipartType && !e.empty():
		if parts := b.parts(m, b.fields().written(m, e.value())); len(parts) > 0 {
			b.r.Body = &Body{Parts: parts}
		}
	default:
		b.contentType(name)
		b.r.Body = content(b.shapes, m.Schema, name, e, maxBody)
	}
}

// contentType says of which format the body is, in place of what a parameter
// said.
func (b *bodies) contentType(name string) {
	b.r.Headers = slices.DeleteFunc(b.r.Headers, func(h Header) bool { return strings.EqualFold(h.Name, "Content-Type") })
	b.header("Content-Type", name)
}

// example returns the example of a body that is asked for, and whether it was
// made of the schema.
func (b *bodies) example(m *apidoc.MediaType) (e *instance, made bool) {
	there := slices.IndexFunc(m.Examples, func(e apidoc.Example) bool { return e.Value != nil || e.Serialized != "" })
	switch i := b.options.Example; {
	case i > 0 && i <= len(m.Examples):
		return b.given(m, &m.Examples[i-1]), false
	case m.Example != nil:
		return b.kept(m, m.Example), false
	case there >= 0:
		return b.given(m, &m.Examples[there]), false
	}
	return b.made(m), true
}

// given is an example that the description gives. One that it gives as it is sent alone is
// also what is made of the schema, for bodies in parts.
func (b *bodies) given(m *apidoc.MediaType, given *apidoc.Example) *instance {
	var e instance
	switch {
	case given.Value != nil:
		e = *b.kept(given, given.Value)
	case given.Serialized != "":
		e = *b.made(m)
	}
	e.sent = given.Serialized
	return &e
}

// made is an example that is made of the schema of a body.
func (b *bodies) made(m *apidoc.MediaType) *instance {
	if m.Schema == nil && m.ItemSchema != nil && sample.IsLines(m.Name) {
		items := &apidoc.Schema{Types: []string{"array"}, Items: m.ItemSchema}
		return b.made(&apidoc.MediaType{Schema: items})
	}
	if m.Schema == nil {
		return &instance{}
	}
	var of any = m.Schema
	if m.Schema.Ref != "" {
		of = m.Schema.Ref // which other media types have, too
	}
	if b.bodies[of] == nil {
		b.bodies[of] = &instance{data: sample.OfMedia(b.shapes, &apidoc.MediaType{Schema: m.Schema}, sample.Options{To: sample.Request})}
	}
	return b.bodies[of]
}

// kept is an example that is read once.
func (b *bodies) kept(of any, data json.RawMessage) *instance {
	if b.bodies[of] == nil {
		b.bodies[of] = &instance{data: sample.Indent(data)}
	}
	return b.bodies[of]
}

// baseType is a media type without its parameters.
func baseType(name string) string {
	base, _, _ := mime.ParseMediaType(name)
	return base
}

// content is a body that is not a form. One that is longer than most bytes is
// sent from a file.
func content(shapes *shape.Resolver, s *apidoc.Schema, name string, e *instance, most int) *Body {
	data := e.text()
	sequence := strings.HasSuffix(baseType(name), "json-seq") // of values behind a control character (RFC 7464, section 2.2)
	if data == nil || sequence || isBinary(s, name) {
		return &Body{File: "body" + extension(name)}
	}
	switch {
	case !strings.Contains(name, "json") && e.value().quoted:
		return sized(e.value().text, name, most)
	case sample.IsXML(name):
		return sized(string(sample.XML(shapes, s, data)), name, most)
	case sample.IsLines(name):
		return sized(jsonLines(e.value()), name, most)
	}
	return sized(string(data), name, most)
}

func sized(text, mediaType string, most int) *Body {
	if len(text) > most {
		return &Body{File: "body" + extension(mediaType)}
	}
	return &Body{Text: text}
}

// jsonLines writes the items of a list, or else the one value that there is.
func jsonLines(v value) string {
	items := v.items
	if v.kind != list {
		items = []value{v}
	}
	var b strings.Builder
	for _, item := range items {
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
			s = encodingStyle(e, formEncode)
		} else if p.value.kind == object {
			p.value = textValue(string(p.value.raw))
		}
		all = append(all, s.pairs(p.name, p.value)...)
	}
	return join(all, "&")
}

// encodingStyle is the style of a property.
func encodingStyle(e *apidoc.Encoding, encode func(string) string) style {
	s := style{name: e.Style, explode: e.Style == "form", encode: encode}
	if e.Explode != nil {
		s.explode = *e.Explode
	}
	return s
}

// plainStyle is the same for a part, whose text stays as it is.
func plainStyle(e *apidoc.Encoding) style {
	s := encodingStyle(e, func(text string) string { return text })
	s.plain = true
	return s
}

// parts writes a body of multipart/form-data: a list is a part for each item, an
// object is JSON, and what is binary comes from a file. What has a style is written in
// that, as in a form that is encoded.
func (b *bodies) parts(m *apidoc.MediaType, v value) []Part {
	parts, schemas := []Part{}, schemas{b.shapes}
	for _, p := range v.members {
		items, s := []value{p.value}, schemas.property(m.Schema, p.name)
		if p.value.kind == list {
			items, s = p.value.items, itemsOf(schemas.resolve(s))
		}
		s = schemas.resolve(s)
		e := &apidoc.Encoding{}
		if own := encodingOf(m, p.name); own != nil {
			e = b.fields().styled(m, own)
		}
		headers := b.partHeaders(e)
		if e.Style != "" && !isBinary(s, "") {
			for _, one := range plainStyle(e).pairs(p.name, p.value) {
				parts = append(parts, Part{Name: one.name, Text: one.value, Headers: headers})
			}
			continue
		}
		contentType, _, _ := strings.Cut(e.ContentType, ",")
		for _, item := range items {
			one := part(p.name, item, strings.TrimSpace(contentType), s)
			one.Headers = headers
			parts = append(parts, one)
		}
	}
	return parts
}

// partHeaders are the headers of a part that are required. Those that say of
// which format it is and where it belongs have their own place (OpenAPI 3.1 §4.8.15.1).
func (s *source) partHeaders(e *apidoc.Encoding) []Header {
	var m message
	for _, h := range e.Headers {
		if !h.Required || strings.EqualFold(h.Name, "Content-Type") || strings.EqualFold(h.Name, "Content-Disposition") {
			continue
		}
		p := &apidoc.Parameter{Name: h.Name, In: apidoc.InHeader, Explode: h.Explode, Schema: h.Schema, Content: h.Content, Example: h.Example, Examples: h.Examples}
		b := builder{source: *s}
		b.parameter(p)
		for _, made := range b.r.Headers {
			m.header(made.Name, made.Value.Shown)
		}
	}
	return m.r.Headers
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

// concrete returns a media type without wildcards; known reports that there is an
// example.
func concrete(name string, known bool) string {
	switch {
	case name != "" && !strings.Contains(name, "*"):
		return name
	case strings.HasPrefix(name, "text/"):
		return "text/plain"
	case strings.HasPrefix(name, "image/"):
		return "image/png"
	case known:
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
		if strings.Contains(all[i].Name, "json") && !sample.IsLines(all[i].Name) {
			return &all[i]
		}
	}
	return &all[0]
}
