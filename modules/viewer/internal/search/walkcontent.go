package search

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// contentWalker visits the texts of bodies, headers and examples.
type contentWalker struct{ schemaWalker }

// content visits the formats of a body. What several have in common is shown with the
// first of them.
func (w *contentWalker) content(list []apidoc.MediaType) {
	for i, first := range shape.Together(list) {
		w.below(list[i].Name, func() {
			m := list[i]
			if first != i {
				m.Schema = nil
			}
			w.media(&m)
			w.cards(&m)
		})
	}
}

// valueContent visits the format of a parameter or header, which is shown where
// that is.
func (w *contentWalker) valueContent(list []apidoc.MediaType) {
	for i := range list {
		w.media(&list[i])
		w.examples(list[i].Example, list[i].Examples)
	}
}

func (w *contentWalker) media(m *apidoc.MediaType) {
	w.what(inValue, "media type", m.Name)
	w.schema(m.Schema)
	if m.ItemSchema != nil {
		w.inside("item", func() { w.schema(m.ItemSchema) })
	}
	for _, e := range m.Encoding {
		w.what(inRule, "encoding", e.Property+" "+e.ContentType+" "+e.Style)
		w.inside("encoding", func() {
			w.inside(e.Property, func() {
				for j := range e.Headers {
					w.header(&e.Headers[j])
				}
			})
		})
		w.extensions(e.Extensions)
	}
	w.extensions(m.Extensions)
}

// cards visits the examples of a body, each of which has a card of its own when
// it has a value.
func (w *contentWalker) cards(m *apidoc.MediaType) {
	card := func(name string, e apidoc.Example) {
		w.inside("example", func() { w.below(name, func() { w.example(&e) }) })
	}
	if m.Example != nil {
		card("1", apidoc.Example{Value: m.Example})
	}
	for i, e := range m.Examples {
		if e.Value == nil && e.ExternalValue == "" {
			w.examples(nil, []apidoc.Example{e})
			continue
		}
		w.extensions(e.Extensions)
		w.what(inExample, "example", e.Serialized)
		e.Extensions, e.Serialized = nil, ""
		card(cmp.Or(e.Name, strconv.Itoa(i+1)), e)
	}
}

func (w *contentWalker) examples(one json.RawMessage, list []apidoc.Example) {
	w.value(inExample, "example", one)
	for i := range list {
		w.example(&list[i])
	}
}

func (w *contentWalker) example(e *apidoc.Example) {
	for _, text := range []string{e.Name, e.Summary, e.Description, e.ExternalValue, e.Serialized} {
		w.what(inExample, "example", text)
	}
	w.value(inExample, "example", e.Value)
	w.extensions(e.Extensions)
}

func (w *contentWalker) header(h *apidoc.Header) {
	w.at("header", h.Name, sample.Below(w.base+".header", h.Name), func() {
		w.text(inName, h.Name)
		w.text(inDetail, h.Description)
		w.schema(h.Schema)
		w.valueContent(h.Content)
		w.examples(h.Example, h.Examples)
		w.extensions(h.Extensions)
	})
}
