package search

import (
	"cmp"
	"context"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// writer writes the results of one query.
type writer struct {
	*Index
	query *query
	spots map[spotKey]spot     // of schemas, which results have in common
	refs  map[string][]refSpot // of schemas: what they refer to
}

type spotKey struct {
	ref   string
	field field
	word  string
}

// spot is the place where a word was found, and the text there.
type spot struct {
	where, text string
	id          string         // of the element that shows it, empty for none
	only        core.Direction // the bodies that it is part of, empty for all
	quality     float32        // 0 for none
	depth       int            // how far inside
}

// result writes what is found: where, and the text around it.
func (w *writer) result(r ranked) core.Result {
	e := &w.table.entries[r.entry]
	result, list := e.result, w.query.words
	text := e.text
	if r.word >= 0 && r.at.seen && r.at.field.depth() > 1 {
		if s := w.spot(e, r.at, list[r.word]); s.quality > 0 {
			result.Where = cut(strings.Join(strings.Fields(s.where), " "), maxWhere)
			result.Fragment = cmp.Or(result.Fragment, s.id)
			text = s.text
		}
	}
	result.Excerpt = excerpt(cut(text, maxProse), list)
	result.TitleMarks = marks(result.Title, list)
	result.PathMarks = marks(result.Path, list)
	result.ExcerptMarks = marks(result.Excerpt, list)
	return result
}

// maxWhere bounds the name of a place in bytes.
const maxWhere = 160

// spot reads the part in which a word was found again, which costs less than
// keeping every text.
func (w *writer) spot(e *entry, at place, word word) (best spot) {
	refs := w.schemasOf(e, at)
	if len(refs) == 0 {
		if best = find(at.field, word, w.own(e)); !goes(best.id, best.only) {
			best.id = ""
		}
		return best
	}
	key := spotKey{refs[len(refs)-1], at.field, word.text}
	best, known := w.spots[key]
	if !known {
		s := readSchema(context.Background(), w.doc, key.ref)
		best = find(at.field, word, func(k *walker) { k.schema(s) })
		w.spots[key] = best
	}
	if e.result.Kind == core.PageModel {
		if best.id != "" {
			best.id = "schema" + best.id
		}
		return best
	}
	best.where = strings.TrimSpace(best.where + " of model " + modelName(w.doc, key.ref))
	best.id = w.reached(e, key.ref, best)
	return best
}

// goes reports whether what is part of some bodies only stands at an id.
func goes(id string, only core.Direction) bool {
	switch only {
	case core.InRequest:
		return !strings.Contains("."+id, ".response.")
	case core.InResponse:
		return !strings.Contains("."+id, ".request-body.")
	}
	return true
}

// own visits an operation or component; the parts are in memory.
func (x *Index) own(e *entry) func(*walker) {
	if e.result.Kind == core.PageComponent {
		c := readComponent(context.Background(), x.doc, e.result)
		return func(k *walker) { k.component(c) }
	}
	op := readOperation(context.Background(), x.doc, e.result)
	return func(k *walker) { k.operation(op) }
}

// refSpot is a place that refers to a schema: the element that shows it, and what
// the ids of its parts begin with.
type refSpot struct {
	ref, id, base string
	only          core.Direction
}

// maxSteps is how many schemas of an operation are read to find one in them.
const maxSteps = 60

// reached returns the id of a place in a schema where an operation shows it, empty
// when that is not found: below a place that refers to it, or to a schema that
// does.
func (w *writer) reached(e *entry, ref string, at spot) string {
	show := func(r refSpot, base string) string {
		switch {
		case !goes(base+r.base, at.only) || !goes(base+r.base, r.only):
			return ""
		case at.id == "" && r.id != "":
			return base + r.id
		}
		return base + r.base + at.id
	}
	direct := refSpots(w.own(e))
	for _, r := range direct {
		if id := show(r, ""); r.ref == ref && id != "" {
			return id
		}
	}
	for _, r := range direct[:min(len(direct), maxSteps)] {
		inner, known := w.refs[r.ref]
		if !known {
			s := readSchema(context.Background(), w.doc, r.ref)
			inner = refSpots(func(k *walker) { k.schema(s) })
			w.refs[r.ref] = inner
		}
		for _, i := range inner {
			if id := show(i, r.base); i.ref == ref && id != "" {
				return id
			}
		}
	}
	return ""
}

// refSpots returns the places in a part that refer to schemas, the first of each
// schema in a request and in a response.
func refSpots(read func(*walker)) (list []refSpot) {
	k := &walker{visit: func(field, string, string) {}}
	seen := map[string]bool{}
	k.refer = func(ref string) {
		key := ref
		if !goes(k.base, core.InResponse) {
			key += " in a request"
		}
		if !seen[key] {
			seen[key] = true
			list = append(list, refSpot{ref, k.id, k.base, k.only})
		}
	}
	defer func() { _ = recover() }() // what panics refers to nothing
	read(k)
	return list
}

// find returns the place of a word in a part: where it stands as it is written
// rather than where something like it does, and further out rather than inside.
func find(f field, word word, read func(*walker)) (best spot) {
	k := &walker{}
	k.visit = func(at field, what, text string) {
		if at != f || best.quality >= qualitySame && len(k.path) >= best.depth {
			return
		}
		if q := word.best(text); q > best.quality || q == best.quality && q > 0 && len(k.path) < best.depth {
			best = spot{k.where(what, text), text, k.id, k.only, q, len(k.path)}
		}
	}
	defer func() { _ = recover() }() // a source that panics has nothing to show
	read(k)
	return best
}

func modelName(doc *apidoc.Document, ref string) string {
	if m := doc.ModelOf(ref); m != nil {
		return m.Name
	}
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// phraseBudget is how many entries are read again for the phrases of one query.
const phraseBudget = 200

// withPhrases keeps the entries that hold every phrase, until there are enough.
func (x *Index) withPhrases(q *query, list []ranked, limit int) []ranked {
	var kept []ranked
	for i, r := range list {
		if len(kept) >= limit || i >= phraseBudget {
			q.notes = append(q.notes, "There may be more with these words next to each other.")
			break
		}
		if x.holdsPhrases(q, r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// holdsPhrases reports whether an entry holds every phrase, in what is shown of
// it, in itself, or in the part in which the words were found.
func (x *Index) holdsPhrases(q *query, r ranked) bool {
	e := &x.table.entries[r.entry]
	missing := map[string]bool{}
	for _, p := range q.phrases {
		missing[p] = true
	}
	shortest := len(q.phrases[0])
	for _, p := range q.phrases {
		shortest = min(shortest, len(p))
	}
	look := func(text string) {
		if len(missing) == 0 || len(text) < shortest {
			return
		}
		text = normal(text)
		for p := range missing {
			if holds(text, p) {
				delete(missing, p)
			}
		}
	}
	for _, text := range []string{e.result.Title, e.result.Path, e.text} {
		look(text)
	}
	if len(missing) > 0 {
		x.reread(e, r.at, look)
	}
	return len(missing) == 0
}

// holds reports whether a phrase stands in a text as whole words.
func holds(text, phrase string) bool {
	return strings.Contains(" "+text+" ", " "+phrase+" ")
}

// reread visits the texts of an entry, and of the part a word was found in.
func (x *Index) reread(e *entry, at place, visit func(text string)) {
	ctx := context.Background()
	defer func() { _ = recover() }()
	w := &walker{visit: func(_ field, _, text string) { visit(text) }}
	if callable(e) || e.result.Kind == core.PageComponent {
		x.own(e)(w)
	}
	for _, ref := range x.schemasOf(e, at) {
		w.schema(readSchema(ctx, x.doc, ref))
	}
}

// schemasOf are the references of a model itself, and of the schema a word was
// found in.
func (x *Index) schemasOf(e *entry, at place) []string {
	var refs []string
	if m := x.doc.ModelSummary(e.result.Slug); e.result.Kind == core.PageModel && m != nil {
		refs = append(refs, m.Ref)
	}
	number := int(at.part)
	switch {
	case !at.seen:
	case number >= len(x.table.entries):
		if p := x.table.parts[number-len(x.table.entries)]; p.schema {
			refs = append(refs, p.ref)
		}
	case x.table.entries[number].result.Kind == core.PageModel:
		if m := x.doc.ModelSummary(x.table.entries[number].result.Slug); m != nil {
			refs = append(refs, m.Ref)
		}
	}
	return refs
}
