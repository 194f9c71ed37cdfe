package search

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// phraseBudget is how many entries are read again for the phrases of one query.
const phraseBudget = 200

// withPhrases keeps the entries that hold every phrase, until there are enough.
func withPhrases(in reader, q *query, list []ranked, limit int) []ranked {
	var kept []ranked
	for i, r := range list {
		if len(kept) >= limit || i >= phraseBudget {
			q.notes = append(q.notes, wording.Sentence{Key: "There may be more with these words next to each other."})
			break
		}
		if holdsPhrases(in, q, r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// holdsPhrases reports whether an entry holds every phrase, in what is shown of
// it, in itself, or in the part in which the words were found.
func holdsPhrases(in reader, q *query, r ranked) bool {
	e := &in.table.entries[r.entry]
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
		in.reread(e, r.at, look)
	}
	return len(missing) == 0
}

// holds reports whether a phrase stands in a text as whole words.
func holds(text, phrase string) bool {
	return strings.Contains(" "+text+" ", " "+phrase+" ")
}
