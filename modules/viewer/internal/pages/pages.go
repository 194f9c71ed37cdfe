// Package pages makes the answer to the address of a page.
package pages

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/gotype"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Pages serves pages. It is safe for concurrent use.
type Pages struct {
	*Config
	maker        maker
	parts        parts
	dictionaries dictionaries
}

// New makes Pages.
func New(c Config) *Pages {
	p := &Pages{Config: &c, maker: maker{&c}}
	p.parts.maker, p.dictionaries.maker = &p.maker, &p.maker
	p.dictionaries.made.Make = p.dictionaries.make
	p.parts.names.Make = func(ctx context.Context, d *loader.Description) *gotype.Names { return gotype.NewNames(ctx, d.Doc) }
	return p
}

// Routes are the addresses that no page has.
func (p *Pages) Routes() []site.Route {
	return []site.Route{{Pattern: address.Dictionary, Weight: 2, Handler: p.dictionaries.serve}}
}

// Serve answers with a page.
func (p *Pages) Serve(w http.ResponseWriter, in *site.Request) {
	r, at, s := in.Request, in.At, in.Now
	f, t := p.target(in)
	if t.data != "" && p.parts.serve(w, r, t, s) {
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.ContentType)
	h.Set("Cache-Control", "no-cache")
	if s.Err != nil {
		p.Loader.Wanted()
	}
	documents, others := p.Siblings(t, s)
	base := ""
	if f == p.Markdown {
		t.Root, base = p.Mount.Copied(r, at)
	}
	var dictionary *coding.Dictionary
	h["Vary"] = append(slices.Grow(h["Vary"], 4), "Accept") // and what the coding depends on
	if p.Settings.Language == "" {
		h["Vary"] = append(h["Vary"], "Accept-Language")
	}
	if f == p.HTML && p.dictionaries.offered(s) {
		h.Add("Vary", "Available-Dictionary")
		dictionary = p.dictionaries.of(r, t, s)
	}
	key := p.key(f, t, s, others)
	if entry, at, ok := p.kept(r, t, key); ok {
		p.Reach(s).Connect(h, entry.Reach)
		setLink(h, entry.Link)
		p.Answers.Send(w, r, http.StatusOK, p.placed(answer.Keep(p.Cache, at, r, entry.With(dictionary), true), base))
		return
	}
	page, status := p.maker.page(r.Context(), t, s)
	page.Documents = documents
	if p.byOrigin(page) {
		page.Origin, _ = p.Mount.Asked(r)
		key = keyAt(key, page.Origin)
	}
	var reach []string
	if page.Operation != nil {
		reach = p.Reach(s).Besides(page.Operation.Servers)
	}
	p.Reach(s).Connect(h, reach)
	var link []string
	if status == http.StatusOK {
		link = p.link(f, t, s)
		setLink(h, link)
	}
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	if s.Doc == nil {
		p.Loader.Plan().RetryAfter(h)
	}
	p.write(w, r, f, page, status, keeping{key, pagecache.Entry{Reach: reach, Link: link, Dictionary: dictionary}, base})
}

// key names a page in the cache, "" for one that is not kept. Others names
// the descriptions that the page leads to besides its own.
func (p *Pages) key(f *Format, t Target, s *loader.Snapshot, others string) string {
	switch t.Kind {
	case core.PageSearch, core.PageNotFound:
		return ""
	}
	if len(t.choices) > 0 || s.Doc == nil {
		return ""
	}
	return strings.Join([]string{
		f.Media, p.tag(s), string(t.Kind), t.Slug, strconv.Itoa(t.number), t.Root, strconv.FormatBool(t.part), string(t.direction),
		strconv.FormatBool(t.entry), string(t.reading), t.language, others,
	}, "\x00")
}

// tag names what pages show: the description, and what its versions have changed.
func (p *Pages) tag(s *loader.Snapshot) string {
	if p.Changelog == nil {
		return s.Tag()
	}
	return s.Tag() + " " + p.Changelog(s.Description).Tag
}

// keyAt is the key of a page that depends on where the reference is, which is
// kept once for each place.
func keyAt(key, origin string) string {
	if key == "" {
		return ""
	}
	return key + "\x00" + origin
}

// kept returns a page from the cache, and its key there.
func (p *Pages) kept(r *http.Request, t Target, key string) (entry pagecache.Entry, at string, ok bool) {
	if key == "" {
		return entry, "", false
	}
	entry, ok = p.Cache.Get(key)
	if !ok && p.Mount.Public == "" && hasSamples(t.Kind) {
		origin, _ := p.Mount.Asked(r)
		key = keyAt(key, origin)
		entry, ok = p.Cache.Get(key)
	}
	return entry, key, ok
}

// link is the field Link of a page: which page one in Markdown stands for, or where the
// dictionary of one in HTML is.
func (p *Pages) link(f *Format, t Target, s *loader.Snapshot) []string {
	switch {
	case f == p.HTML:
		return p.dictionaries.link(t, s)
	case p.Mount.Public != "":
		return []string{"<" + p.maker.canonicalOf(t) + `>; rel="canonical"`}
	}
	return nil
}

