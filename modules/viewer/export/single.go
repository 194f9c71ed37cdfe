package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// Single writes a reference as one HTML file: every page is a section, which the
// fragment of the address shows, and a list of all of them stands beside. Styles,
// scripts and fonts are in the file, and its policy lets nothing else be loaded
// or run. Samples of requests are those for curl and those of the author.
//
// What several pages show, such as the fields of a model, is in the file once:
// elsewhere a link leads to it, in whose place the script of the file puts it.
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
	f := &single{site: s, out: bufio.NewWriterSize(w, 1<<16), blocks: map[digest]*block{}}
	if err := f.head(ctx, first.body.Bytes()); err != nil {
		return err
	}
	f.contents()
	f.text(`<main class="content" id="content" tabindex="-1">`)
	if err := f.sections(ctx); err != nil {
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
	blocks  map[digest]*block
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

// atOnce is how many pages are in memory at the same time.
const atOnce = 64

// sections writes all pages, the overview last. The fields of a model belong to
// its page, so those are looked at before any is written.
func (f *single) sections(ctx context.Context) error {
	models := slices.DeleteFunc(slices.Clone(f.queue), func(addr string) bool { return !strings.HasPrefix(addr, "models/") })
	err := f.inOrder(ctx, models, func(s *section) {
		for n := range s.main.Descendants() {
			if n.Data == "pre" || isSchema(n) && !inSchema(n) {
				f.own(s, n)
			}
		}
	})
	if err != nil {
		return err
	}
	for done := 1; done < len(f.queue); {
		round := f.queue[done:]
		done = len(f.queue)
		if err := f.inOrder(ctx, round, f.section); err != nil {
			return err
		}
	}
	return f.inOrder(ctx, []string{""}, f.section)
}

// inOrder reads pages at the same time and hands them on one after the other.
func (f *single) inOrder(ctx context.Context, addresses []string, use func(s *section)) error {
	for batch := range slices.Chunk(addresses, atOnce) {
		ready := make([]*section, len(batch))
		err := each(len(batch), func(i int) (err error) {
			ready[i], err = f.read(ctx, batch[i])
			return err
		})
		if err != nil {
			return err
		}
		for _, s := range ready {
			if s == nil {
				continue
			}
			for _, addr := range s.found {
				f.add(addr)
			}
			use(s)
		}
	}
	return nil
}

// section writes what stands in the middle of a page. The pages that only links
// lead to come behind the others.
func (f *single) section(s *section) {
	// A browser that runs scripts reads what stands in noscript as text, which
	// costs next to nothing; one that runs none reads it as the page.
	id := html.EscapeString(s.id)
	before, after := `<noscript id="`+id+`" data-page="`+id+`"><section class="single-page">`, "</section></noscript>"
	if s.addr == "" {
		before, after = `<section class="single-page" id="overview">`, "</section>"
	}
	f.text(before)
	w := &writer{out: f.out}
	if s.addr != "" {
		w.instead = func(n *html.Node) bool { return f.elsewhere(s, n) }
	}
	w.inside(s.main)
	f.text(after, "\n")
}

// listing asks for a page that lists operations instead of holding them: each has
// a section of its own.
func listing(addr string) string {
	if strings.Contains(addr, "?") {
		return addr + "&reading=pages"
	}
	return addr + "?reading=pages"
}

// references are the attributes that name ids.
var references = []string{"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "headers", "list"}

// element makes links lead to sections and keeps the ids of pages apart. It
// leaves out what needs a server.
func (f *single) element(s *section, t *html.Token) bool {
	if t.Data == "form" || t.Data == "noscript" || has(t, "download") || has(t, "data-stale") || has(t, "data-copy-markdown") || has(t, "data-editor-open") || has(t, "data-try") {
		return false
	}
	set(t, "data-lazy", "")      // the link beside it leads to the same
	drop(t, "data-request-card") // whose script is loaded when it is wanted
	drop(t, "data-id")
	drop(t, "data-key")
	page := s.id
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
		page, inner := f.target(s, target)
		set(t, "href", page)
		set(t, "data-inner", inner)
	}
	return true
}

// target is the link to the section that stands for a link on a page, and the id
// of the part of it that is meant, "" for all of it. Only the section can be the
// target: it is shown for that.
func (f *single) target(s *section, target string) (page, inner string) {
	l, ok := resolve(s.addr, target)
	switch {
	case strings.HasPrefix(target, "#"):
		l.address, l.fragment = s.addr, target
	case !ok:
		return target, ""
	case f.kindOf(l.address) != aPage:
		return fragment("overview"), ""
	}
	s.found = append(s.found, l.address)
	id := anchorOf(l.address)
	inner, err := url.PathUnescape(strings.TrimPrefix(l.fragment, "#"))
	if err != nil || inner == "" || inner == "content" {
		return fragment(id), ""
	}
	return fragment(id), id + ":" + inner
}
