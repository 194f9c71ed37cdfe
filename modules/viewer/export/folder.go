package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// manifest is the file that names all others of a folder, so that the next
// export can remove those that it does not write again.
const manifest = ".trefoil-export"

// The files that the scripts of pages without a server read.
const (
	searchIndex = "search-index.json"
	oldLinks    = "old-links.json"
)

// Folder writes a reference into a directory, which is made when it is missing:
// a page per file, its assets, the Markdown, llms.txt, the description and, when
// the viewer knows its public address, sitemap.xml and robots.txt. Files of an
// earlier export that are no longer part of it are removed; other files stay.
//
// It waits for the description. The error is that of loading it, of ctx, or of
// the file system.
func Folder(ctx context.Context, v *viewer.Viewer, dir string) error {
	s, err := open(ctx, v)
	if err != nil {
		return err
	}
	f := &folder{site: s, dir: dir, public: v.PublicURL(), written: map[string]bool{}, copies: map[string]bool{}}
	earlier := f.readManifest()
	for _, step := range []func(context.Context) error{f.pages, f.files, f.data, f.discovery} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return f.finish(earlier)
}

// folder is a directory that a site is written to.
type folder struct {
	*site
	dir     string
	public  string
	written map[string]bool // names of files, with slashes
	copied  []string        // addresses to be copied, in the order they were found
	copies  map[string]bool
}

// write puts a file into the folder. A name that leads out of it is none.
func (f *folder) write(name string, data []byte) error {
	if f.written[name] || !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil
	}
	f.written[name] = true
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// pages writes every page that there is or that another leads to.
func (f *folder) pages(ctx context.Context) error {
	for i := 0; i < len(f.queue); i++ {
		addr := f.queue[i]
		a, err := f.get(ctx, addr)
		if err != nil {
			return err
		}
		if !a.isPage() {
			continue
		}
		if err := f.page(addr, fileOf(addr), a.body.Bytes()); err != nil {
			return err
		}
	}
	a, err := f.get(ctx, "search")
	if err != nil || !a.isPage() {
		return err
	}
	return f.page("search", "search.html", a.body.Bytes())
}

func (f *folder) page(addr, file string, body []byte) error {
	var out bytes.Buffer
	err := rewrite(&out, body, rewriter{
		element: func(t *html.Token) bool { return f.element(addr, file, t) },
		text:    func(t *html.Token, raw []byte) []byte { return f.text(addr, file, t, raw) },
	})
	if err != nil {
		return fmt.Errorf("export %s: %w", addr, err)
	}
	return f.write(file, out.Bytes())
}

// element makes links lead to files. It leaves out what needs a server.
func (f *folder) element(addr, file string, t *html.Token) bool {
	switch {
	case t.Data == "script" && strings.Contains(attribute(t, "src"), "assets/live.js"),
		t.Data == "meta" && attribute(t, "name") == "trefoil-version":
		return false
	case t.Data == "body":
		set(t, "data-root", relative(file, ""))
		set(t, "data-old-links", oldLinks)
	case has(t, "data-entry"):
		drop(t, "data-entry") // without a server heads lead to the pages
	case has(t, "data-search-dialog"):
		script, _ := ui.Assets().URL("searchindex.js")
		set(t, "data-search-index", searchIndex)
		set(t, "data-search-script", script)
	case t.Data == "meta" && attribute(t, "property") == "og:url":
		set(t, "content", f.target(addr, file, attribute(t, "content")))
	}
	for _, name := range []string{"href", "src", "action", "data-lazy"} {
		if target := attribute(t, name); target != "" && !strings.HasPrefix(target, "#") {
			set(t, name, f.target(addr, file, target))
		}
	}
	return true
}

// text makes the addresses in linked data lead to files.
func (f *folder) text(addr, file string, t *html.Token, raw []byte) []byte {
	if t.Data != "script" || attribute(t, "type") != "application/ld+json" {
		return raw
	}
	var data any
	if json.Unmarshal(raw, &data) != nil {
		return raw
	}
	out, err := json.Marshal(f.walk(addr, file, "", data))
	if err != nil {
		return raw
	}
	return out
}

