package htmlrender

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// Limits of pages that hold several operations.
const (
	fewOperations = 70 // operations and webhooks up to which the overview holds them

	headElements = 16      // elements of an operation without its body, those of its path left out
	inElements   = 3400    // elements of all operations of a page
	inBytes      = 1 << 20 // bytes of their bodies
	allElements  = 100_000 // the same for a page of which nothing is left to later
	allBytes     = 16 << 20
)

// entry is an operation on a page of several.
type entry struct {
	operation *apidoc.OperationSummary
	kind      core.PageKind
	id        string
	again     bool            // it stands on the page already
	body      templ.Component // nil when it is left to later
	height    string          // class of about how high the body is
	fetch     string          // address of the body
}

// continuous reports whether the overview holds the operations themselves.
func (v *view) continuous() bool {
	switch v.page.Settings.Reading {
	case core.ReadAutomatic:
		return len(v.doc.Operations)+len(v.doc.Webhooks) <= fewOperations
	case core.ReadContinuous, core.ReadWhole:
		return true
	}
	return false
}

// reads reports whether the page of a tag holds its operations.
func (v *view) reads() bool { return v.page.Settings.Reading != core.ReadPages }

// tagPart is how many operations of a tag a page has.
func (v *view) tagPart() int {
	if v.reads() {
		return readPart
	}
	return tagPart
}

// entry is what the ids of the page begin with: nothing, or the id of the
// operation when it stands on a page of several.
func (v *view) entry() string {
	if !v.page.Entry || v.page.Operation == nil {
		return ""
	}
	return entryID(v.page.Kind, v.page.Operation.Slug) + "."
}

func entryID(kind core.PageKind, slug string) string { return string(kind) + "." + slug }

// entriesOf makes the entries of operations, the bodies of the first of them as
// long as the page has room.
func (v *view) entriesOf(kind core.PageKind, list []*apidoc.OperationSummary) []entry {
	if v.entered == nil {
		v.entered = map[string]bool{}
		v.bodies = v.headsOf()
	}
	entries := make([]entry, 0, len(list))
	for _, o := range list {
		e := entry{operation: o, kind: kind, id: entryID(kind, o.Slug)}
		e.again = v.entered[e.id]
		if v.entered[e.id] = true; !e.again {
			v.complete(&e)
		}
		entries = append(entries, e)
	}
	return entries
}

// headsOf is about how many elements the heads of the operations of the page have,
// and the sidebar beyond what most have.
func (v *view) headsOf() int {
	const usual = 1300 // elements beside the operations that there is room for
	listed := headElements * min(len(v.doc.Operations)+len(v.doc.Webhooks), 200)
	if v.page.Kind == core.PageTag {
		operations := v.doc.TagOperations(v.page.Tag.Name)
		shown := v.span(len(operations), readPart)
		listed = headElements * (shown.to - shown.from)
		for _, o := range operations[shown.from:shown.to] {
			listed += pathElements(o.Path)
		}
	} else {
		for i := range v.doc.Operations[:min(len(v.doc.Operations), 200)] {
			listed += pathElements(v.doc.Operations[i].Path)
		}
	}
	return listed + max(0, tagElements*min(len(v.doc.Tags), maxTags)+linkElements*min(len(v.doc.Operations), maxLinks)-usual)
}

// Elements of the sidebar.
const (
	tagElements  = 8 // of a tag
	linkElements = 4 // of an operation
)

// pathElements is how many elements a path has: one for each variable, and one
// where it may break.
func pathElements(path string) int { return strings.Count(path, "{") + strings.Count(path, "/") }

// complete adds the body of an operation, or how high it will be. What cannot be
// read says so on its own page.
func (v *view) complete(e *entry) {
	e.fetch = "?entry=" + url.QueryEscape(unescaped(address.Of(e.kind, e.operation.Slug)))
	o, err := v.read(e)
	if err != nil {
		e.height = heightClass(0)
		return
	}
	e.height = heightClass(v.estimate(o))
	if !v.full {
		e.body = v.body(e, o)
	}
}

func (v *view) read(e *entry) (*apidoc.Operation, error) {
	if e.kind == core.PageWebhook {
		return v.doc.Webhook(v.ctx, e.operation.Slug)
	}
	return v.doc.Operation(v.ctx, e.operation.Slug)
}

// body writes the body of an operation as it is fetched, nil when the page has no
// room for it.
func (v *view) body(e *entry, o *apidoc.Operation) templ.Component {
	page := *v.page
	page.Kind, page.Operation, page.Part, page.Entry = e.kind, o, true, true
	inner := newView(v.ctx, v.renderer, &page)
	inner.shapes = v.shapes
	var out bytes.Buffer
	if err := entryPart(inner, o).Render(v.ctx, &out); err != nil {
		return nil
	}
	v.bodies += elements(out.Bytes())
	v.written += out.Len()
	most, size := inElements, inBytes
	if v.page.Settings.Reading == core.ReadWhole {
		most, size = allElements, allBytes
	}
	if v.bodies > most || v.written > size {
		v.full = true
		return nil
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	})
}

// elements counts the elements of HTML that templates have written.
func elements(page []byte) int {
	n := 0
	for i := 0; i+1 < len(page); i++ {
		if c := page[i+1] | 0x20; page[i] == '<' && 'a' <= c && c <= 'z' {
			n++
		}
	}
	return n
}

func unescaped(path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}
