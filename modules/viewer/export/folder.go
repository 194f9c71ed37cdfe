package export

import (
	"context"
	"regexp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// Folder writes a reference into a directory, which is made when it is missing:
// a page per file, its assets, the Markdown, llms.txt, the description and, when
// the viewer knows its public address, sitemap.xml and robots.txt. What the pages
// ask a server for later, parts of schemas and the search, are files too.
//
// Pages are written at the same time, as many as there are processors. Nothing is
// in the directory before all of them are: an export that fails leaves it as it
// was. Files of an earlier export that are no longer part of it are removed; other
// files stay.
//
// Links to the other members of a viewer.Collection lead to directories of their
// names beside this one: export each member into one.
//
// It waits for the description. The error is that of loading it, of ctx, or of
// the file system.
func Folder(ctx context.Context, v *viewer.Viewer, dir string) error {
	s, err := open(ctx, v)
	if err != nil {
		return err
	}
	out, err := newStage(dir)
	if err != nil {
		return err
	}
	defer out.close()
	f := &folder{site: s, stage: out, public: v.PublicURL(), copies: map[string]bool{}, claimed: map[string]string{}, parts: map[string]bool{}}
	scripts := scriptData{f}
	for _, step := range []func(context.Context) error{f.pages, f.files, scripts.write} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := discovery(out, f.public); err != nil {
		return err
	}
	return out.install()
}

// folder is a directory that a site is written to. What grows while pages are
// written is changed between the rounds only.
type folder struct {
	*site
	*stage
	public  string
	copied  []string          // addresses to be copied, in the order they were found
	copies  map[string]bool   // their names
	claimed map[string]string // addresses of pages by file
	parts   map[string]bool   // addresses of parts of pages
	leads   leads
	waiting []string // those that are not written yet
}

// pages writes every page that there is or that another leads to, round by round:
// those that one round finds are the next one.
func (f *folder) pages(ctx context.Context) error {
	for done := 0; done < len(f.queue) || len(f.waiting) > 0; {
		round := f.round(f.queue[done:])
		done = len(f.queue)
		if err := each(len(round), func(i int) error { return round[i].write(ctx) }); err != nil {
			return err
		}
		for _, p := range round {
			f.merge(p)
		}
	}
	return searchPage(ctx, f)
}

// round are the pages at some addresses, and the parts that wait.
func (f *folder) round(addresses []string) []*page {
	var list []*page
	for _, addr := range addresses {
		file := fileOf(addr)
		if f.claimed[file] == "" {
			f.claimed[file] = addr
			list = append(list, &page{place: place{f, addr, file}})
		}
	}
	for _, addr := range f.waiting {
		list = append(list, &page{place: place{f, addr, ""}, part: true})
	}
	f.waiting = nil
	return list
}

// merge notes what a page leads to.
func (f *folder) merge(p *page) {
	for _, l := range p.found {
		switch l.kind {
		case aFile:
			f.copy(l.address)
		case aPart:
			if !f.parts[l.address] {
				f.parts[l.address] = true
				f.waiting = append(f.waiting, l.address)
			}
		default:
			f.add(l.address)
		}
	}
}

// noted reports whether it is known already that there is something.
func (f *folder) noted(what found) bool {
	switch what.kind {
	case aFile:
		name, _, _ := strings.Cut(what.address, "?")
		return f.copies[name]
	case aPart:
		return f.parts[what.address]
	}
	return f.known[what.address]
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
		if isPart, _ := useOf(name); isPart {
			f.copy("assets/" + name)
		}
	}
	for _, name := range []string{"llms.txt", "llms-full.txt"} {
		f.copy(name)
	}
	return each(len(f.copied), func(i int) error { return f.file(ctx, f.copied[i]) })
}

// file copies one file. What stands behind "assets/" are the scripts for a folder.
func (f *folder) file(ctx context.Context, addr string) error {
	name := copyOf(addr)
	if asset, ok := strings.CutPrefix(name, "assets/"); ok {
		if _, other := useOf(asset); other != "" {
			own, _ := ui.Assets().File(other)
			return f.write(name, own.Data)
		}
	}
	a, err := f.get(ctx, addr)
	if err != nil || a.status != 200 {
		return err
	}
	body := a.body.Bytes()
	if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".txt") {
		body = markdownLink.ReplaceAllFunc(body, f.markdownLink)
	}
	if name == address.Feed {
		body = feedLink.ReplaceAllFunc(body, f.feedLink)
	}
	return f.write(name, body)
}

// markdownLink finds the links of one page in Markdown to another.
var markdownLink = regexp.MustCompile(`\]\([^()\s?#]+\.md\)`)

// markdownLink makes such a link lead to a file, where it has another name.
func (f *folder) markdownLink(link []byte) []byte {
	target := string(link[2 : len(link)-1])
	addr := target
	if f.public != "" {
		addr = strings.TrimPrefix(addr, f.public)
	}
	addr = strings.TrimLeft(addr, "./")
	if file := copyOf(addr); f.known[strings.TrimSuffix(addr, ".md")] && file != unescaped(addr) {
		return []byte("](" + strings.TrimSuffix(target, addr) + strings.TrimPrefix(relative("", file), "./") + ")")
	}
	return link
}

// feedLink finds the links of the feed to pages.
var feedLink = regexp.MustCompile(`href="[^"]*changes/[^"]*"`)

// feedLink makes such a link lead to a file.
func (f *folder) feedLink(link []byte) []byte {
	target := string(link[len(`href="`) : len(link)-1])
	at := strings.LastIndex(target, "changes/")
	return []byte(`href="` + target[:at] + strings.TrimPrefix(relative("", fileOf(target[at:])), "./") + `"`)
}

// forFiles is what the names of the scripts begin with that an exported reference
// has in place of those that ask a server.
const forFiles = "files-"

// useOf reports whether a file of the viewer belongs to an exported reference, and
// the name of the one that stands in for it.
func useOf(name string) (used bool, other string) {
	if _, ok := ui.Assets().File(forFiles + name); ok {
		return true, forFiles + name
	}
	for _, without := range []string{forFiles, "live.", "single.", "api-reference.", "scoped-", "editor", "console.", "credentials.", "login.", "body", "jsonschema.", "words-"} {
		if strings.HasPrefix(name, without) {
			return false, ""
		}
	}
	return true, ""
}
