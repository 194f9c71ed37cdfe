package search

import (
	"context"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// reader reads again what an index was made of, which costs less than keeping every
// text.
type reader struct {
	doc   *apidoc.Document
	table *table
	words *wording.Language // of the readers, nil for English
}

// own visits an operation or component; the parts are in memory.
func (r reader) own(e *entry) func(*walker) {
	if e.result.Kind == core.PageComponent {
		c := readComponent(context.Background(), r.doc, e.result)
		return func(k *walker) { k.component(c) }
	}
	op := readOperation(context.Background(), r.doc, e.result)
	return func(k *walker) { k.operation(op) }
}

// reread visits the texts of an entry, and of the part a word was found in.
func (r reader) reread(e *entry, at place, visit func(text string)) {
	ctx := context.Background()
	defer func() { _ = recover() }()
	w := &walker{}
	w.visit = func(_ field, _ wording.Key, text string) { visit(text) }
	if callable(e) || e.result.Kind == core.PageComponent {
		r.own(e)(w)
	}
	for _, ref := range r.schemasOf(e, at) {
		w.schema(readSchema(ctx, r.doc, ref))
	}
}

// schemasOf are the references of a model itself, and of the schema a word was
// found in.
func (r reader) schemasOf(e *entry, at place) []string {
	var refs []string
	if m := r.doc.ModelSummary(e.result.Slug); e.result.Kind == core.PageModel && m != nil {
		refs = append(refs, m.Ref)
	}
	number := int(at.part)
	switch {
	case !at.seen:
	case number >= len(r.table.entries):
		if p := r.table.parts[number-len(r.table.entries)]; p.schema {
			refs = append(refs, p.ref)
		}
	case r.table.entries[number].result.Kind == core.PageModel:
		if m := r.doc.ModelSummary(r.table.entries[number].result.Slug); m != nil {
			refs = append(refs, m.Ref)
		}
	}
	return refs
}

// readOperation reads an operation or webhook. The servers of the whole description belong
// to the overview, which the search finds for them.
func readOperation(ctx context.Context, doc *apidoc.Document, r core.Result) *apidoc.Operation {
	from := doc.Operation
	if r.Kind == core.PageWebhook {
		from = doc.Webhook
	}
	o := read(ctx, from, r.Slug)
	if o == nil {
		return nil
	}
	own := withOwnServers(*o, doc.Servers)
	return &own
}

// withOwnServers is an operation without servers that are those of all, and so are those
// that it calls back.
func withOwnServers(o apidoc.Operation, all []apidoc.Server) apidoc.Operation {
	if slices.EqualFunc(o.Servers, all, sameServer) {
		o.Servers = nil
	}
	o.Callbacks = slices.Clone(o.Callbacks)
	for i, c := range o.Callbacks {
		o.Callbacks[i].Operations = slices.Clone(c.Operations)
		for j, called := range c.Operations {
			o.Callbacks[i].Operations[j] = withOwnServers(called, all)
		}
	}
	return o
}

func sameServer(a, b apidoc.Server) bool {
	return a.URL == b.URL && a.Name == b.Name && a.Description == b.Description
}

func readComponent(ctx context.Context, doc *apidoc.Document, r core.Result) *apidoc.Component {
	return read(ctx, doc.Component, r.Slug)
}

func readSchema(ctx context.Context, doc *apidoc.Document, ref string) *apidoc.Schema {
	return read(ctx, doc.Schema, ref)
}

// read reads a part of a document, nil when that fails. A source that panics has
// failed.
func read[T any](ctx context.Context, from func(context.Context, string) (*T, error), name string) (part *T) {
	defer func() {
		if recover() != nil {
			part = nil
		}
	}()
	part, err := from(ctx, name)
	if err != nil {
		return nil
	}
	return part
}
