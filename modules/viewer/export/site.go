package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// maxPages bounds the pages of one export, those that only links lead to
// included.
const maxPages = 200_000

// site is a reference whose pages are asked for one by one.
type site struct {
	viewer http.Handler
	doc    *apidoc.Document
	queue  []string // addresses that were found, in the order they are visited
	known  map[string]bool
}

// open waits for the description of a viewer.
func open(ctx context.Context, v *viewer.Viewer) (*site, error) {
	if v == nil {
		return nil, errors.New("export: nil Viewer")
	}
	if err := v.Wait(ctx); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s := &site{viewer: v, doc: v.Document(), known: map[string]bool{}}
	s.add("")
	for i := range s.doc.Tags {
		s.add(address.Of(core.PageTag, s.doc.Tags[i].Slug))
	}
	for i := range s.doc.Operations {
		s.add(address.Of(core.PageOperation, s.doc.Operations[i].Slug))
	}
	for i := range s.doc.Webhooks {
		s.add(address.Of(core.PageWebhook, s.doc.Webhooks[i].Slug))
	}
	for i := range s.doc.Models {
		s.add(address.Of(core.PageModel, s.doc.Models[i].Slug))
	}
	for i := range s.doc.Components {
		s.add(address.Of(core.PageComponent, s.doc.Components[i].Slug))
	}
	log, err := v.Changelog(ctx)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if log != nil { // its page leads to those of the versions
		s.add(address.Of(core.PageChanges, ""))
	}
	return s, nil
}

// languageOf is the language that a page says it has.
func languageOf(page []byte) *wording.Language {
	for tokens := html.NewTokenizer(bytes.NewReader(page)); tokens.Next() != html.ErrorToken; {
		if t := tokens.Token(); t.Data == "html" && t.Type == html.StartTagToken {
			return wording.Of(attribute(&t, "lang"))
		}
	}
	return nil
}

// add puts an address behind the others, unless it is known.
func (s *site) add(address string) {
	if !s.known[address] && len(s.known) < maxPages {
		s.known[address] = true
		s.queue = append(s.queue, address)
	}
}

// answer is what the viewer has said to one request.
type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// isPage reports whether the answer is a page that may be kept.
func (a *answer) isPage() bool {
	return a.status == http.StatusOK && strings.HasPrefix(a.header.Get("Content-Type"), "text/html")
}

// get asks for an address relative to the root, escaped, with its query.
func (s *site) get(ctx context.Context, address string) (*answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://export.invalid/"+address, nil)
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", address, err)
	}
	r.RequestURI = r.URL.RequestURI()
	a := &answer{status: http.StatusOK, header: http.Header{}}
	s.viewer.ServeHTTP(a, r)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return a, nil
}

// link is where a link of a page leads.
type link struct {
	address  string // relative to the root, with its query, without fragment
	fragment string // with its sign
}

// besidePages is the link from a file to what stands beside the pages, where the reference
// has an address of its own and no page.
func (l link) besidePages(from string) string {
	name, query, found := strings.Cut(l.address, "?")
	if found {
		query = "?" + query
	}
	return relative(from, unescaped(name)) + query + l.fragment
}

// own is the directory that links are resolved in: those that leave it lead to what
// stands beside the reference.
const own = "/own/"

// resolve reads a link that stands on a page. It is false for one that leads
// elsewhere.
func resolve(page, target string) (link, bool) {
	l, ok := located(page, target)
	rest, inside := strings.CutPrefix(l.address, own)
	l.address = rest
	return l, ok && inside
}

// resolveBeside reads a link to another reference of a viewer.Collection, which has the
// directory of its name. It is false for every other one.
func resolveBeside(page, target string) (name string, l link, ok bool) {
	l, ok = located(page, target)
	name, l.address, _ = strings.Cut(strings.TrimPrefix(l.address, "/"), "/")
	return name, l, ok && name != "" && name != strings.Trim(own, "/")
}

// located is where a link of a page leads, with an absolute path as its address. It is
// false for one that is not relative.
func located(page, target string) (link, bool) {
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(target, "/") {
		return link{}, false
	}
	from := &url.URL{Scheme: "http", Host: "export.invalid", Path: own}
	if p, err := from.Parse(own + page); err == nil {
		from = p
	}
	to := from.ResolveReference(u)
	l := link{address: to.EscapedPath()}
	if to.RawQuery != "" {
		l.address += "?" + to.RawQuery
	}
	if to.Fragment != "" {
		l.fragment = "#" + to.EscapedFragment()
	}
	return l, true
}

// what kinds of addresses there are besides pages.
type kind int

const (
	aPage     kind = iota
	aFile          // served as it is: scripts, sheets, Markdown, the description
	aPart          // of a page, which is fetched when it is wanted
	aService       // answers only while the viewer runs
	aStranger      // not a page of the reference: the description links to it
)

// kindOf tells pages from files.
func (s *site) kindOf(addr string) kind {
	name, query, _ := strings.Cut(addr, "?")
	switch {
	case name == address.Search, strings.HasPrefix(name, "_/"):
		return aService
	case isPart(query):
		return aPart
	case strings.HasPrefix(name, "assets/"), name == "custom.css", name == address.JSON, name == address.YAML, name == address.Feed, name == "openapi":
		return aFile
	case strings.HasSuffix(name, ".md") && query == "" && !s.known[addr], name == "llms.txt", name == "llms-full.txt", name == "sitemap.xml", name == "robots.txt":
		return aFile
	}
	if _, _, ok := address.Parse(unescaped(name)); !ok {
		return aStranger
	}
	return aPage
}

// isPart reports whether a query asks for what stands in the middle of a page.
func isPart(query string) bool {
	values, err := url.ParseQuery(query)
	return err == nil && values.Has("part")
}

// fileOf is the file of a page, unescaped, below the folder: "index.html",
// "operations/feed.html", "tags/animals/page-2.html".
func fileOf(addr string) string {
	name, query, _ := strings.Cut(addr, "?")
	name = strings.TrimSuffix(unescaped(name), "/")
	switch {
	case name == "" && query == "":
		return "index.html"
	case name == "":
		return portable("overview/" + queryName(query) + ".html")
	case query == "":
		return portable(name + ".html")
	}
	return portable(path.Join(name, queryName(query)+".html"))
}

// copyOf is the file of something that is served as it is.
func copyOf(addr string) string {
	name, _, _ := strings.Cut(addr, "?")
	return portable(unescaped(name))
}

func unescaped(name string) string {
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// queryName turns a query into the name of a file: "page=2" into "page-2".
func queryName(query string) string {
	if plain, err := url.QueryUnescape(query); err == nil {
		query = plain
	}
	return apidoc.Slug(query)
}

// relative is the way from one file to another, escaped.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if up == "" {
		up = "./"
	}
	return up + (&url.URL{Path: to}).EscapedPath()
}
