package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Found is the answer to a query.
type Found struct {
	Results []core.Result // the best first
	Total   int           // how many there are; at least, when a phrase is asked for
	Notes   []string      // what to know about the results
}

// ranked is an entry with what it is worth.
type ranked struct {
	entry int
	score float32
	at    place // of the word that says most about it
	word  int   // that word, -1 for none
	named bool  // an operation whose title or operationId has all words
}

// Find returns the best results for a query, at most limit, best first. A query
// without a word or filter finds nothing.
func (x *Index) Find(text string, limit int) Found {
	if list, ok := x.pasted(text); ok {
		return x.answer(&query{}, list, limit)
	}
	if members := payload(text); members != nil {
		return x.answer(&query{}, x.fitting(members), limit)
	}
	q := parse(text)
	if q.empty() {
		return Found{Notes: q.notes}
	}
	list := x.rank(q, false)
	if len(list) == 0 && len(q.words) > 0 {
		list = x.rank(q, true)
	}
	if first := x.routesTo(q); len(first) > 0 {
		list = append(first, slices.DeleteFunc(list, func(r ranked) bool {
			return slices.ContainsFunc(first, func(f ranked) bool { return f.entry == r.entry })
		})...)
	}
	if len(q.phrases) > 0 {
		list = x.withPhrases(q, list, limit)
	}
	return x.answer(q, list, limit)
}

// rank returns the entries that have every word and fit every filter.
func (x *Index) rank(q *query, loose bool) []ranked {
	t := x.table
	found := make([]*hits, 0, len(q.words))
	for _, w := range q.words {
		h := t.score(w, loose)
		if h.count == 0 {
			return nil
		}
		found = append(found, h)
	}
	var list []ranked
	for i := range t.entries {
		r := ranked{entry: i, word: -1}
		missing, titled, named := false, 0, 0
		for j, h := range found {
			if h.score[i] == 0 {
				missing = true
				break
			}
			r.score += h.score[i]
			if h.at[i].field == inTitle {
				titled++
			}
			if h.at[i].field <= inID {
				named++
			}
			if at := h.at[i]; r.word < 0 || at.field.depth() > r.at.field.depth() {
				r.at, r.word = at, j
			}
		}
		if e := &t.entries[i]; !missing && q.passes(e) {
			r.score = e.score(r.score, titled, q)
			r.named = named > 1 && named == len(found) && e.isOperation()
			list = append(list, r)
		}
	}
	if len(q.words) > 0 {
		slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	}
	return t.namedFirst(list, q)
}

// namedFirst puts the operations that are called what is asked for, in several words,
// before the first model that is called otherwise.
func (t *table) namedFirst(list []ranked, q *query) []ranked {
	name := strings.ReplaceAll(q.text, " ", "")
	first := slices.IndexFunc(list, func(r ranked) bool {
		e := &t.entries[r.entry]
		return e.result.Kind == core.PageModel && !strings.EqualFold(e.result.Title, name)
	})
	if first < 0 {
		return list
	}
	slices.SortStableFunc(list[first:], func(a, b ranked) int {
		switch {
		case a.named == b.named:
			return 0
		case a.named:
			return -1
		}
		return 1
	})
	return list
}

func (e *entry) isOperation() bool {
	return e.result.Kind == core.PageOperation || e.result.Kind == core.PageWebhook
}

// score weighs what an entry is: operations stand above models, titles of which
// much is asked for above long ones, and what is written as it is asked for above
// all. Titled is how many words stand in the title.
func (e *entry) score(sum float32, titled int, q *query) float32 {
	sum *= max(e.bonus, 1) * (1 - 0.01*float32(min(e.length, 20)))
	if e.length > 0 && e.length <= longTitle {
		sum *= 0.8 + 0.5*min(float32(titled)/float32(e.length), 1)
	}
	if e.result.Deprecated {
		sum *= 0.9
	}
	for _, own := range []string{e.result.Title, e.result.Path} {
		if own != "" && strings.EqualFold(own, q.text) {
			sum *= 1.5
		}
	}
	if len(q.words) > 0 && e.result.Path != "" {
		tail := e.result.Path[strings.LastIndexByte(e.result.Path, '/')+1:]
		if slices.ContainsFunc(q.words, func(w word) bool { return strings.EqualFold(w.text, tail) }) {
			sum *= 1.3
		}
	}
	return sum
}

// answer writes the results.
func (x *Index) answer(q *query, list []ranked, limit int) Found {
	f := Found{Total: len(list), Notes: q.notes, Results: make([]core.Result, 0, min(len(list), limit))}
	w := &writer{Index: x, query: q, spots: map[spotKey]spot{}, refs: map[string][]refSpot{}}
	for _, r := range list[:cap(f.Results)] {
		f.Results = append(f.Results, w.result(r))
	}
	return f
}
