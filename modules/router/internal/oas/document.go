package oas

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// document is a description while it is written.
type document struct {
	writer
	outline apidoc.Outline
	parts   apidoc.Memory
	// shared are the responses and headers that were referred to, by name.
	responses map[string]apidoc.Response
	headings  map[string]apidoc.Header
}

// reference writes the reference to a part that stands among the components of a
// kind, and returns its name there; "" for a part that stands in its place.
func (d *document) reference(kind, ref string) string {
	name, shared := strings.CutPrefix(ref, "#/components/"+kind+"/")
	if !shared {
		return ""
	}
	d.str("$ref", ref)
	return name
}

func (d *document) externalDocs(e *apidoc.ExternalDocs) {
	if e == nil {
		return
	}
	d.object("externalDocs", func() {
		d.key("url") // section 4.8.11: required
		d.quote(e.URL)
		d.str("description", e.Description)
		d.extensions(e.Extensions)
	})
}

func (d *document) extensions(all []apidoc.Extension) {
	for _, x := range all {
		if strings.HasPrefix(x.Name, "x-") {
			d.raw(x.Name, x.Value)
		}
	}
}

// with is a function that writes into d.
func with[T any](d *document, write func(*document, T)) func(T) {
	return func(v T) { write(d, v) }
}
