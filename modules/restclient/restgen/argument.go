package restgen

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// openNames are query parameters that say how a list is shown, not what is in
// it. Names that begin with "order" are so for restclient itself.
var openNames = []string{
	"sort", "sortby", "sortorder", "sortdir", "direction", "dir", "limit", "perpage", "pagesize", "size", "maxresults",
	"fields", "expand", "include", "select", "locale", "lang", "language", "pretty",
}

// pageNames are query parameters that select a page.
var pageNames = []string{"page", "cursor", "offset", "after", "startingafter", "pagetoken", "nexttoken", "nextcursor"}

func refuse(o *operation, p *apidoc.Parameter) {
	if p.Ignored() {
		return
	}
	o.note("The " + string(p.In) + " " + p.Name + " is not sent")
}

// pageField is the one query parameter that selects a page, "" when it is not
// clear which does.
func pageField(query []*argument) string {
	found := ""
	for _, a := range query {
		if !slices.Contains(pageNames, bare(a.wire)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = a.wire
	}
	return found
}
