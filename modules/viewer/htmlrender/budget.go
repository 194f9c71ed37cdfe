package htmlrender

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// budget is how much a page may still hold.
type budget struct {
	rows      int  // rows of schemas written so far
	small     int  // elements of no row, written since the last that counts as one
	reserved  int  // rows that are left for what stands below
	due       int  // rows of the schema that the page is about, still to be written
	values    int  // values of enumerations written so far
	listed    span // values of the enumeration that the page is about, still to be written
	besides   int  // rows of headers, links and encodings written so far
	callbacks int  // operations of callbacks written so far
}

// Limits of how much of a schema one page holds. What is deeper is fetched when
// it is opened.
const (
	maxRows     = 210 // rows at the top of a schema, over the whole page
	maxDeepRows = 110 // the same for rows that stand below others
)

// take asks for a row on the page. It is false when the page is full; rows that
// stand below others have to stop earlier, so that they leave room. Those of the
// schema that the page is about stand nowhere else, and are all written.
func (b *budget) take(level int) bool {
	switch {
	case level == 0 && b.due > 0:
		b.due--
	case level == 0 && b.full(), level > 0 && b.deepest():
		return false
	}
	b.rows++
	return true
}

// full reports whether all that is left is room for what has to be written.
func (b *budget) full() bool { return b.rows >= maxRows-b.reserved-b.due }

// deepest reports whether rows may not stand below others any more.
func (b *budget) deepest() bool { return b.full() || b.rows >= maxDeepRows }

// weigh counts what is said about a schema beside its name and type, so that a
// page of rows that say much has fewer of them.
func (b *budget) weigh(n node, rare schemafacts.List) {
	const perRow = 5
	b.rows += (len(schemafacts.Of(nil, n.Schema)) + len(n.shape.Parts) + len(n.shape.Conflicts) + len(rare)) / perRow
}

// rowElements is how many small elements take the place of a row of a schema.
const rowElements = 16

// spend asks for room for some elements that are no rows. It is false when the
// page is full.
func (b *budget) spend(elements int) bool {
	if b.full() {
		return false
	}
	b.small += elements
	b.rows += b.small / rowElements
	b.small %= rowElements
	return true
}

// room returns the part of a list that the page has room for, when each takes
// some elements.
func room[T any](b *budget, list []T, most, elements int) []T {
	for i := range list {
		if i == most || !b.spend(elements) {
			return list[:i]
		}
	}
	return list
}

// Limits of enumerations.
const (
	shownValues = 20  // values that are shown at once
	pageValues  = 600 // values on one page
)

// enumValues are the values to show at once, those to show when they are asked
// for, and how many are not on the page. Those that the page is about come in parts.
func (b *budget) enumValues(list []apidoc.EnumValue) (first, more []apidoc.EnumValue, left int) {
	shown := list[:min(len(list), max(pageValues-b.values, 1))]
	if part := b.listed; part.to > 0 {
		shown, b.listed = list[part.from:part.to], span{}
	}
	b.values += len(shown)
	at := min(len(shown), shownValues)
	return shown[:at], shown[at:], len(list) - len(shown)
}

// Limits of what stands beside schemas: headers, links and encodings. They have a
// room of their own, so that long schemas leave them some.
const (
	maxBeside = 80 // rows on the page
	inBeside  = 20 // rows of one list
)

// beside asks for the rows of a list beside the schemas, and returns how many it
// may have.
func (b *budget) beside(n int) int {
	n = max(min(n, inBeside, maxBeside-b.besides), 0)
	b.besides += n
	return n
}

// keep pays for the heads of responses, and leaves room for what is in them while
// what stands above them is written: until release.
func (b *budget) keep(responses []apidoc.Response) (shown []apidoc.Response, release func()) {
	const most, rows = 60, 40
	for i := range responses {
		if i == most || !b.spend(headElementsOf(&responses[i])) {
			break
		}
		shown = responses[:i+1]
	}
	before := b.reserved
	if len(shown) > 0 {
		b.reserved = rows
	}
	return shown, func() { b.reserved = before }
}

// Limits of callbacks that are shown whole.
const (
	maxCallbacks     = 40 // operations of callbacks, over the whole page
	maxCallbackLevel = 4  // level of the headings up to which callbacks open
)

// takeCallback asks for room for one operation of a callback.
func (b *budget) takeCallback(level int) bool {
	if b.callbacks >= maxCallbacks || level > maxCallbackLevel || !b.spend(2*rowElements) {
		return false
	}
	b.callbacks++
	return true
}

// headElementsOf is about how many elements a response has without what is listed
// in it.
func headElementsOf(r *apidoc.Response) int {
	const head, format, list = 10, 10, 4
	shown := min(len(r.Content), shownFormats)
	n := head + format*shown + min(len(r.Content)-shown, namedFormats)
	if len(r.Headers) > 0 {
		n += list
	}
	if len(r.Links) > 0 {
		n += list
	}
	return n
}

// restLine says how many a list has that are not on the page, and names the first.
func restLine[T any](w *wording.Language, list []T, name func(T) string) string {
	const most = 10
	var names []string
	for _, one := range list[:min(len(list), most)] {
		names = append(names, phrase.Brief(name(one), 40))
	}
	if len(list) > most {
		names = append(names, "…")
	}
	return w.Fill("{1} more are in the description, not on this page: {2}", strconv.Itoa(len(list)), strings.Join(names, ", "))
}

func responseStatus(r apidoc.Response) string { return r.Status }

func headerName(h apidoc.Header) string { return h.Name }

func linkName(l apidoc.Link) string { return l.Name }

func encodingName(r encodingRow) string { return orAddress(r.Property, r.title) }
