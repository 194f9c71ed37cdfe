package htmlrender

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// Limits of what stands beside schemas: headers, links and encodings. They have a
// room of their own, so that long schemas leave them some.
const (
	maxBeside = 80 // rows on the page
	inBeside  = 20 // rows of one list
)

// beside asks for the rows of a list beside the schemas, and returns how many it
// may have.
func (v *view) beside(n int) int {
	n = max(min(n, inBeside, maxBeside-v.besides), 0)
	v.besides += n
	return n
}

// keep pays for the heads of responses, and leaves room for what is in them while
// what stands above them is written: until release.
func (v *view) keep(responses []apidoc.Response) (shown []apidoc.Response, release func()) {
	const most, rows = 60, 40
	for i := range responses {
		if i == most || !v.spend(headElementsOf(&responses[i])) {
			break
		}
		shown = responses[:i+1]
	}
	before := v.reserved
	if len(shown) > 0 {
		v.reserved = rows
	}
	return shown, func() { v.reserved = before }
}

// headElementsOf is about how many elements a response has without what is listed
// in it.
func headElementsOf(r *apidoc.Response) int {
	const head, format, list, formats = 10, 10, 4, 12
	n := head + format*min(len(r.Content), formats)
	if len(r.Headers) > 0 {
		n += list
	}
	if len(r.Links) > 0 {
		n += list
	}
	return n
}

// restLine says how many a list has that are not on the page, and names the first.
func restLine[T any](list []T, name func(T) string) string {
	const most = 10
	var names []string
	for _, one := range list[:min(len(list), most)] {
		names = append(names, phrase.Brief(name(one), 40))
	}
	if len(list) > most {
		names = append(names, "…")
	}
	return strconv.Itoa(len(list)) + " more are in the description, not on this page: " + strings.Join(names, ", ")
}

func responseStatus(r apidoc.Response) string { return r.Status }

func headerName(h apidoc.Header) string { return h.Name }

func linkName(l apidoc.Link) string { return l.Name }

func encodingName(r encodingRow) string { return orAddress(r.Property, r.place) }