// setLink sets the field Link to a value that is kept, which has no room for another.
func setLink(h http.Header, link []string) {
	if len(link) > 0 {
		h["Link"] = link
	}
}

// keeping is how a page is kept, and sent.
type keeping struct {
	key  string          // "" for a page that is not kept
	as   pagecache.Entry // without its body
	base string          // see placed
}

// write renders a page, keeps it, and sends it.
func (p *Pages) write(w http.ResponseWriter, r *http.Request, f *Format, page *core.Page, status int, k keeping) {
	body := answer.Buffer()
	defer answer.Release(body)
	if err := render(r.Context(), body, f, page); err != nil {
		p.Log.Warn("page not written", "kind", string(page.Kind), "path", phrase.Clip(r.URL.Path, maxLogged), "err", err)
		if r.Context().Err() == nil && page.Kind != core.PageError {
			p.write(w, r, f, &core.Page{Kind: core.PageError, Err: err, Root: page.Root, Settings: page.Settings}, http.StatusInternalServerError, keeping{base: k.base})
			return
		}
		http.Error(w, "The page could not be written.", http.StatusInternalServerError)
		return
	}
	if status != http.StatusOK {
		k.key = ""
	}
	entry := answer.New(body.Bytes())
	entry.Reach, entry.Link, entry.Dictionary = k.as.Reach, k.as.Link, k.as.Dictionary
	p.Answers.Send(w, r, status, p.placed(answer.Keep(p.Cache, k.key, r, entry, false), k.base))
}

// placed returns a page whose links begin with the address of the root where they
// begin with a mark in its stead: pages are kept once for all hosts. An empty base
// leaves it as it is.
func (p *Pages) placed(entry pagecache.Entry, base string) pagecache.Entry {
	if base == "" {
		return entry
	}
	body := answer.Buffer()
	defer answer.Release(body)
	if _, err := entry.WriteTo(body); err != nil { // which we have packed ourselves
		return entry
	}
	return answer.New(bytes.ReplaceAll(body.Bytes(), []byte(p.Mount.Mark), []byte(base)))
}

// render writes a page to memory. A renderer that panics has failed.
func render(ctx context.Context, out *bytes.Buffer, f core.Renderer, page *core.Page) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("render page %s: panic: %v", page.Kind, p)
		}
	}()
	return f.Render(ctx, out, page)
}

// byOrigin reports whether the samples of a page depend on where the reference is,
// which only the request says. Other pages are kept once for all hosts.
func (p *Pages) byOrigin(page *core.Page) bool {
	if page.Operation != nil {
		return p.Mount.Public == "" && snippet.Relative(page.Operation.Servers)
	}
	return p.Mount.Public == "" && hasSamples(page.Kind)
}

// hasSamples reports whether pages of a kind may have samples of requests.
func hasSamples(kind core.PageKind) bool {
	switch kind {
	case core.PageOverview, core.PageTag, core.PageOperation, core.PageWebhook:
		return true
	}
	return false
}

// target reads the address of a request and the format that is wanted.
func (p *Pages) target(in *site.Request) (*Format, Target) {
	query := in.URL.Query()
	t := Target{Root: in.At.Root, path: in.At.Address, Query: query.Get("q")}
	if page := query.Get("page"); page != "" {
		if n, err := strconv.Atoi(page); err == nil && n > 1 && n <= maxNumber {
			t.number = n
		}
	}
	t.readFragment(query)
	f := p.HTML
	if p.Markdown != nil {
		if path, ok := markdownPath(in.At.Address, in.Now); ok {
			f, t.path = p.Markdown, path
		} else if answer.Prefers(in.Header["Accept"], p.Markdown.Media, p.HTML.Media) {
			f = p.Markdown
		}
	}
	kind, slug, ok := address.Parse(t.path)
	if !ok {
		kind = core.PageNotFound
	}
	t.Kind, t.Slug = kind, slug
	if f != p.Markdown {
		t.readEntry(query)
		t.language = p.Settings.Language
	}
	if f != p.Markdown && t.language == "" {
		t.language = wording.Asked(in.Header["Accept-Language"])
	}
	return f, t
}

// Collected writes the page at an address in Markdown, as part of a document, whose
// samples begin with Mount.Mark where they depend on who asks. It is false where there
// is no page.
func (p *Pages) Collected(ctx context.Context, out *bytes.Buffer, s *loader.Snapshot, path string) (bool, error) {
	kind, slug, _ := address.Parse(path)
	page, status := p.maker.page(ctx, Target{Kind: kind, Slug: slug, Root: "./", path: path}, s)
	if status != http.StatusOK {
		return false, nil
	}
	page.Collected, page.Changelog = true, nil
	if p.byOrigin(page) {
		page.Origin = p.Mount.Mark
	}
	return true, render(ctx, out, p.Markdown, page)
}
