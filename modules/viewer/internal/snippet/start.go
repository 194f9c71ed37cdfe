package snippet

import (
	"context"
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Start gives the values that somebody begins with who fills in a request of an
// operation: those of its samples. It is for one goroutine.
type Start struct{ b builder }

// NewStart makes a Start.
func NewStart(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) *Start {
	return &Start{builder{source: newSource(ctx, doc, o)}}
}

// Path is the path of the operation with the query that its requests have in any case.
func (s *Start) Path() string {
	path, query := template(s.b.o)
	if query == "" {
		return path
	}
	return path + "?" + query
}

// Sends reports whether a request can have a parameter of the operation.
func (s *Start) Sends(p *apidoc.Parameter) bool { return sends(s.b.o, p) }

// Parameter returns the value of a parameter as JSON, and whether the description
// gives it; otherwise it is made of a plain type. The value of a parameter with
// content is one text, unless it is the whole query.
func (s *Start) Parameter(p *apidoc.Parameter) (value json.RawMessage, given bool) {
	_, given = s.b.given(p)
	return s.b.value(p).raw, given
}

// BodyStart is what a body begins with.
type BodyStart struct {
	Type string // media type without wildcards
	Text string // that is sent, or for a form the JSON that its fields are of
	File bool   // the body is sent from a file
	Form bool   // the body is a form, of parts or encoded as an address
}

// Body returns what a body in one format begins with: its example, or the one
// with a number, from 1.
func (s *Start) Body(m *apidoc.MediaType, example int) BodyStart {
	from := bodies{source: &s.b.source, options: Options{Example: example}}
	e, _ := from.example(m)
	start := BodyStart{Type: concrete(m.Name, !e.empty())}
	base := baseType(start.Type)
	if start.Form = base == formType || base == multipartType; start.Form {
		if v, ok := s.b.sentForm(m, e); ok && base == formType {
			e = &instance{parsed: v, known: true}
		}
		if !e.empty() {
			e = &instance{parsed: s.b.fields().written(m, e.value()), known: true}
		}
		start.Text = string(e.text())
		return start
	}
	if e.sent != "" {
		start.Text = e.sent
		return start
	}
	body := content(s.b.shapes, m.Schema, start.Type, e, maxStart)
	start.Text, start.File = body.Text, body.File != "" && (e.empty() || isBinary(m.Schema, start.Type))
	return start
}

// Schema is the schema of a body as somebody fills it in: some values of forms are texts
// that have a structure of their own.
func (s *Start) Schema(m *apidoc.MediaType) *apidoc.Schema { return s.b.fields().schema(m) }

// ParameterSchema is the same for a parameter.
func (s *Start) ParameterSchema(p *apidoc.Parameter) *apidoc.Schema {
	return s.b.fields().list(p.Schema)
}

// Encoding is how a property of a body is written.
func (s *Start) Encoding(m *apidoc.MediaType, e *apidoc.Encoding) *apidoc.Encoding {
	return s.b.fields().styled(m, e)
}

// PartHeaders are the headers that a part of a form is sent with.
func (s *Start) PartHeaders(e *apidoc.Encoding) [][2]string { return pairs(s.b.partHeaders(e)) }

// maxStart bounds a body that is filled in, in bytes.
const maxStart = 64 << 10
