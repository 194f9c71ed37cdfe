package search

import (
	"context"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

const (
	maxLevel = 2   // how many references to schemas lead from an operation to what it has
	maxReach = 400 // shared parts that an operation is found by
)

// Build makes an index of everything in a document. It reads every operation and
// model once and keeps none, so call it in the background; New serves meanwhile.
// What cannot be read is left out. The error is that of ctx.
func Build(ctx context.Context, doc *apidoc.Document, o Options) (*Index, error) {
	g := &gatherer{builder: newBuilder(), doc: doc, numbers: map[string]int{}}
	outline(g.builder, doc, o)
	g.links = make([][]int, len(g.entries))
	for i, e := range g.entries {
		if m := doc.ModelSummary(e.result.Slug); e.result.Kind == core.PageModel && m != nil {
			g.numbers[m.Ref] = i
		}
	}
	for i := range g.entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.entryPart(ctx, i)
		for len(g.waiting) > 0 { // reading one finds more
			next := g.waiting[0]
			g.waiting = g.waiting[1:]
			g.sharedPart(ctx, next)
		}
	}
	g.owners = g.ownership()
	return &Index{reader: reader{doc: doc, table: g.build()}, routes: newRoutes(doc), complete: true}, nil
}

// gatherer reads a document for an index.
type gatherer struct {
	*builder
	doc     *apidoc.Document
	numbers map[string]int // of parts, by reference
	links   [][]int        // by part: the parts it refers to
	waiting []waiting
}

// waiting is a shared part that is to be read.
type waiting struct {
	number int
	ref    string
	read   func(*walker) // nil for a schema
}

// entryPart adds what stands behind the outline of an entry.
func (g *gatherer) entryPart(ctx context.Context, i int) {
	e := &g.entries[i]
	switch r := e.result; r.Kind {
	case core.PageOperation, core.PageWebhook:
		if op := readOperation(ctx, g.doc, r); op != nil {
			e.facts.read(g.doc, op)
			g.walk(i, func(w *walker) { w.operation(op) })
		}
	case core.PageModel:
		m := g.doc.ModelSummary(r.Slug)
		if s := readSchema(ctx, g.doc, m.Ref); s != nil {
			e.facts.members = len(s.Properties)
			g.walk(i, func(w *walker) { w.schema(s) })
		}
	case core.PageComponent:
		if c := readComponent(ctx, g.doc, r); c != nil {
			g.walk(i, func(w *walker) { w.component(c) })
		}
	}
}

// sharedPart adds a part that others refer to.
func (g *gatherer) sharedPart(ctx context.Context, p waiting) {
	if p.read == nil {
		s := readSchema(ctx, g.doc, p.ref)
		p.read = func(w *walker) { w.schema(s) }
	}
	g.walk(p.number, p.read)
}

// walk adds the texts of a part, and notes what it refers to. The part comes from
// a source that may be anyone's, so one that panics is left out.
func (g *gatherer) walk(number int, read func(*walker)) {
	link := func(ref string, read func(*walker)) {
		if p := g.number(ref, read); p >= 0 && !slices.Contains(g.links[number], p) {
			g.links[number] = append(g.links[number], p)
		}
	}
	w := &walker{share: link}
	w.visit = func(f field, _ wording.Key, text string) { g.add(number, f, text) }
	w.refer = func(ref string) { link(ref, nil) }
	defer g.end(number)
	defer func() { _ = recover() }()
	read(w)
}

// number returns the number of the part at a reference, which waits to be read
// when it is new. Above the limit there is none.
func (g *gatherer) number(ref string, read func(*walker)) int {
	if p, known := g.numbers[ref]; known {
		return p
	}
	p := len(g.links)
	if p >= maxParts {
		return -1
	}
	g.numbers[ref] = p
	g.links = append(g.links, nil)
	g.parts = append(g.parts, part{ref: ref, schema: read == nil})
	g.waiting = append(g.waiting, waiting{p, ref, read})
	return p
}

// ownership says for each part which operations it belongs to.
func (g *gatherer) ownership() [][]owner {
	owners := make([][]owner, len(g.links))
	seen := make([]int, len(g.links))
	for i := range g.entries {
		if k := g.entries[i].result.Kind; k != core.PageOperation && k != core.PageWebhook {
			continue
		}
		type step struct{ part, level int }
		queue := []step{{i, 0}}
		seen[i] = i + 1
		for at := 0; at < len(queue) && len(queue) < maxReach; at++ {
			for _, p := range g.links[queue[at].part] {
				level := queue[at].level
				if p < len(g.entries) || g.parts[p-len(g.entries)].schema {
					level++
				}
				if level <= maxLevel && seen[p] != i+1 {
					seen[p] = i + 1
					queue = append(queue, step{p, level})
					owners[p] = append(owners[p], owner{uint32(i), uint8(level)})
				}
			}
		}
	}
	return owners
}
