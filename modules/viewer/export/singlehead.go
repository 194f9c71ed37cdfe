package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// head writes everything before the content, after the overview.
func (f *single) head(ctx context.Context, overview []byte) error {
	p, err := read(overview)
	if err != nil {
		return err
	}
	var styles, scripts []string
	for _, sheet := range append(p.sheets, "assets/single.css") {
		text, err := f.sheet(ctx, sheet)
		if err != nil {
			return err
		}
		styles = append(styles, text)
	}
	for _, name := range append(p.scripts, "assets/single.js") {
		text, err := f.asset(ctx, strings.Replace(name, "assets/reference.js", "assets/"+forFiles+"reference.js", 1))
		if err != nil {
			return err
		}
		scripts = append(scripts, strings.ReplaceAll(strings.ReplaceAll(text, "</", `<\/`), "<!--", `<\!--`))
	}
	f.text("<!DOCTYPE html>\n", p.html, "<head>", `<meta charset="utf-8">`,
		`<meta http-equiv="Content-Security-Policy" content="`, html.EscapeString(policy(styles, scripts)), `">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
		`<link rel="icon" href="data:,"><title>`, html.EscapeString(p.title), "</title>")
	for _, style := range styles {
		f.text("<style>", style, "</style>")
	}
	f.text("</head>", p.body, `<a class="skip" href="#content">Skip to content</a>`)
	for _, script := range scripts {
		f.scripts = append(f.scripts, "<script>"+script+"</script>")
	}
	if len(f.scripts) > 0 {
		f.text(f.scripts[0]) // it sets the colours; the others want all of the page
	}
	return nil
}

// policy lets the styles and scripts of the file work and nothing else.
func policy(styles, scripts []string) string {
	sources := func(texts []string) string {
		var list []string
		for _, text := range texts {
			sum := sha256.Sum256([]byte(text))
			list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
		return strings.Join(list, " ")
	}
	return "default-src 'none'; style-src " + sources(styles) + "; script-src " + sources(scripts) +
		"; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
}

// overviewHead is what the file takes over of the head of a page.
type overviewHead struct {
	html, body      string // start tags
	title           string
	sheets, scripts []string // addresses
}

// read finds out how pages look.
func read(page []byte) (*overviewHead, error) {
	p := &overviewHead{}
	inTitle := false
	err := rewrite(&bytes.Buffer{}, page, rewriter{
		element: func(t *html.Token) bool {
			inTitle = t.Data == "title"
			switch {
			case t.Data == "html":
				p.html = t.String()
			case t.Data == "body":
				set(t, "data-root", "")
				drop(t, "data-console")
				drop(t, "data-console-style")
				drop(t, "data-console-body")
				drop(t, "data-console-worker")
				drop(t, "data-console-history")
				p.body = t.String()
			case t.Data == "link" && attribute(t, "rel") == "stylesheet":
				p.sheets = append(p.sheets, attribute(t, "href"))
			case t.Data == "script" && attribute(t, "src") != "" && !strings.Contains(attribute(t, "src"), "assets/live.js"):
				p.scripts = append(p.scripts, attribute(t, "src"))
			}
			return true
		},
		text: func(_ *html.Token, raw []byte) []byte {
			if inTitle && p.title == "" {
				p.title = html.UnescapeString(string(raw))
			}
			return raw
		},
	})
	return p, err
}

// asset gets the text of a file.
func (f *single) asset(ctx context.Context, target string) (string, error) {
	l, ok := resolve("", target)
	if !ok {
		return "", fmt.Errorf("export: %q is no file of the viewer", target)
	}
	a, err := f.get(ctx, l.address)
	if err != nil {
		return "", err
	}
	if a.status != 200 {
		return "", fmt.Errorf("export: %s answers %d", l.address, a.status)
	}
	return a.body.String(), nil
}

// resource finds what a sheet loads.
var resource = regexp.MustCompile(`url\(\s*["']?([^"')]+?)["']?\s*\)`)

// sheet gets a sheet, with the files that it loads in it.
func (f *single) sheet(ctx context.Context, target string) (string, error) {
	text, err := f.asset(ctx, target)
	if err != nil {
		return "", err
	}
	at, _ := resolve("", target)
	text = resource.ReplaceAllStringFunc(text, func(whole string) string {
		l, ok := resolve(at.address, resource.FindStringSubmatch(whole)[1])
		if !ok {
			return whole
		}
		a, failed := f.get(ctx, l.address)
		if failed != nil || a.status != 200 {
			return whole
		}
		return "url(data:" + strings.ReplaceAll(a.header.Get("Content-Type"), " ", "") + ";base64," + base64.StdEncoding.EncodeToString(a.body.Bytes()) + ")"
	})
	return strings.ReplaceAll(text, "</", `<\/`), nil
}

// contents writes the list of all pages.
func (f *single) contents() {
	title := f.doc.Info.Title
	if title == "" {
		title = "API reference"
	}
	f.text(`<header class="topbar"><button class="button topbar-menu" type="button" popovertarget="nav">Menu</button><a class="topbar-title" href="#overview">`, html.EscapeString(title), `</a></header>`)
	f.text(`<nav class="sidebar" id="nav" popover data-sidebar aria-label="Reference"><div class="sidebar-head"><a class="sidebar-title" href="#overview">`, html.EscapeString(title),
		`</a><div class="search-form sidebar-search"><input class="search-input" type="search" placeholder="Filter" aria-label="Filter the list" autocomplete="off" data-filter hidden></div></div><div class="sidebar-list">`)
	for _, g := range f.doc.Groups {
		if g.Name != "" {
			f.text(`<p class="nav-group-name">`, html.EscapeString(g.Name), `</p>`)
		}
		for _, name := range g.Tags {
			if t := f.doc.TagNamed(name); t != nil {
				f.entries(t.DisplayName, "tags/"+t.Slug, "operations/", f.doc.TagOperations(name))
			}
		}
	}
	f.entries("More operations", "", "operations/", f.doc.TagOperations(""))
	var webhooks []*apidoc.OperationSummary
	for i := range f.doc.Webhooks {
		webhooks = append(webhooks, &f.doc.Webhooks[i])
	}
	f.entries("Webhooks", "", "webhooks/", webhooks)
	var models, components []string // slugs and names, by turns
	for _, m := range f.doc.Models {
		models = append(models, m.Slug, m.Name)
	}
	for _, c := range f.doc.Components {
		components = append(components, c.Slug, c.Name)
	}
	f.named("Models", "models/", models)
	f.named("Unused components", "components/", components)
	f.text(`</div><div class="sidebar-foot"><button class="button mode-button" type="button" data-mode-toggle hidden><span data-mode-label></span></button></div></nav>`)
}

// named lists pages by their slugs and names. What they are about may be hidden.
func (f *single) named(title, folder string, list []string) {
	a, err := f.get(context.Background(), folder)
	if err != nil || !a.isPage() || len(list) == 0 {
		return
	}
	f.text(`<details class="nav-details"><summary class="nav-tag">`, title, `</summary><ul class="nav-links">`)
	for i := 0; i+1 < len(list); i += 2 {
		f.entry(folder+list[i], list[i+1], "")
	}
	f.text(`</ul></details>`)
}

// entries lists operations below a heading.
func (f *single) entries(title, page, folder string, list []*apidoc.OperationSummary) {
	if len(list) == 0 && page == "" {
		return
	}
	f.text(`<details class="nav-details"><summary class="nav-tag">`, html.EscapeString(title), `</summary><ul class="nav-links">`)
	if page != "" {
		f.entry(page, "Overview", "")
	}
	for _, o := range list {
		f.entry(folder+o.Slug, o.Title(), o.Method)
	}
	f.text(`</ul></details>`)
}

func (f *single) entry(id, title, method string) {
	f.text(`<li><a class="nav-link" href="`, html.EscapeString(fragment(id)), `"><span class="nav-text">`, html.EscapeString(title), `</span>`)
	if method != "" {
		f.text(`<span class="method method-`, html.EscapeString(strings.ToLower(apidoc.Slug(method))), `">`, html.EscapeString(method), `</span>`)
	}
	f.text(`</a></li>`)
}
