package search

import (
	"cmp"
	"context"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// writer writes the results of one query.
type writer struct {
	reader
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
	result.Where = e.where.In(w.words)
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
		if best = w.find(at.field, word, w.own(e)); !goes(best.id, best.only) {
			best.id = ""
		}
		return best
	}
	key := spotKey{refs[len(refs)-1], at.field, word.text}
	best, known := w.spots[key]
	if !known {
		s := readSchema(context.Background(), w.doc, key.ref)
		best = w.find(at.field, word, func(k *walker) { k.schema(s) })
		w.spots[key] = best
	}
	if e.result.Kind == core.PageModel {
		if best.id != "" {
			best.id = "schema" + best.id
		}
		return best
	}
	best.where = strings.TrimSpace(w.words.Fill("{1} of model {2}", best.where, modelName(w.doc, key.ref)))
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
	k := &walker{}
	k.visit = func(field, wording.Key, string) {}
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
func (w *writer) find(f field, word word, read func(*walker)) (best spot) {
	k := &walker{}
	k.visit = func(at field, what wording.Key, text string) {
		if at != f || best.quality >= qualitySame && len(k.path) >= best.depth {
			return
		}
		if q := word.best(text); q > best.quality || q == best.quality && q > 0 && len(k.path) < best.depth {
			best = spot{k.where(w.words, what, text), text, k.id, k.only, q, len(k.path)}
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
