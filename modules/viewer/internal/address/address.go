// Package address is the scheme of the addresses of a reference, relative to its
// root:
//
//	""                    the overview
//	"operations/{slug}"   an operation; webhooks, tags and models alike
//	"models/"             the list of models
//	"components/"         the list of components that nothing refers to
//	"changes/"            what the versions of the API have changed
//	"changes/{slug}"      what one of them has changed
//	"schemas/{pointer}"   a schema, by its JSON pointer without the first slash
//	"search?q={query}"    the results of a search
//
// An address with ".md" behind it is the same page in Markdown.
package address

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

const (
	// Search is the address of the search.
	Search = "search"
	// JSON and YAML are the addresses of the description.
	JSON = "openapi.json"
	YAML = "openapi.yaml"
	// Feed is the address of what the versions have changed, as a feed.
	Feed = "changes.atom"
	// Dictionary is the address of what pages have in common.
	Dictionary = "dictionary"
)

// folders are the pages that have a slug.
var folders = []struct {
	kind core.PageKind
	name string
}{
	{core.PageOperation, "operations"},
	{core.PageWebhook, "webhooks"},
	{core.PageTag, "tags"},
	{core.PageModel, "models"},
	{core.PageComponent, "components"},
	{core.PageRelease, "changes"},
}

// Of returns the address of a page, escaped. Only pages of one part of a
// description have a slug.
func Of(kind core.PageKind, slug string) string {
	switch kind {
	case core.PageModels:
		return "models/"
	case core.PageComponents:
		return "components/"
	case core.PageChanges:
		return "changes/"
	case core.PageSearch:
		return Search
	case core.PageSchema:
		return schemas + pointerPath(slug)
	}
	for _, f := range folders {
		if f.kind == kind {
			return f.name + "/" + url.PathEscape(slug)
		}
	}
	return ""
}

// schemas is the folder of schemas. Their slug is a reference within the
// description, such as "#/components/schemas/Pet".
const schemas = "schemas/"

// pointerPath writes the pointer of a reference as a path, escaped. Names that
// servers and browsers take for steps in a path, and empty ones, are written
// with a tilde and a digit that no pointer has.
func pointerPath(ref string) string {
	tokens := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	for i, token := range tokens {
		switch token {
		case "":
			token = "~2"
		case ".":
			token = "~3"
		case "..":
			token = "~4"
		}
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}

// pathPointer is the reference that a path stands for.
func pathPointer(path string) string {
	tokens := strings.Split(path, "/")
	for i, token := range tokens {
		switch token {
		case "~2":
			tokens[i] = ""
		case "~3":
			tokens[i] = "."
		case "~4":
			tokens[i] = ".."
		}
	}
	return "#/" + strings.Join(tokens, "/")
}

// Part returns the address of a part of a long page, from 1.
func Part(address string, number int) string {
	if number <= 1 {
		return address
	}
	return address + "?page=" + strconv.Itoa(number)
}

// Markdown returns the address of a page in Markdown.
func Markdown(address string) string {
	switch address {
	case "":
		return "index.md"
	case "models/":
		return "models.md"
	case "components/":
		return "components.md"
	case "changes/":
		return "changes.md"
	}
	return address + ".md"
}

// Parse reads an address without query, unescaped. It is false when no page can
// be there; whether there is one, the description decides.
func Parse(address string) (kind core.PageKind, slug string, ok bool) {
	switch address {
	case "":
		return core.PageOverview, "", true
	case Search:
		return core.PageSearch, "", true
	case "models/":
		return core.PageModels, "", true
	case "components/":
		return core.PageComponents, "", true
	case "changes/":
		return core.PageChanges, "", true
	}
	if path, found := strings.CutPrefix(address, schemas); found {
		return core.PageSchema, pathPointer(path), path != ""
	}
	folder, slug, _ := strings.Cut(address, "/")
	for _, f := range folders {
		if f.name == folder && slug != "" && !strings.Contains(slug, "/") {
			return f.kind, slug, true
		}
	}
	return "", "", false
}

// Fragment returns the address of an element of a page, of the page itself
// without one.
func Fragment(address, fragment string) string {
	if fragment == "" {
		return address
	}
	return address + "#" + url.PathEscape(fragment)
}
