// Package address is the scheme of the addresses of a reference, relative to its
// root:
//
//	""                    the overview
//	"operations/{slug}"   an operation; webhooks, tags and models alike
//	"models/"             the list of models
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

// Search is the address of the search.
const Search = "search"

// folders are the pages that have a slug.
var folders = []struct {
	kind core.PageKind
	name string
}{
	{core.PageOperation, "operations"},
	{core.PageWebhook, "webhooks"},
	{core.PageTag, "tags"},
	{core.PageModel, "models"},
}

// Of returns the address of a page, escaped. Only pages of one part of a
// description have a slug.
func Of(kind core.PageKind, slug string) string {
	switch kind {
	case core.PageModels:
		return "models/"
	case core.PageSearch:
		return Search
	}
	for _, f := range folders {
		if f.kind == kind {
			return f.name + "/" + url.PathEscape(slug)
		}
	}
	return ""
}

// Part returns the address of a part of a long page, from 1.
func Part(address string, number int) string {
	if number <= 1 {
		return address
	}
	return address + "?page=" + strconv.Itoa(number)
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
