package pages

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
)

// Target is the page that a request asks for.
type Target struct {
	Kind   core.PageKind
	Slug   string
	number int
	Query  string
	Root   string
	path   string // the address without ".md"

	part      bool
	data      string // what a script needs of an operation is wanted, in place of a page
	entry     bool
	reading   core.Reading
	language  string // tag of that of a page in HTML, "" for one in Markdown
	direction core.Direction
	choices   map[string]int
}

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
//	?part=console    what the console of an operation needs, or who gives credentials for
//	                 all of them, in JSON
//	?part=go         how an operation looks in Go, in JSON
//	?for=request     a schema as it stands in a request, or in a response
//	?choose=owner:1  an alternative of a oneOf or anyOf, counted from 0
func (t *Target) readFragment(query url.Values) {
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
func (t *Target) readEntry(query url.Values) {
	if t.Kind != core.PageOverview && t.Kind != core.PageTag {
		return
	}
	switch reading := core.Reading(query.Get("reading")); reading {
	case core.ReadPages, core.ReadWhole:
		t.reading = reading
	}
	kind, slug, ok := address.Parse(query.Get("entry"))
	if ok && (kind == core.PageOperation || kind == core.PageWebhook) {
		t.Kind, t.Slug, t.path, t.number = kind, slug, query.Get("entry"), 0
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

// maxNumber bounds the parts of a long page that can be asked for.
const maxNumber = 10_000

// markdownPath returns the address of the page that an address shows in
// Markdown. A page whose own name ends in ".md" is not taken for one.
func markdownPath(path string, s *loader.Snapshot) (string, bool) {
	switch path {
	case "llms.txt", "index.md":
		return "", true
	case "models.md":
		return "models/", true
	case "components.md":
		return "components/", true
	case "changes.md":
		return "changes/", true
	}
	plain, ok := strings.CutSuffix(path, ".md")
	if !ok || Exists(s, path) {
		return "", false
	}
	return plain, true
}

// Exists reports whether the description has a page at an address.
func Exists(s *loader.Snapshot, path string) bool {
	kind, slug, ok := address.Parse(path)
	if !ok || s.Doc == nil {
		return false
	}
	switch kind {
	case core.PageOperation:
		return s.Doc.OperationSummary(slug) != nil
	case core.PageWebhook:
		return s.Doc.WebhookSummary(slug) != nil
	case core.PageTag:
		return s.Doc.Tag(slug) != nil
	case core.PageModel:
		return s.Doc.ModelSummary(slug) != nil
	case core.PageComponent:
		return s.Doc.ComponentSummary(slug) != nil
	case core.PageComponents:
		return len(s.Doc.Components) > 0
	case core.PageSchema:
		_, err := s.Doc.Schema(context.Background(), slug)
		return err == nil
	case core.PageRelease:
		return false // the changelog knows
	}
	return true
}
