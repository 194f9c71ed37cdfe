package trial

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Limits of the schemas of one part.
const (
	maxSchemas    = 512 << 10 // bytes
	maxSchemaDeep = 48        // schemas in schemas
)

// schemaWriter writes schemas and notes what they refer to.
type schemaWriter struct {
	ctx       context.Context
	doc       *apidoc.Document
	left      int // bytes that may still be written
	truncated bool
	terse     bool     // without what only readers need
	queue     []string // references, in the order they were met
	known     map[string]bool
}

func newSchemaWriter(ctx context.Context, doc *apidoc.Document) schemaWriter {
	return schemaWriter{ctx: ctx, doc: doc, left: maxSchemas, known: map[string]bool{}}
}

// schema writes a schema, null when there is none.
func (w *schemaWriter) schema(s *apidoc.Schema) json.RawMessage {
	if s == nil {
		return json.RawMessage("null")
	}
	o := object{w: w}
	o.value(s, 0)
	w.left -= o.out.Len()
	return o.out.Bytes()
}

// referenced adds the schemas that what has been written refers to, and those that
// these refer to.
func (w *schemaWriter) referenced(all map[string]json.RawMessage) {
	for ; len(w.queue) > 0; w.queue = w.queue[1:] {
		if w.left <= 0 || w.ctx.Err() != nil {
			w.truncated = true
			return
		}
		if s, err := w.doc.Schema(w.ctx, w.queue[0]); err == nil {
			all[w.queue[0]] = w.schema(s)
		}
	}
}

func (w *schemaWriter) refer(ref string) {
	if !w.known[ref] {
		w.known[ref] = true
		w.queue = append(w.queue, ref)
	}
}

// object is an object of JSON while it is written.
type object struct {
	w    *schemaWriter
	out  bytes.Buffer
	deep int
}

// value writes a schema. One that there is no room for matches everything.
func (o *object) value(s *apidoc.Schema, deep int) {
	switch {
	case s == nil || s.Always != nil && *s.Always:
		o.out.WriteString("true")
		return
	case s.Always != nil:
		o.out.WriteString("false")
		return
	case deep > maxSchemaDeep || o.out.Len() > o.w.left:
		o.w.truncated = true
		o.out.WriteString("true")
		return
	}
	outer := o.deep
	o.deep = deep
	o.out.WriteByte('{')
	begin := o.out.Len()
	for name, value := range s.Keywords() {
		o.keyword(name, value)
	}
	if text := o.out.Bytes(); len(text) > begin {
		o.out.Truncate(len(text) - 1) // the last comma
	}
	o.out.WriteByte('}')
	o.deep = outer
}

// raw writes a member. An empty value is none.
func (o *object) raw(name string, value []byte) {
	if len(value) == 0 {
		return
	}
	o.name(name)
	o.out.Write(value)
	o.out.WriteByte(',')
}

func (o *object) name(name string) {
	o.out.Write(marshal(name))
	o.out.WriteByte(':')
}

func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		return []byte("null")
	}
	return text
}

func (o *object) schemas(name string, list []*apidoc.Schema) {
	o.name(name)
	o.out.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			o.out.WriteByte(',')
		}
		o.value(s, o.deep+1)
	}
	o.out.WriteString("],")
}

func (o *object) properties(name string, list []apidoc.Property) {
	o.name(name)
	o.out.WriteByte('{')
	for i, p := range list {
		if i > 0 {
			o.out.WriteByte(',')
		}
		o.name(p.Name)
		o.value(p.Schema, o.deep+1)
	}
	o.out.WriteString("},")
}
