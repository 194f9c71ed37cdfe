package export

import (
	"context"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// sidebar is the list of all pages.
type sidebar struct {
	*site
	paper
	words    *wording.Language
	settings core.Settings
}

func (b sidebar) write() {
	title := b.doc.Info.Title
	if title == "" {
		title = b.words.Say("API reference")
	}
	b.text(`<header class="topbar"><button class="button topbar-menu" type="button" popovertarget="nav">`, b.say("Menu"), `</button><a class="topbar-title" href="#overview">`, html.EscapeString(title), `</a></header>`)
	b.text(`<nav class="sidebar" id="nav" popover data-sidebar aria-label="`, b.say("Reference"), `"><div class="sidebar-head"><a class="sidebar-title" href="#overview">`, html.EscapeString(title),
		`</a><div class="search-form sidebar-search"><input class="search-input" type="search" placeholder="`, b.say("Filter the list"), `" aria-label="`, b.say("Filter the list"), `" autocomplete="off" data-filter hidden></div></div><div class="sidebar-list">`)
	if changes := address.Of(core.PageChanges, ""); b.known[changes] {
		b.text(`<ul class="nav-list">`)
		b.entry(changes, b.words.Say("Changes"), "")
		b.text(`</ul>`)
	}
	for _, g := range b.doc.Groups {
		if g.Name != "" {
			b.text(`<p class="nav-group-name">`, html.EscapeString(b.words.Ours(g.Name)), `</p>`)
		}
		for _, name := range g.Tags {
			if t := b.doc.TagNamed(name); t != nil {
				b.entries(t.DisplayName, "tags/"+t.Slug, "operations/", b.doc.TagOperations(name))
			}
		}
	}
	b.entries(b.words.Say("More operations"), "", "operations/", b.doc.TagOperations(""))
	var webhooks []*apidoc.OperationSummary
	for i := range b.doc.Webhooks {
		webhooks = append(webhooks, &b.doc.Webhooks[i])
	}
	b.entries(b.words.Say("Webhooks"), "", "webhooks/", webhooks)
	var models, components []string // slugs and names, by turns
	for _, m := range b.doc.Models {
		models = append(models, m.Slug, m.Name)
	}
	for _, c := range b.doc.Components {
		components = append(components, c.Slug, c.Name)
	}
	b.named("Models", "models/", models)
	b.named("Unused components", "components/", components)
	b.text(`</div>`)
	if !b.settings.FixedMode {
		b.text(`<div class="sidebar-foot"><button class="button mode-button" type="button" data-mode-toggle hidden><span data-mode-label></span></button></div>`)
	}
	b.text(`</nav>`)
}

// say is a text of ours.
func (b sidebar) say(key wording.Key) string { return html.EscapeString(b.words.Say(key)) }

// named lists pages by their slugs and names. What they are about may be hidden.
func (b sidebar) named(title wording.Key, folder string, list []string) {
	a, err := b.get(context.Background(), folder)
	if err != nil || !a.isPage() || len(list) == 0 {
		return
	}
	b.text(`<details class="nav-details"><summary class="nav-tag">`, b.say(title), `</summary><ul class="nav-links">`)
	for i := 0; i+1 < len(list); i += 2 {
		b.entry(folder+list[i], list[i+1], "")
	}
	b.text(`</ul></details>`)
}

// entries lists operations below a heading.
func (b sidebar) entries(title, page, folder string, list []*apidoc.OperationSummary) {
	if len(list) == 0 && page == "" {
		return
	}
	b.text(`<details class="nav-details"`, b.open(), `><summary class="nav-tag">`, html.EscapeString(title), `</summary><ul class="nav-links">`)
	if page != "" {
		b.entry(page, b.words.Say("Overview"), "")
	}
	for _, o := range list {
		b.entry(folder+o.Slug, b.title(o), o.Method)
	}
	b.text(`</ul></details>`)
}

// open is the attribute of the lists of operations that says that they are open.
func (b sidebar) open() string {
	if b.settings.OpenTags {
		return " open"
	}
	return ""
}

// title names an operation beside its method.
func (b sidebar) title(o *apidoc.OperationSummary) string {
	if o.Path != "" && (b.settings.PathTitles || o.Summary == "" && o.ID == "") {
		return o.Path
	}
	return o.Title()
}

func (b sidebar) entry(id, title, method string) {
	b.text(`<li><a class="nav-link" href="`, html.EscapeString(fragment(id)), `"><span class="nav-text">`, html.EscapeString(title), `</span>`)
	if method != "" {
		b.text(`<span class="method method-`, html.EscapeString(strings.ToLower(apidoc.Slug(method))), `">`, html.EscapeString(method), `</span>`)
	}
	b.text(`</a></li>`)
}
