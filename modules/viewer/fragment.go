package viewer

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// Limits of what a reader can choose by the address of a page.
const (
	maxChoices = 16
	maxChoice  = 1000 // bytes of the name of a choice
)

// readFragment reads what a page asks the server for when it is there already:
//
//	?entry=operations/x  an operation as it stands on this page of several
//	?reading=whole   everything at once, as core.Reading says
//	?part            only what stands in the middle
//	?part=console    what the console of an operation needs, in JSON
//	?part=go         how an operation looks in Go, in JSON
//	?for=request     a schema as it stands in a request, or in a response
//	?choose=owner:1  an alternative of a oneOf or anyOf, counted from 0
func (t *target) readFragment(query url.Values) {
	t.part = query.Has("part")
	t.data = query.Get("part")
	switch direction := core.Direction(query.Get("for")); direction {
	case core.InRequest, core.InResponse:
		t.direction = direction
	}
	for i, choice := range query["choose"] {
		place, number, found := cutLast(choice, ':')
		n, err := strconv.Atoi(number)
		if i >= maxChoices || !found || err != nil || n < 0 || len(place) > maxChoice {
			continue
		}
		if t.choices == nil {
			t.choices = map[string]int{}
		}
		t.choices[place] = n
	}
}

// readEntry reads how much of a page of several operations is wanted.
func (t *target) readEntry(query url.Values) {
	if t.kind != core.PageOverview && t.kind != core.PageTag {
		return
	}
	switch reading := core.Reading(query.Get("reading")); reading {
	case core.ReadPages, core.ReadWhole:
		t.reading = reading
	}
	kind, slug, ok := address.Parse(query.Get("entry"))
	if ok && (kind == core.PageOperation || kind == core.PageWebhook) {
		t.kind, t.slug, t.path, t.number = kind, slug, query.Get("entry"), 0
		t.part, t.entry = true, true
	}
}

func cutLast(text string, separator byte) (before, after string, found bool) {
	i := strings.LastIndexByte(text, separator)
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}
