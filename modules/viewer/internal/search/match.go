package search

import (
	"math"
	"slices"
	"strings"
)

// The quality of a match, from the same word down to a part of one.
const (
	qualitySame     = 1
	qualityNumber   = 0.95 // singular for plural, or the other way round
	qualityStart    = 0.7
	qualityTypo     = 0.5
	qualityTypos    = 0.3
	qualityInside   = 0.35
	joinedFromParts = 0.6
)

// The lengths from which the start of a word is looked for everywhere and not
// only in what results show, and from which a part of a word is looked for.
const (
	minStart  = 3
	minInside = 4
)

// term is a word of the index that fits one of a query.
type term struct {
	number  int
	quality float32
}

// scorer finds words in a table.
type scorer struct{ *table }

// expand returns the words of the index that fit a word. With loose it looks for
// typing errors and parts of words too.
func (t scorer) expand(word string, loose bool) []term {
	var list []term
	best := map[int]float32{}
	add := func(number int, quality float32) {
		if old, known := best[number]; !known || quality > old {
			best[number] = quality
		}
	}
	for i, variant := range numberVariants(word) {
		if n := t.exact(variant); n >= 0 {
			add(n, map[bool]float32{true: qualitySame, false: qualityNumber}[i == 0])
		}
	}
	first, end := t.prefix(word)
	for n := first; n < end; n++ {
		add(n, qualityStart)
	}
	if loose || len(best) == 0 {
		t.expandLoosely(word, add)
	}
	for n, quality := range best {
		list = append(list, term{n, quality})
	}
	slices.SortFunc(list, func(a, b term) int { return a.number - b.number })
	return list
}

// expandLoosely finds words with typing errors, or else those that word is a part
// of.
func (t scorer) expandLoosely(word string, add func(int, float32)) {
	allowed := typos(word)
	for n, have := range t.terms {
		if allowed > 0 {
			whole, start := distance(have, word, allowed)
			switch {
			case whole == 1:
				add(n, qualityTypo)
			case start == 1:
				add(n, 0.8*qualityTypo)
			case whole <= allowed:
				add(n, qualityTypos)
			case start <= allowed:
				add(n, 0.8*qualityTypos)
			}
		}
		if len(word) >= minInside && len(have) > len(word) && strings.Contains(have, word) {
			add(n, qualityInside)
		}
	}
}

// numberVariants are a word and what it is in the other number, or could be.
func numberVariants(word string) []string {
	for _, end := range []string{"ss", "x", "ch", "sh"} {
		if strings.HasSuffix(word, end) {
			return []string{word, word + "es"}
		}
	}
	list := []string{word}
	stem, plural := strings.CutSuffix(word, "s")
	if !plural && len(word) >= 3 {
		list = append(list, word+"s")
		if root, ok := strings.CutSuffix(word, "y"); ok && len(word) > 4 {
			list = append(list, root+"ies")
		}
	}
	if !plural || len(stem) < 3 {
		return list
	}
	list = append(list, stem)
	if root, ok := strings.CutSuffix(stem, "ie"); ok {
		list = append(list, root+"y")
	}
	if root, ok := strings.CutSuffix(stem, "e"); ok {
		list = append(list, root)
	}
	return list
}

// hits are the scores of entries for one word, and where it was found best.
type hits struct {
	score []float32
	at    []place
	count int
}

// place is where a word was found.
type place struct {
	part  uint32
	field field
	seen  bool
}

// score finds a word in all entries.
func (t scorer) score(w word, loose bool) *hits {
	h := t.scoreTerms(t.expand(w.text, false), w.text)
	if len(w.parts) > 0 {
		h.join(t.scoreParts(w.parts))
	}
	if h.count == 0 || loose {
		h.join(t.scoreTerms(t.expand(w.text, true), w.text))
	}
	return h
}

// scoreParts finds the words of a name, which must all be there.
func (t scorer) scoreParts(parts []string) *hits {
	var all *hits
	for i, p := range parts {
		terms := t.expand(p, false)
		if i < len(parts)-1 {
			terms = slices.DeleteFunc(terms, func(x term) bool { return x.quality < qualityNumber })
		}
		h := t.scoreTerms(terms, p)
		if all == nil {
			all = h
			continue
		}
		for i := range all.score {
			if h.score[i] == 0 {
				all.score[i] = 0
			}
			all.score[i] = min(all.score[i], h.score[i])
		}
	}
	for i := range all.score {
		all.score[i] *= joinedFromParts
	}
	all.recount()
	return all
}

// join takes over what another found better.
func (h *hits) join(other *hits) {
	for i, s := range other.score {
		if s > h.score[i] {
			h.score[i], h.at[i] = s, other.at[i]
		}
	}
	h.recount()
}

func (h *hits) recount() {
	h.count = 0
	for _, s := range h.score {
		if s > 0 {
			h.count++
		}
	}
}

// scoreTerms finds the entries of words of the index. A word that few have counts
// more.
func (t scorer) scoreTerms(terms []term, word string) *hits {
	h := &hits{score: make([]float32, len(t.entries)), at: make([]place, len(t.entries))}
	parts := make([]float32, max(len(t.owners), len(t.entries)))
	fields := make([]field, len(parts))
	var touched []uint32
	for _, each := range terms {
		for _, p := range t.of(each.number) {
			f, i := p.field(), p.part()
			if each.quality < qualityNumber && len(word) < minStart && !f.head() {
				continue
			}
			s := each.quality * weights[f]
			switch old := parts[i]; {
			case old == 0:
				touched = append(touched, uint32(i))
				parts[i], fields[i] = s, f
			case each.quality >= qualityNumber:
				parts[i], fields[i] = max(old, s)+0.25*min(old, s), min(f, fields[i])
			case s > old:
				parts[i], fields[i] = s, f
			}
		}
	}
	for _, i := range touched {
		h.spread(t.table, i, parts[i], fields[i])
	}
	rarity := 1 + float32(math.Log(float64(len(t.entries)+1)/float64(h.count+1)))/4
	for i := range h.score {
		h.score[i] *= rarity
	}
	return h
}

// spread gives the score of a part to the entries it belongs to.
func (h *hits) spread(t *table, part uint32, score float32, f field) {
	note := func(entry uint32, score float32) {
		if h.score[entry] == 0 {
			h.count++
		}
		if score > h.score[entry] {
			h.score[entry], h.at[entry] = score, place{part, f, true}
		}
	}
	if int(part) < len(t.entries) {
		note(part, score)
	}
	if int(part) >= len(t.owners) {
		return
	}
	if f <= inTag {
		score = score / weights[f] * weights[inDetail] // the name of a model is no name of who uses it
	}
	for _, o := range t.owners[part] {
		note(o.entry, score*nearness[o.level])
	}
}