func (f *folder) walk(addr, file, name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			value[key] = f.walk(addr, file, key, v)
		}
	case []any:
		for i, v := range value {
			value[i] = f.walk(addr, file, name, v)
		}
	case string:
		if name == "url" || name == "item" {
			return f.target(addr, file, value)
		}
	}
	return value
}

// target is the link to a file that stands for a link on a page. Addresses
// below the public one stay absolute.
func (f *folder) target(addr, file, target string) string {
	before := ""
	l, ok := resolve(addr, target)
	if rest, found := strings.CutPrefix(target, f.public); found && f.public != "" {
		before = f.public
		l, ok = resolve("", rest)
	}
	if !ok {
		return target
	}
	name := ""
	switch f.kindOf(l.address) {
	case aService:
		if name = "search.html"; !strings.HasPrefix(l.address, "search") {
			return target
		}
	case aFile:
		f.copy(l.address)
		plain, query, found := strings.Cut(l.address, "?")
		if found {
			query = "?" + query
		}
		name, l.fragment = plain, query+l.fragment
	default:
		f.add(l.address)
		name = fileOf(l.address)
	}
	if before != "" {
		return before + strings.TrimPrefix(strings.TrimPrefix(relative("", name), "./"), "index.html") + l.fragment
	}
	return relative(file, name) + l.fragment
}

// copy notes a file that a page links.
func (f *folder) copy(addr string) {
	if name, _, _ := strings.Cut(addr, "?"); !f.copies[name] {
		f.copies[name] = true
		f.copied = append(f.copied, addr)
	}
}

// files copies what pages link, and what is found without a link.
func (f *folder) files(ctx context.Context) error {
	for _, name := range ui.Assets().Names() {
		if base, _, _ := strings.Cut(name, "."); base != "live" && base != "single" {
			f.copy("assets/" + name)
		}
	}
	for _, name := range []string{"llms.txt", "llms-full.txt"} {
		f.copy(name)
	}
	for _, addr := range f.copied {
		a, err := f.get(ctx, addr)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(addr, "?")
		if plain, err := url.PathUnescape(name); err == nil {
			name = plain
		}
		if a.status != 200 {
			continue
		}
		if err := f.write(name, a.body.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// discovery writes what crawlers look for, with absolute addresses.
func (f *folder) discovery(context.Context) error {
	if f.public == "" {
		return nil
	}
	var pages []string
	for name := range f.written {
		if strings.HasSuffix(name, ".html") && name != "search.html" {
			pages = append(pages, name)
		}
	}
	slices.Sort(pages)
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, name := range pages {
		link := f.public + strings.TrimPrefix(strings.TrimPrefix(relative("", name), "./"), "index.html")
		b.WriteString("<url><loc>" + html.EscapeString(link) + "</loc></url>\n")
	}
	b.WriteString("</urlset>\n")
	if err := f.write("sitemap.xml", []byte(b.String())); err != nil {
		return err
	}
	return f.write("robots.txt", []byte("User-agent: *\nAllow: /\n\nSitemap: "+f.public+"sitemap.xml\n"))
}

func (f *folder) readManifest() []string {
	data, err := os.ReadFile(filepath.Join(f.dir, manifest))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// finish removes what earlier exports have left and notes what is there now.
func (f *folder) finish(earlier []string) error {
	for _, name := range earlier {
		path := filepath.FromSlash(name)
		if f.written[name] || name == "" || !filepath.IsLocal(path) {
			continue
		}
		if err := os.Remove(filepath.Join(f.dir, path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("export: %w", err)
		}
	}
	var names []string
	for name := range f.written {
		names = append(names, name)
	}
	slices.Sort(names)
	return f.write(manifest, []byte(strings.Join(names, "\n")+"\n"))
}
