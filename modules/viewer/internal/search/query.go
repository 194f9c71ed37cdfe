package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// query is what a reader asks for.
type query struct {
	words   []word
	phrases []string // folded, one space between words
	filters []filter
	notes   []wording.Sentence // what could not be understood
	text    string             // without filters
	name    string             // text as names are compared
	tails   []string           // what the end of a path is called that is asked for
}

// empty reports whether nothing is asked for.
func (q *query) empty() bool { return len(q.words)+len(q.filters) == 0 }

// passes reports whether an entry fits all filters.
func (q *query) passes(e *entry) bool {
	for _, f := range q.filters {
		if !f.fits(e, f.value) {
			return false
		}
	}
	return true
}

// parse reads a query: words, "phrases in quotes" and filters such as
// method:post, whose value may be in quotes too.
func parse(text string) *query {
	q := &query{}
	var rest []string
	for _, token := range tokens(cut(text, maxQuery)) {
		name, value, colon := strings.Cut(token.text, ":")
		switch {
		case token.quoted:
			q.phrase(token.text)
		case colon && value != "" && isFilterName(name) && !strings.HasPrefix(value, "//"):
			if q.filter(strings.ToLower(name), value) {
				continue
			}
			q.word(token.text)
		default:
			q.word(token.text)
		}
		rest = append(rest, token.text)
	}
	q.text = strings.Join(rest, " ")
	q.name = normalName(q.text)
	last := ""
	for _, w := range slices.Backward(q.words) { // a word, or the last ones together
		last = w.text + last
		q.tails = append(append(q.tails, numberVariants(w.text)...), numberVariants(last)...)
	}
	return q
}

// maxFilters bounds the filters of one query.
const maxFilters = 16

// filter adds a filter. It is false for a name that no filter has, which is then
// a word like any other.
func (q *query) filter(name, value string) bool {
	f, notes, known := newFilter(name, value)
	q.notes = append(q.notes, notes...)
	if known && len(q.filters) < maxFilters {
		q.filters = append(q.filters, f)
	}
	return known
}

func (q *query) phrase(text string) {
	list := words(text)
	if len(list) > 0 && len(q.phrases) < maxPhrases {
		q.phrases = append(q.phrases, normal(text))
	}
	for _, w := range list {
		q.add(word{text: w})
	}
}

// word adds the words of one piece between spaces. A name such as per_page or
// perPage may be written in any way.
func (q *query) word(text string) {
	runs := strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) })
	whole := joined(text)
	if whole == "" || strings.ContainsAny(text, "/{}") {
		for _, run := range runs {
			q.run(run)
		}
		return
	}
	q.add(word{text: whole, parts: words(strings.Join(runs, " "))})
}

// run adds a run of letters and digits.
func (q *query) run(text string) {
	list := words(text)
	switch {
	case len(list) == 0:
	case list[0] == folded(text) || len(list) == 1:
		q.add(word{text: list[0], parts: list[1:]})
	default: // a script without spaces
		for _, w := range list {
			q.add(word{text: w})
		}
	}
}

func (q *query) add(w word) {
	if len(q.words) < maxWords {
		w.forms = append(numberVariants(w.text), w.parts...)
		w.typos = typos(w.text)
		q.words = append(q.words, w)
	}
}

// normal is a text as phrases are compared: folded, with one space for
// everything between words.
func normal(text string) string {
	return folded(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) }), " "))
}

// normalName is a text as names are compared: letters and digits in lower case, so that
// an operationId may be written as it is, as it stands in an address, or as words.
func normalName(text string) string { return strings.ReplaceAll(normal(text), " ", "") }

// token is a piece of a query between spaces or in quotes.
type token struct {
	text   string
	quoted bool
}

func tokens(text string) []token {
	var list []token
	var b strings.Builder
	quote, quoted := false, false
	end := func() {
		if b.Len() > 0 {
			list = append(list, token{b.String(), quoted})
		}
		b.Reset()
		quoted = false
	}
	for _, r := range text {
		switch {
		case r == '"' && !quote:
			quote, quoted = true, b.Len() == 0
		case r == '"':
			quote = false
			end()
		case unicode.IsSpace(r) && !quote:
			end()
		default:
			b.WriteRune(r)
		}
	}
	quoted = quoted && !quote // the reader is still typing
	end()
	return list
}

// isFilterName reports whether what stands before a colon may name a filter.
func isFilterName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) < 0
}
