package search

import (
	"cmp"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// ranked is an entry with what it is worth.
type ranked struct {
	entry int
	score float32
	at    place // of the word that says most about it
	word  int   // that word, -1 for none
	named bool  // an operation whose title or operationId has all words
}

// rank returns the entries that have every word and fit every filter.
func rank(t *table, q *query, loose bool) []ranked {
	found := make([]*hits, 0, len(q.words))
	for _, w := range q.words {
		h := scorer{t}.score(w, loose)
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
			r.named = named > 1 && named == len(found) && callable(e)
			list = append(list, r)
		}
	}
	if len(q.words) > 0 {
		slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	}
	return namedFirst(t, list, q)
}

// namedFirst puts the operations that are called what is asked for, in several words,
// before the first model that is called otherwise.
func namedFirst(t *table, list []ranked, q *query) []ranked {
	first := slices.IndexFunc(list, func(r ranked) bool {
		e := &t.entries[r.entry]
		return e.result.Kind == core.PageModel && normalName(e.result.Title) != q.name
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
