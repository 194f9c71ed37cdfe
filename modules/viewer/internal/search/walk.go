package search

import (
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

const (
	maxProse   = 64 << 10 // bytes of a description that are read
	maxExample = 16 << 10 // bytes of an example that are read
	maxDepth   = 64       // how deep a schema is read
)

// walker visits the texts of a part of a description. It follows no reference,
// it reports them.
type walker struct {
	// visit gets a text and what it is: "enum value", "default", "example", and
	// so on, empty for names and descriptions.
	visit func(f field, what, text string)
	// refer gets references to schemas, and what else a reference led to, which
	// is read once for all that refer to it.
	refer func(ref string)
	share func(ref string, read func(*walker))

	place string   // "parameter", "header", "response", "request body", "field"
	name  string   // of the parameter, header or response
	path  []string // of the field
	depth int
}

// where names the place that is visited.
func (w *walker) where(what, text string) string {
	place := strings.TrimSpace(w.place + " " + w.name)
	if len(w.path) > 0 {
		place = "field " + strings.Join(w.path, ".")
	}
	switch {
	case what == "":
		return place
	case what == "enum value":
		what += " " + cut(text, 40)
	}
	if place == "" {
		return what
	}
	return what + " of " + place
}

// at visits a place with a name and returns to where it was.
func (w *walker) at(place, name string, do func()) {
	oldPlace, oldName, oldPath := w.place, w.name, w.path
	w.place, w.name, w.path = place, name, nil
	do()
	w.place, w.name, w.path = oldPlace, oldName, oldPath
}

func (w *walker) text(f field, text string) {
	if text != "" {
		w.visit(f, "", cut(text, maxProse))
	}
}

func (w *walker) what(f field, what, text string) {
	if text != "" {
		w.visit(f, what, cut(text, maxProse))
	}
}

// shared reads what a reference led to with all others that refer to it.
func (w *walker) shared(ref string, read func(*walker)) {
	if ref != "" && w.share != nil {
		w.share(ref, read)
		return
	}
	read(w)
}

// operation visits what an operation says beyond its summary.
func (w *walker) operation(o *apidoc.Operation) {
	w.text(inText, o.Description)
	w.what(inDetail, "path", o.PathSummary)
	w.what(inDetail, "path", o.PathDescription)
	for i := range o.Parameters {
		p := &o.Parameters[i]
		w.shared(p.Ref, func(w *walker) { w.parameter(p) })
	}
	if b := o.RequestBody; b != nil {
		w.shared(b.Ref, func(w *walker) { w.body(b) })
	}
	for i := range o.Responses {
		r := &o.Responses[i]
		w.at("response", r.Status, func() { w.text(inValue, r.Status) })
		w.shared(r.Ref, func(w *walker) { w.response(r) })
	}
	w.callbacks(o.Callbacks)
	w.security(o.Security)
	w.servers(o.Servers)
	w.docs(o.ExternalDocs)
	for _, s := range o.CodeSamples {
		w.what(inExample, "code sample", cut(s.Label+" "+s.Source, maxExample))
	}
	w.extensions(o.Extensions)
}

func (w *walker) parameter(p *apidoc.Parameter) {
	place := "parameter"
	if p.In != apidoc.InQuery && p.In != apidoc.InPath {
		place = string(p.In) + " parameter"
	}
	w.at(place, p.Name, func() {
		w.text(inName, p.Name)
		w.text(inRule, string(p.In))
		w.text(inDetail, p.Description)
		w.schema(p.Schema)
		w.content(p.Content)
		w.examples(p.Example, p.Examples)
		w.extensions(p.Extensions)
	})
}

func (w *walker) body(b *apidoc.RequestBody) {
	w.at("request body", "", func() {
		w.text(inDetail, b.Description)
		w.content(b.Content)
		w.extensions(b.Extensions)
	})
}

func (w *walker) response(r *apidoc.Response) {
	w.at("response", r.Status, func() {
		w.text(inDetail, r.Summary)
		w.text(inDetail, r.Description)
		for i := range r.Headers {
			h := &r.Headers[i]
			w.shared(h.Ref, func(w *walker) { w.header(h) })
		}
		w.content(r.Content)
		for i := range r.Links {
			w.link(&r.Links[i])
		}
		w.extensions(r.Extensions)
	})
}

func (w *walker) header(h *apidoc.Header) {
	w.at("header", h.Name, func() {
		w.text(inName, h.Name)
		w.text(inDetail, h.Description)
		w.schema(h.Schema)
		w.content(h.Content)
		w.examples(h.Example, h.Examples)
		w.extensions(h.Extensions)
	})
}

func (w *walker) link(l *apidoc.Link) {
	w.at("link", l.Name, func() {
		w.text(inField, l.Name)
		w.text(inRule, l.OperationID)
		w.text(inRule, l.OperationRef)
		w.text(inDetail, l.Description)
		for _, p := range l.Parameters {
			w.text(inField, p.Name)
			w.value(inExample, "value", p.Value)
		}
		w.value(inExample, "body", l.RequestBody)
		if l.Server != nil {
			w.servers([]apidoc.Server{*l.Server})
		}
		w.extensions(l.Extensions)
	})
}

func (w *walker) content(list []apidoc.MediaType) {
	for i := range list {
		m := &list[i]
		w.what(inValue, "media type", m.Name)
		w.schema(m.Schema)
		w.schema(m.ItemSchema)
		w.examples(m.Example, m.Examples)
		for _, e := range m.Encoding {
			w.what(inRule, "encoding", e.Property+" "+e.ContentType+" "+e.Style)
			for j := range e.Headers {
				w.header(&e.Headers[j])
			}
			w.extensions(e.Extensions)
		}
		w.extensions(m.Extensions)
	}
}

func (w *walker) examples(one json.RawMessage, list []apidoc.Example) {
	w.value(inExample, "example", one)
	for _, e := range list {
		w.what(inExample, "example", e.Name)
		w.what(inExample, "example", e.Summary)
		w.what(inExample, "example", e.Description)
		w.what(inExample, "example", e.ExternalValue)
		w.value(inExample, "example", e.Value)
		w.extensions(e.Extensions)
	}
}

func (w *walker) callbacks(list []apidoc.Callback) {
	for _, c := range list {
		w.at("callback", c.Name, func() {
			w.text(inField, c.Name)
			w.text(inRule, c.Expression)
			for i := range c.Operations {
				o := &c.Operations[i]
				w.text(inDetail, o.Summary)
				w.text(inRule, o.ID)
				w.text(inRule, o.Method)
				w.operation(o)
			}
			w.extensions(c.Extensions)
		})
	}
}

func (w *walker) security(list []apidoc.SecurityRequirement) {
	for _, r := range list {
		for _, s := range r.Schemes {
			w.what(inValue, "security scheme", s.Name)
			for _, scope := range s.Scopes {
				w.what(inValue, "scope", scope)
			}
		}
	}
}

func (w *walker) servers(list []apidoc.Server) {
	for _, s := range list {
		w.at("server", "", func() {
			w.text(inRule, s.URL)
			w.text(inDetail, s.Name)
			w.text(inDetail, s.Description)
			for _, v := range s.Variables {
				w.text(inField, v.Name)
				w.text(inDetail, v.Description)
				w.what(inValue, "default", v.Default)
				for _, e := range v.Enum {
					w.what(inValue, "enum value", e)
				}
			}
			w.extensions(s.Extensions)
		})
	}
}

func (w *walker) docs(d *apidoc.ExternalDocs) {
	if d != nil {
		w.what(inOther, "external documentation", d.Description)
		w.what(inOther, "external documentation", d.URL)
	}
}

func (w *walker) extensions(list []apidoc.Extension) {
	for _, e := range list {
		w.what(inOther, "extension", e.Name)
		w.value(inOther, "extension", e.Value)
	}
}

// value visits a JSON value, names and all.
func (w *walker) value(f field, what string, value json.RawMessage) {
	if len(value) > 0 {
		w.visit(f, what, unescaped(cut(string(value[:min(len(value), maxExample)]), maxExample)))
	}
}

// unescaped replaces the escapes of JSON that would glue words together.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return jsonEscapes.Replace(text)
}

var jsonEscapes = strings.NewReplacer(`\\`, `\`, `\n`, " ", `\t`, " ", `\r`, " ", `\"`, `"`, `\/`, "/")
