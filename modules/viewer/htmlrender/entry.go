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
	headElements = 16      // elements of an operation without its body, those of its title and path left out
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

// reading is the operations of a page of several.
type reading struct {
	*reader
	in      *lists
	ctx     context.Context
	write   func(ctx context.Context, page *core.Page, out *bytes.Buffer) error // writes the page of an entry
	entered map[string]bool                                                     // their ids
	bodies  int                                                                 // elements of their bodies so far
	written int                                                                 // bytes of them
	full    bool                                                                // there is no room for another body
}

// entriesOf makes the entries of operations, the bodies of the first of them as
// long as the page has room.
func (l *reading) entriesOf(kind core.PageKind, list []*apidoc.OperationSummary) []entry {
	if l.entered == nil {
		l.entered = map[string]bool{}
		l.bodies = l.headsOf()
	}
	all := make([]entry, 0, len(list))
	for _, o := range list {
		e := entry{operation: o, kind: kind, id: entryID(kind, o.Slug)}
		e.again = l.entered[e.id]
		if l.entered[e.id] = true; !e.again {
			l.complete(&e)
		}
		all = append(all, e)
	}
	return all
}

// headsOf is about how many elements the heads of the operations of the page have,
// and the sidebar beyond what most have.
func (l *reading) headsOf() int {
	const usual = 1300 // elements beside the operations that there is room for
	listed := headElements * min(len(l.doc.Operations)+len(l.doc.Webhooks), 200)
	if l.page.Kind == core.PageTag {
		operations := l.doc.TagOperations(l.page.Tag.Name)
		shown := l.in.span(len(operations), readPart)
		listed = headElements * (shown.to - shown.from)
		for _, o := range operations[shown.from:shown.to] {
			listed += nameElements(o)
		}
	} else {
		for i := range l.doc.Operations[:min(len(l.doc.Operations), 200)] {
			listed += nameElements(&l.doc.Operations[i])
		}
	}
	links := l.doc.Operations
	if !l.in.opensAll(len(links)) {
		links = links[:min(len(links), maxLinks)]
	}
	beside := tagElements*min(len(l.doc.Tags), maxTags) + linkElements*len(links)
	for i := range links {
		beside += nameBreaks(label(&links[i], l.page.Settings.PathTitles))
	}
	return listed + max(0, beside-usual)
}

// Elements of the sidebar.
const (
	tagElements  = 8 // of a tag
	linkElements = 4 // of an operation
)

// nameElements is how many elements the title and the path of an operation have: one for
// each variable, and one where they may break.
func nameElements(o *apidoc.OperationSummary) int {
	return nameBreaks(o.Title()) + strings.Count(o.Path, "{") + strings.Count(o.Path, "/")
}

// complete adds the body of an operation, or how high it will be. What cannot be
// read says so on its own page.
func (l *reading) complete(e *entry) {
	e.fetch = "?entry=" + url.QueryEscape(unescaped(address.Of(e.kind, e.operation.Slug)))
	o, err := l.read(e)
	if err != nil {
		e.height = heightClass(0)
		return
	}
	e.height = heightClass(estimate(l.reader, o))
	if !l.full {
		e.body = l.body(e, o)
	}
}

func (l *reading) read(e *entry) (*apidoc.Operation, error) {
	if e.kind == core.PageWebhook {
		return l.doc.Webhook(l.ctx, e.operation.Slug)
	}
	return l.doc.Operation(l.ctx, e.operation.Slug)
}

// body writes the body of an operation as it is fetched, nil when the page has no
// room for it.
func (l *reading) body(e *entry, o *apidoc.Operation) templ.Component {
	page := *l.page
	page.Kind, page.Operation, page.Part, page.Entry = e.kind, o, true, true
	var out bytes.Buffer
	if err := l.write(l.ctx, &page, &out); err != nil {
		return nil
	}
	l.bodies += elements(out.Bytes())
	l.written += out.Len()
	most, size := inElements, inBytes
	if l.page.Settings.Reading == core.ReadWhole {
		most, size = allElements, allBytes
	}
	if l.bodies > most || l.written > size {
		l.full = true
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
