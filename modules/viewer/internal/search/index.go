package search

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Options says what is left out of an index.
type Options struct {
	HideModels bool
	Changes    bool // there is a page of what the versions have changed
}

// Index is what can be found in one document. It is safe for concurrent use.
type Index struct {
	reader
	routes   *routes
	complete bool
}

// Complete reports whether everything can be found, or the names alone.
func (x *Index) Complete() bool { return x.complete }

// New makes an index of the names in a document: titles, operationIds, paths,
// tags, models, the headings of the introduction and of tags, and descriptions of operations.
func New(doc *apidoc.Document, o Options) *Index {
	b := newBuilder()
	outline(b, doc, o)
	return &Index{reader: reader{doc: doc, table: b.build()}, routes: newRoutes(doc)}
}

// String describes an index for a log.
func (x *Index) String() string {
	return fmt.Sprint(len(x.table.entries), " entries, ", len(x.table.owners), " parts, ", len(x.table.terms), " words, ", strconv.Itoa(len(x.table.posts)), " places")
}

// Found is the answer to a query.
type Found struct {
	Results []core.Result      // the best first
	Total   int                // how many there are; at least, when a phrase is asked for
	Notes   []wording.Sentence // what to know about the results
}

// In returns the notes in a language.
func (f Found) In(w *wording.Language) []string {
	var list []string
	for _, note := range f.Notes {
		list = append(list, note.In(w))
	}
	return list
}

// In returns the index for readers of a language, nil for English.
func (x *Index) In(words *wording.Language) *Index {
	in := *x
	in.words = words
	return &in
}

// Find returns the best results for a query, at most limit, best first. A query
// without a word or filter finds nothing.
func (x *Index) Find(text string, limit int) Found {
	if list, ok := x.routes.pasted(text); ok {
		return x.answer(&query{}, list, limit)
	}
	if members := payload(text); members != nil {
		return x.answer(&query{}, fitting(x.table, members), limit)
	}
	q := parse(text)
	if q.empty() {
		return Found{Notes: q.notes}
	}
	list := rank(x.table, q, false)
	if len(list) == 0 && len(q.words) > 0 {
		list = rank(x.table, q, true)
	}
	if first := x.routes.typed(q, x.table.entries); len(first) > 0 {
		list = append(first, slices.DeleteFunc(list, func(r ranked) bool {
			return slices.ContainsFunc(first, func(f ranked) bool { return f.entry == r.entry })
		})...)
	}
	if len(q.phrases) > 0 {
		list = withPhrases(x.reader, q, list, limit)
	}
	return x.answer(q, list, limit)
}

// answer writes the results.
func (x *Index) answer(q *query, list []ranked, limit int) Found {
	f := Found{Total: len(list), Notes: q.notes, Results: make([]core.Result, 0, min(len(list), limit))}
	w := &writer{reader: x.reader, query: q, spots: map[spotKey]spot{}, refs: map[string][]refSpot{}}
	for _, r := range list[:cap(f.Results)] {
		f.Results = append(f.Results, w.result(r))
	}
	return f
}
