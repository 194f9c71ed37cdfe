package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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
	f := &single{site: s, words: languageOf(first.body.Bytes()), paper: paper{bufio.NewWriterSize(w, 1<<16)}, blocks: blocks{}}
	if err := f.head(ctx, first.body.Bytes()); err != nil {
		return err
	}
	sidebar{s, f.paper, f.words, v.Settings()}.write()
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
	paper
	words   *wording.Language
	scripts []string // elements; the first one is written before the content
	blocks  blocks
}

// atOnce is how many pages are in memory at the same time.
const atOnce = 64

// sections writes all pages, the overview last. The fields of a model belong to
// its page, so those are looked at before any is written.
func (f *single) sections(ctx context.Context) error {
	models := slices.DeleteFunc(slices.Clone(f.queue), func(addr string) bool { return !strings.HasPrefix(addr, "models/") })
	err := f.inOrder(ctx, models, func(s *section) {
		for n := range s.main.Descendants() {
			if n.Data == "pre" || isSchema(n) && !inSchema(n) {
				f.blocks.own(s, n)
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
			ready[i], err = sectionReader{f.site}.read(ctx, batch[i])
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
		w.instead = func(n *html.Node) bool {
			link, elsewhere := f.blocks.elsewhere(f.words, s, n)
			f.text(link)
			return elsewhere
		}
	}
	w.inside(s.main)
	f.text(after, "\n")
}

// head writes everything before the content, after the overview.
func (f *single) head(ctx context.Context, overview []byte) error {
	p, err := read(overview)
	if err != nil {
		return err
	}
	var styles, scripts []string
	for _, style := range append(p.sheets, "assets/single.css") {
		text, err := sheet(ctx, f.site, style)
		if err != nil {
			return err
		}
		styles = append(styles, text)
	}
	for _, name := range slices.Concat([]string{themeScript}, p.scripts, []string{"assets/single.js"}) {
		text, err := asset(ctx, f.site, strings.Replace(name, "assets/reference.js", "assets/"+forFiles+"reference.js", 1))
		if err != nil {
			return err
		}
		scripts = append(scripts, strings.ReplaceAll(strings.ReplaceAll(text, "</", `<\/`), "<!--", `<\!--`))
	}
	f.text("<!DOCTYPE html>\n", p.html, "<head>", `<meta charset="utf-8">`,
		`<meta http-equiv="Content-Security-Policy" content="`, html.EscapeString(policy(styles, scripts)), `">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
		`<link rel="icon" href="`, html.EscapeString(p.icon), `"><title>`, html.EscapeString(p.title), "</title>")
	for _, style := range styles {
		f.text("<style>", style, "</style>")
	}
	f.text("</head>", p.body, `<a class="skip" href="#content">`, html.EscapeString(f.words.Say("Skip to content")), "</a>")
	for _, script := range scripts {
		f.scripts = append(f.scripts, "<script>"+script+"</script>")
	}
	if len(f.scripts) > 0 {
		f.text(f.scripts[0]) // it sets the colours; the others want all of the page
	}
	return nil
}
