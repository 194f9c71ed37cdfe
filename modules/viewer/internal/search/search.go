// Package search finds operations, webhooks, tags and models by what a reader
// types:
//
//	index := search.New(doc, search.Options{})
//	results := index.Find("delte repo", 50)
//
// Every word of a query must be found, in the order of importance of title,
// operationId, path, tag, method and description, as a whole word, the start of
// one, a part of one or with one typing error.
package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

const (
	maxQuery = 200 // bytes of a query that are read
	maxWords = 8   // words of a query that are read
	maxText  = 600 // bytes of a description that are indexed
)

// Options says what is left out of an index.
type Options struct{ HideModels bool }

// Index is what can be found in one document. It is safe for concurrent use.
type Index struct{ entries []entry }

type entry struct {
	result core.Result
	words  []word
	text   string // the description, for excerpts
	bonus  int    // operations stand above models of the same score
	length int    // words of the title: the shorter of two equal ones comes first
}

type word struct {
	text   string
	weight int
}

// The weights of the places where a word is found.
const (
	inTitle = 100
	inID    = 60
	inPath  = 50
	inTag   = 40
	inVerb  = 30
	inText  = 15
)

// New reads the outline of a document.
func New(doc *apidoc.Document, o Options) *Index {
	x := &Index{}
	for i := range doc.Operations {
		x.addOperation(doc, core.PageOperation, &doc.Operations[i])
	}
	for i := range doc.Webhooks {
		x.addOperation(doc, core.PageWebhook, &doc.Webhooks[i])
	}
	for _, t := range doc.Tags {
		e := entry{result: core.Result{Kind: core.PageTag, Slug: t.Slug, Title: t.DisplayName}, bonus: 15}
		e.add(inTitle, t.DisplayName)
		e.add(inTag, t.Name)
		x.finish(e, t.Description)
	}
	if o.HideModels {
		return x
	}
	for _, m := range doc.Models {
		e := entry{result: core.Result{Kind: core.PageModel, Slug: m.Slug, Title: cmp.Or(m.Title, m.Name)}}
		e.add(inTitle, m.Title)
		e.add(inTitle, m.Name)
		x.finish(e, m.Description)
	}
	return x
}

func (x *Index) addOperation(doc *apidoc.Document, kind core.PageKind, o *apidoc.OperationSummary) {
	e := entry{result: core.Result{Kind: kind, Slug: o.Slug, Title: o.Title(), Method: o.Method, Path: o.Path}, bonus: 25}
	e.add(inTitle, o.Summary)
	e.add(inID, o.ID)
	e.add(inPath, o.Path)
	e.add(inVerb, o.Method)
	for _, name := range o.Tags {
		e.add(inTag, name)
		if t := doc.TagNamed(name); t != nil && t.DisplayName != name {
			e.add(inTag, t.DisplayName)
		}
	}
	x.finish(e, o.Description)
}

func (x *Index) finish(e entry, description string) {
	e.text = cut(description, maxText)
	e.length = len(fields(e.result.Title))
	e.add(inText, e.text)
	x.entries = append(x.entries, e)
}

func (e *entry) add(weight int, text string) {
	for _, w := range words(text) {
		e.words = append(e.words, word{w, weight})
	}
}

// Find returns the best results for a query, at most limit, best first. A query
// without a word finds nothing.
func (x *Index) Find(query string, limit int) []core.Result {
	wanted := fields(strings.ToLower(cut(query, maxQuery)))
	wanted = wanted[:min(len(wanted), maxWords)]
	if len(wanted) == 0 {
		return nil
	}
	type hit struct{ entry, score int }
	var hits []hit
	for i := range x.entries {
		if score := x.entries[i].score(wanted); score > 0 {
			hits = append(hits, hit{i, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	results := make([]core.Result, 0, min(len(hits), limit))
	for _, h := range hits[:cap(results)] {
		r := x.entries[h.entry].result
		r.Excerpt = excerpt(x.entries[h.entry].text, wanted)
		results = append(results, r)
	}
	return results
}

// score adds the best score of every wanted word; it is 0 when one is missing.
func (e *entry) score(wanted []string) int {
	total := 0
	for _, w := range wanted {
		best := 0
		for _, have := range e.words {
			if s := match(have.text, w); s > 0 {
				best = max(best, s*have.weight)
			}
		}
		if best == 0 {
			return 0
		}
		total += best
	}
	return max(total+total*e.bonus/100-5*min(e.length, 20), 1)
}

// match says how well a word that is there fits one that is wanted: 10 for the
// same, down to 0.
func match(have, want string) int {
	switch {
	case have == want:
		return 10
	case strings.HasPrefix(have, want):
		return 7
	case len(want) >= 3 && strings.Contains(have, want):
		return 4
	case len(want) >= 4 && oneTypo(have, want):
		return 3
	}
	return 0
}

// words splits text into lower-case words. A name in camel case gives its parts
// and itself.
func words(text string) []string {
	var list []string
	for _, chunk := range fields(text) {
		whole := strings.ToLower(chunk)
		list = append(list, whole)
		if parts := humps(chunk); len(parts) > 1 {
			list = append(list, parts...)
		}
	}
	return list
}

// fields splits text at everything but letters and digits.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// humps splits a name where a capital follows a small letter.
func humps(name string) []string {
	var parts []string
	start, previous := 0, rune(0)
	for i, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(previous) {
			parts = append(parts, strings.ToLower(name[start:i]))
			start = i
		}
		previous = r
	}
	return append(parts, strings.ToLower(name[start:]))
}

// cut returns at most n bytes of text, whole characters only.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
