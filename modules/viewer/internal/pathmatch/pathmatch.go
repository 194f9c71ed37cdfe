// Package pathmatch finds the path templates of a description that make the path
// of a request:
//
//	table := pathmatch.New([]string{"/pets/{id}", "/pets/mine"})
//	for _, m := range table.Match(pathmatch.Split("/pets/mine")) {
//		m.Template // 1, then 0: the most concrete first
//	}
//
// A slash at the beginning or the end makes no difference, nor does what stands
// behind "?" or "#" in a template.
package pathmatch

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// Table is a set of templates. It is read-only once it is made.
type Table struct {
	templates [][]segment
	byLength  map[int][]int // numbers of templates by how many segments they have
}

// Match is a template that makes a path.
type Match struct {
	Template int // its number
	scores   []int
}

// Split cuts a path into its segments.
func Split(path string) []string { return strings.Split(strings.Trim(path, "/"), "/") }

// Unescape decodes the segments of a path, each for itself. What cannot be decoded
// stays.
func Unescape(segments []string) []string {
	plain := make([]string, len(segments))
	for i, s := range segments {
		plain[i] = s
		if decoded, err := url.PathUnescape(s); err == nil {
			plain[i] = decoded
		}
	}
	return plain
}

// New makes a table of templates, which are known by their number from then on.
func New(templates []string) *Table {
	t := &Table{templates: make([][]segment, len(templates)), byLength: map[int][]int{}}
	for i, path := range templates {
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		texts := Split(path)
		t.templates[i] = make([]segment, len(texts))
		for j, text := range texts {
			t.templates[i][j] = newSegment(text)
		}
		t.byLength[len(texts)] = append(t.byLength[len(texts)], i)
	}
	return t
}

// Match returns the templates that make a path, given as its decoded segments:
// the most concrete first, as OpenAPI demands, those that are equally concrete in
// their order.
func (t *Table) Match(path []string) []Match {
	var list []Match
	for _, i := range t.byLength[len(path)] {
		if scores, ok := fit(t.templates[i], path); ok {
			list = append(list, Match{i, scores})
		}
	}
	slices.SortStableFunc(list, func(a, b Match) int { return slices.Compare(b.scores, a.scores) })
	return list
}

// Like reports whether two matches are equally concrete.
func (m Match) Like(other Match) bool { return slices.Equal(m.scores, other.scores) }

// Value is a variable of a template and what stands for it in a path.
type Value struct{ Name, Text string }

// Values returns the variables of a template that makes a path. Raw is the path
// before it was decoded, of which they have their texts, so that a delimiter can be
// told from a character.
func (t *Table) Values(template int, path, raw []string) []Value {
	var list []Value
	for i, s := range t.templates[template] {
		if s.text == path[i] {
			continue
		}
		_, texts, _ := s.cut(path[i])
		if path[i] != raw[i] {
			texts = s.written(raw[i], texts)
		}
		for j, text := range texts {
			list = append(list, Value{s.names[j], text})
		}
	}
	return list
}

// written are the texts of variables as they stand in a segment that has escapes.
func (s *segment) written(raw string, texts []string) []string {
	list := make([]string, len(texts))
	_, rest := cutDecoded(raw, len(s.literals[0]))
	for i, text := range texts {
		list[i], rest = cutDecoded(rest, len(text))
		_, rest = cutDecoded(rest, len(s.literals[i+1]))
	}
	return list
}

// cutDecoded cuts a text with escapes behind n of the bytes that it stands for.
func cutDecoded(raw string, n int) (before, after string) {
	at := 0
	for ; n > 0; n-- {
		if at++; raw[at-1] == '%' {
			at += 2
		}
	}
	return raw[:at], raw[at:]
}

// fixed is the score of a segment without variables.
const fixed = 1 << 20

// fit reports whether a path is made by a template, and how concrete each of its
// segments is: the number of its fixed characters, most for a fixed one.
func fit(template []segment, path []string) ([]int, bool) {
	for i := range template {
		if !template[i].may(path[i]) {
			return nil, false
		}
	}
	scores := make([]int, len(path))
	for i := range template {
		score, ok := template[i].score(path[i])
		if !ok {
			return nil, false
		}
		scores[i] = score
	}
	return scores, true
}

// segment is one segment of a template, such as "{name}.{format}": literals stand
// before, between and behind the names.
type segment struct {
	text     string
	literals []string
	names    []string
}

func newSegment(text string) segment {
	s := segment{text: text, literals: []string{""}}
	if decoded, err := url.PathUnescape(text); err == nil {
		s.text = decoded
	}
	for _, piece := range braces.Cut(text) {
		if piece.Param {
			s.names, s.literals = append(s.names, piece.Text), append(s.literals, "")
			continue
		}
		s.literals[len(s.names)] = Unescape([]string{piece.Text})[0]
	}
	return s
}

// may reports cheaply whether a text can fit.
func (s *segment) may(text string) bool {
	if len(s.names) == 0 {
		return s.text == text
	}
	return text != "" && strings.HasPrefix(text, s.literals[0])
}

// score reports whether a text fits, and how concrete that is.
func (s *segment) score(text string) (int, bool) {
	switch {
	case s.text != text:
		score, _, ok := s.cut(text)
		return score, ok
	case len(s.names) > 0:
		return fixed / 2, true // the template itself
	}
	return fixed, true
}

// cut finds what stands for each variable. None is empty, and each takes as much as it can,
// the first one first, as routes do: "a.tar.gz" is "a.tar" and "gz" of "{name}.{format}".
func (s *segment) cut(text string) (score int, values []string, ok bool) {
	rest, found := strings.CutPrefix(text, s.literals[0])
	if !found || len(s.names) == 0 {
		return 0, nil, found && rest == ""
	}
	rest, found = strings.CutSuffix(rest, s.literals[len(s.names)])
	values = make([]string, len(s.names))
	for i := len(s.names) - 1; i > 0; i-- {
		_, last := utf8.DecodeLastRuneInString(rest) // of the variable
		at := strings.LastIndex(rest[:len(rest)-last], s.literals[i])
		if at < 0 {
			return 0, nil, false
		}
		values[i] = rest[at+len(s.literals[i]):]
		rest = rest[:at]
	}
	values[0] = rest
	for _, literal := range s.literals {
		score += len(literal)
	}
	return score, values, found && rest != ""
}

// Near returns the numbers of up to n templates that are closest to a path: those
// that share the most of their first segments, and are of about its length.
func (t *Table) Near(path []string, n int) []int {
	type candidate struct{ template, distance int }
	var list []candidate
	for i, template := range t.templates {
		list = append(list, candidate{i, distance(template, path)})
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var near []int
	for _, c := range list[:min(n, len(list))] {
		if c.distance < 2*max(len(path), len(t.templates[c.template])) { // they are more alike than not
			near = append(near, c.template)
		}
	}
	return near
}

// distance counts 3 for each segment that differs and is not a variable, less for
// one that begins alike, and for each that only one has.
func distance(template []segment, path []string) int {
	longer, shorter := max(len(template), len(path)), min(len(template), len(path))
	d := 3 * (longer - shorter)
	for i := range shorter {
		text := path[i]
		switch s := &template[i]; {
		case len(s.names) == 0 && s.text == text:
		case len(s.names) > 0 && s.may(text):
			d++
		case len(text) > 0 && len(s.text) > 0 && strings.EqualFold(text[:1], s.text[:1]) && alike(text, s.text):
			d++
		default:
			d += 3
		}
	}
	return d
}

// alike reports whether two words share most of their beginning, as "pet" and
// "pets" do.
func alike(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return 2*n >= max(len(a), len(b))
}
