package markdown

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// policy is the list of what a description may hold.
func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "li", "strong", "b", "em", "i", "del",
		"code", "pre", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "sub", "sup", "kbd", "dl", "dt", "dd")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowElements("ol")
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}

// balance closes what the HTML in a description leaves open, and drops what it
// closes without having opened it: a description ends where it ends.
func balance(clean string) string {
	context := &xhtml.Node{Type: xhtml.ElementNode, DataAtom: atom.Div, Data: "div"}
	nodes, err := xhtml.ParseFragment(strings.NewReader(clean), context)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, n := range nodes {
		if xhtml.Render(&b, n) != nil {
			return ""
		}
	}
	return b.String()
}
