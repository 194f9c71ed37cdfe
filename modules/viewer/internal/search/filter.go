package search

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// filter narrows what is found.
type filter struct {
	name, value string // in lower case
	fits        func(e *entry, value string) bool
}

// FilterNames are the filters in the order in which they are told to readers.
const FilterNames = "method, tag, path, kind, deprecated, auth, status, in"

// filters are the filters by name.
var filters = map[string]func(e *entry, value string) bool{
	"method": func(e *entry, value string) bool {
		return slices.Contains(strings.Split(value, ","), strings.ToLower(e.result.Method))
	},
	"tag": func(e *entry, value string) bool {
		if e.result.Kind == core.PageTag {
			return strings.EqualFold(e.result.Title, value) || strings.EqualFold(e.result.Slug, value)
		}
		return slices.Contains(e.facts.tags, value)
	},
	"path": func(e *entry, value string) bool {
		return e.result.Path != "" && strings.Contains(strings.ToLower(e.result.Path), value)
	},
	"kind": func(e *entry, value string) bool { return slices.Contains(kinds[e.result.Kind], value) },
	"deprecated": func(e *entry, value string) bool {
		return callable(e) && e.result.Deprecated == truth[value] || e.result.Kind == core.PageModel && e.result.Deprecated && truth[value]
	},
	"auth":   fitsAuth,
	"status": fitsStatus,
	"in":     func(e *entry, value string) bool { return slices.Contains(e.facts.places, value) },
}

// kinds are the names of what can be found.
var kinds = map[core.PageKind][]string{
	core.PageOperation: {"operation", "operations", "op"},
	core.PageWebhook:   {"webhook", "webhooks"},
	core.PageModel:     {"model", "models", "schema", "schemas"},
	core.PageTag:       {"tag", "tags", "topic"},
	core.PageComponent: {"component", "components"},
	core.PageChanges:   {"changes", "changelog"},
	core.PageOverview:  {"overview", "introduction", "intro"},
}

var truth = map[string]bool{"yes": true, "true": true, "1": true, "no": false, "false": false, "0": false}

func callable(e *entry) bool {
	return e.result.Kind == core.PageOperation || e.result.Kind == core.PageWebhook
}

func fitsAuth(e *entry, value string) bool {
	switch {
	case !callable(e):
		return false
	case value == "none" || value == "no":
		return e.facts.open
	case value == "any" || value == "yes":
		return !e.facts.open
	}
	return slices.Contains(e.facts.schemes, value)
}

// fitsStatus compares status codes, in which "x" stands for any digit.
func fitsStatus(e *entry, value string) bool {
	return slices.ContainsFunc(e.facts.statuses, func(status string) bool {
		if len(status) != len(value) {
			return false
		}
		for i := range len(status) {
			if status[i] != value[i] && value[i] != 'x' {
				return false
			}
		}
		return true
	})
}

// allowed are the values of filters that have few, those that readers are told first.
var allowed = map[string][]string{
	"deprecated": {"yes", "no", "true", "false", "1", "0"},
	"in":         {"path", "query", "header", "cookie", "querystring", "body"},
	"kind":       {"operation", "webhook", "model", "tag", "component", "changes", "overview", "operations", "op", "webhooks", "models", "schema", "schemas", "tags", "topic", "introduction", "intro", "components", "changelog"},
}

// told is how many values of a filter readers are told, which is each kind by one name.
const told = 7

// newFilter reads a filter, and returns what to know about it. It is false for a name
// that no filter has.
func newFilter(name, value string) (f filter, notes []wording.Sentence, known bool) {
	value = strings.ToLower(value)
	fits, known := filters[name]
	if !known {
		return filter{}, []wording.Sentence{{Key: `"{1}:" is no filter and is searched for as a word. Filters: {2}.`, Values: []string{cut(name, 40), FilterNames}}}, false
	}
	if values := allowed[name]; values != nil && !slices.Contains(values, value) {
		notes = []wording.Sentence{{Key: `{1}: takes {2}, not "{3}".`, Values: []string{name, strings.Join(values[:min(len(values), told)], ", "), cut(value, 40)}}}
	}
	return filter{name, value, fits}, notes, true
}
