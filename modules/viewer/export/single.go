package export

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Single writes a reference as one HTML file: every page is a section, which the
// fragment of the address shows, and a list of all of them stands beside. Styles,
// scripts and fonts are in the file, and its policy lets nothing else be loaded
// or run. Samples of requests are those for curl and those of the author.
//
// It waits for the description and writes page by page. The error is that of
// loading the description, of ctx, or of w.
func Single(ctx context.Context, v *viewer.Viewer, w io.Writer) error {
	s, err := open(ctx, v)
	if err != nil {
		return err
	}
	first, err := s.get(ctx, "")
	if err != nil {
		return err
	}
	if !first.isPage() {
		return fmt.Errorf("export: the overview answers %d", first.status)
	}
	f := &single{site: s, out: bufio.NewWriterSize(w, 1<<16)}
	if err := f.head(ctx, first.body.Bytes()); err != nil {
		return err
	}
	f.contents()
	f.text(`<main class="content" id="content" tabindex="-1">`)
	if err := f.rewrite(io.Discard, "", first.body.Bytes()); err != nil { // for its links
		return err
	}
	for i := 1; i < len(f.queue); i++ { // the overview comes last
		if err := f.section(ctx, f.queue[i]); err != nil {
			return err
		}
	}
	if err := f.section(ctx, ""); err != nil {
		return err
	}
	f.text(`</main><div class="announcer" role="status" data-announcer></div>`)
	f.text(f.scripts[min(1, len(f.scripts)):]...)
	f.text("</body></html>\n")
	if err := f.out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// single is one file that a site is written to. Errors of writing stay in out
// until it is flushed.
type single struct {
	*site
	out     *bufio.Writer
	scripts []string // elements; the first one is written before the content
}

func (f *single) text(parts ...string) {
	for _, p := range parts {
		_, _ = f.out.WriteString(p) // Flush returns the error
	}
}

// anchorOf is the id of the section of a page.
func anchorOf(addr string) string {
	if plain, err := url.PathUnescape(addr); err == nil {
		addr = plain
	}
	if addr == "" {
		return "overview"
	}
	return strings.ReplaceAll(addr, " ", "-")
}

// fragment is the link to an id.
func fragment(id string) string { return (&url.URL{Fragment: id}).String() }

// section writes what stands in the middle of a page. The pages that only links
// lead to come behind the others.
func (f *single) section(ctx context.Context, addr string) error {
	a, err := f.get(ctx, listing(addr))
	if err != nil || !a.isPage() {
		return err
	}
	// A browser that runs scripts reads what stands in noscript as text, which
	// costs next to nothing; one that runs none reads it as the page.
	id := html.EscapeString(anchorOf(addr))
	before, after := `<noscript id="`+id+`" data-page="`+id+`"><section class="single-page">`, "</section></noscript>"
	if addr == "" {
		before, after = `<section class="single-page" id="overview">`, "</section>"
	}
	f.text(before)
	err = f.rewrite(f.out, addr, a.body.Bytes())
	f.text(after, "\n")
	return err
}

// rewrite copies what stands in the middle of a page.
func (f *single) rewrite(w io.Writer, addr string, page []byte) error {
	main, _ := mainOf(page)
	return rewrite(w, main, rewriter{element: func(t *html.Token) bool { return f.element(addr, t) }})
}

// listing asks for a page that lists operations instead of holding them: each has
// a section of its own.
func listing(addr string) string {
	if strings.Contains(addr, "?") {
		return addr + "&reading=pages"
	}
	return addr + "?reading=pages"
}

// mainOf cuts out what stands in the middle of a page.
func mainOf(page []byte) ([]byte, bool) {
	_, after, ok := bytes.Cut(page, []byte("<main "))
	if !ok {
		return nil, false
	}
	_, after, ok = bytes.Cut(after, []byte(">"))
	end := bytes.LastIndex(after, []byte("</main>"))
	if !ok || end < 0 {
		return nil, false
	}
	return after[:end], true
}

// references are the attributes that name ids.
var references = []string{"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "headers", "list"}

// element makes links lead to sections and keeps the ids of pages apart. It
// leaves out what needs a server.
func (f *single) element(addr string, t *html.Token) bool {
	if t.Data == "form" || t.Data == "noscript" || has(t, "download") || has(t, "data-stale") || has(t, "data-copy-markdown") {
		return false
	}
	set(t, "data-lazy", "")      // the link beside it leads to the same
	drop(t, "data-request-card") // whose script is loaded when it is wanted
	page := anchorOf(addr)
	if id := attribute(t, "id"); id != "" {
		set(t, "id", page+":"+id)
	}
	if name := attribute(t, "name"); name != "" && t.Data == "details" {
		set(t, "name", page+":"+name)
	}
	for _, name := range references {
		ids := strings.Fields(attribute(t, name))
		for i := range ids {
			ids[i] = page + ":" + ids[i]
		}
		if len(ids) > 0 {
			set(t, name, strings.Join(ids, " "))
		}
	}
	if target := attribute(t, "href"); target != "" {
		page, inner := f.target(addr, target)
		set(t, "href", page)
		set(t, "data-inner", inner)
	}
	return true
}

// target is the link to the section that stands for a link on a page, and the id
// of the part of it that is meant, "" for all of it. Only the section can be the
// target: it is shown for that.
func (f *single) target(addr, target string) (page, inner string) {
	l, ok := resolve(addr, target)
	switch {
	case strings.HasPrefix(target, "#"):
		l.address, l.fragment = addr, target
	case !ok:
		return target, ""
	case f.kindOf(l.address) != aPage:
		return fragment("overview"), ""
	}
	f.add(l.address)
	id := anchorOf(l.address)
	inner, err := url.PathUnescape(strings.TrimPrefix(l.fragment, "#"))
	if err != nil || inner == "" || inner == "content" {
		return fragment(id), ""
	}
	return fragment(id), id + ":" + inner
}
