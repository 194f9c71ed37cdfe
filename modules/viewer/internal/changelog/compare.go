package changelog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// text is a description as it is compared.
type text struct {
	json  []byte
	shown map[string]core.PageRef // operations and webhooks that pages show, by key
}

func newText(doc *apidoc.Document) (*text, error) {
	if len(doc.Text.Data) == 0 {
		return nil, &core.SpecError{Message: "The version has no text that could be compared."}
	}
	data, err := openapi.ToJSON(doc.Text)
	if err != nil {
		return nil, &core.SpecError{Message: "The version cannot be compared.", Err: err}
	}
	return &text{visible(data), pagesOf(doc)}, nil
}

// pagesOf are the pages of the operations and webhooks of a document, by key.
func pagesOf(doc *apidoc.Document) map[string]core.PageRef {
	pages := make(map[string]core.PageRef, len(doc.Operations)+len(doc.Webhooks))
	for i := range doc.Webhooks {
		o := &doc.Webhooks[i]
		pages[key(o.Method+" "+o.Path)] = core.PageRef{Kind: core.PageWebhook, Slug: o.Slug}
	}
	for i := range doc.Operations {
		o := &doc.Operations[i]
		pages[key(o.Method+" "+o.Path)] = core.PageRef{Kind: core.PageOperation, Slug: o.Slug}
	}
	return pages
}

// key is the name of an operation, such as "GET /users/{id}", without the names of its
// parameters, which another version may call otherwise.
func key(name string) string {
	method, path, _ := strings.Cut(name, " ")
	if strings.HasPrefix(path, "/") {
		path = braces.Shape(path)
	}
	return method + " " + path
}

// Limits of what is kept of a comparison.
const (
	maxChanges = 5000 // changes of one version
	maxNamed   = 6    // operations that a change names
)

// comparison is what a version has changed.
type comparison struct {
	breaking, warnings, notes []core.Change // operations without their pages
	leftOut                   int
	came, changed             map[string]bool // operations, by key
}

// compare compares two versions. It leaves out the operations that neither shows.
func compare(older, newer *text) (comparison, error) {
	c := comparison{came: map[string]bool{}, changed: map[string]bool{}}
	changes, err := apichange.Compare(older.json, newer.json)
	if err != nil {
		return c, &core.SpecError{Message: fmt.Sprintf("The version cannot be compared: %v.", err), Err: err}
	}
	for _, change := range changes {
		c.add(change, func(name string) bool {
			_, before := older.shown[key(name)]
			_, now := newer.shown[key(name)]
			return before || now
		})
	}
	return c, nil
}

func (c *comparison) add(change apichange.Change, shown func(name string) bool) {
	var names []string
	if change.Operation != "" {
		names = slices.DeleteFunc(append([]string{change.Operation}, change.Others...), func(name string) bool { return !shown(name) })
		if len(names) == 0 {
			return
		}
	}
	came := change.Kind == apichange.Compatible && !change.Gone && isWhole(change)
	for _, name := range names {
		if came {
			c.came[key(name)] = true
		} else {
			c.changed[key(name)] = true
		}
	}
	if len(c.breaking)+len(c.warnings)+len(c.notes) == maxChanges {
		c.leftOut++
		return
	}
	kept := core.Change{Change: change, More: max(len(names)-maxNamed, 0)}
	kept.Operation, kept.Others = "", nil
	for _, name := range names[:min(len(names), maxNamed)] {
		kept.Operations = append(kept.Operations, core.ChangedOperation{Name: name})
	}
	switch {
	case change.Kind == apichange.Breaking:
		c.breaking = append(c.breaking, kept)
	case change.Warns():
		c.warnings = append(c.warnings, kept)
	default:
		c.notes = append(c.notes, kept)
	}
}

// isWhole reports whether a change is one of an operation or webhook as a whole.
func isWhole(change apichange.Change) bool {
	return change.Rule == apichange.RuleOperation || change.Rule == apichange.RuleWebhook
}
