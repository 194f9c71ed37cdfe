package search

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// word is one word that must be found.
type word struct {
	text  string   // folded
	parts []string // of a name of several words, which may be written apart
	forms []string // text, what it is in the singular, and parts
	typos int      // how many it may have
}

// in returns what of a run fits a word and how well: 0 for not at all.
func (w word) in(run string) (mark core.Mark, quality float32) {
	all, low := core.Mark{End: len(run)}, folded(run)
	for i, form := range w.forms {
		switch {
		case low != form:
		case i == 0:
			return all, qualitySame
		case len(low) == len(run) && strings.HasPrefix(low, w.text): // what was typed
			return core.Mark{End: len(w.text)}, qualityNumber
		default:
			return all, qualityNumber
		}
	}
	if len(run) < min(len(w.text), minStart) && w.typos == 0 {
		return core.Mark{}, 0
	}
	if len(low) != len(run) {
		if strings.Contains(low, w.text) {
			return all, qualityInside
		}
		return core.Mark{}, 0
	}
	at := strings.Index(low, w.text)
	switch {
	case at == 0:
		return core.Mark{End: len(w.text)}, qualityStart
	case at > 0 && len(w.text) >= minStart:
		return core.Mark{Start: at, End: at + len(w.text)}, qualityInside
	}
	if w.typos > 0 {
		if _, start := distance(low[:min(len(low), maxTerm)], w.text, w.typos); start <= w.typos {
			return all, qualityTypos / 2
		}
	}
	return core.Mark{}, 0
}

// best returns how well a word fits anywhere in a text.
func (w word) best(text string) (best float32) {
	if joined(text) == w.text {
		return qualitySame
	}
	spans(text, func(start, end int) {
		if best < qualitySame {
			_, q := w.in(text[start:end])
			best = max(best, q)
		}
	})
	return best
}
