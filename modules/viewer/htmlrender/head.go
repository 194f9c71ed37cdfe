package htmlrender

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// place is the address of the page relative to the root. It is false for pages
// that have none of their own.
func (v *view) place() (string, bool) {
	switch p := v.page; p.Kind {
	case core.PageOverview, core.PageModels, core.PageComponents:
		return address.Of(p.Kind, ""), true
	case core.PageOperation, core.PageWebhook:
		return address.Of(p.Kind, p.Operation.Slug), true
	case core.PageTag:
		return address.Of(p.Kind, p.Tag.Slug), true
	case core.PageModel:
		return address.Of(p.Kind, p.Model.Slug), true
	case core.PageComponent:
		return address.Of(p.Kind, p.Component.Slug), true
	}
	return "", false
}

// canonical is the address that a page wants to be known by: absolute when the
// viewer knows its own, relative otherwise.
func (v *view) canonical() templ.SafeURL {
	place, ok := v.place()
	switch {
	case !ok || !v.known():
		return ""
	case v.page.Canonical != "":
		return templ.SafeURL(v.page.Canonical)
	}
	return templ.SafeURL(v.root + address.Part(place, v.page.Number))
}

// markdownURL is the address of the page in Markdown.
func (v *view) markdownURL() templ.SafeURL {
	place, _ := v.place()
	return templ.SafeURL(v.root + address.Markdown(place))
}

// absolute turns an address relative to the root into an absolute one if the
// page knows its own, and into one relative to the page otherwise.
func (v *view) absolute(place string) string {
	base, err := url.Parse(v.page.Canonical)
	relative, err2 := url.Parse(v.root + place)
	if v.page.Canonical == "" || err != nil || err2 != nil {
		return v.root + place
	}
	return base.ResolveReference(relative).String()
}

// thing is an object of linked data (JSON-LD).
type thing map[string]any

// linkedData says what the page is about in the words of schema.org.
func (v *view) linkedData() thing {
	api := thing{"@type": "WebAPI", "@id": v.absolute("") + "#api", "name": v.apiTitle(), "url": v.absolute("")}
	if v.doc.Info.TermsOfService != "" && web(v.doc.Info.TermsOfService) != "" {
		api["termsOfService"] = string(web(v.doc.Info.TermsOfService))
	}
	if text := apidoc.Brief(cmp.Or(v.doc.Info.Summary, v.doc.Info.Description), 300); text != "" {
		api["description"] = text
	}
	graph := []thing{api}
	if v.page.Kind != core.PageOverview {
		graph = append(graph, v.article(), v.trail())
	}
	return thing{"@context": "https://schema.org", "@graph": graph}
}

func (v *view) article() thing {
	article := thing{
		"@type": []string{"TechArticle", "APIReference"}, "headline": v.heading(), "url": string(v.canonical()),
		"isPartOf": thing{"@id": v.absolute("") + "#api"},
	}
	if text := v.abstract(); text != "" {
		article["description"] = text
	}
	if v.doc.Info.Version != "" {
		article["version"] = v.doc.Info.Version
	}
	return article
}

// trail is the way from the overview to the page.
func (v *view) trail() thing {
	steps := []thing{{"name": v.apiTitle(), "item": v.absolute("")}}
	switch v.page.Kind {
	case core.PageOperation:
		if tags := v.page.Operation.Tags; len(tags) > 0 {
			if t := v.doc.TagNamed(tags[0]); t != nil {
				steps = append(steps, thing{"name": t.DisplayName, "item": v.absolute(address.Of(core.PageTag, t.Slug))})
			}
		}
	case core.PageModel:
		steps = append(steps, thing{"name": "Models", "item": v.absolute(address.Of(core.PageModels, ""))})
	case core.PageComponent:
		steps = append(steps, thing{"name": "Unused components", "item": v.absolute(address.Of(core.PageComponents, ""))})
	}
	steps = append(steps, thing{"name": v.heading(), "item": string(v.canonical())})
	for i := range steps {
		steps[i]["@type"], steps[i]["position"] = "ListItem", i+1
	}
	return thing{"@type": "BreadcrumbList", "itemListElement": steps}
}

// ownCard reports whether a page has an item of its own in place of the one that
// the settings give the overview.
func (v *view) ownCard(name string) bool {
	switch name {
	case "og:title":
		return v.page.Kind != core.PageOverview
	case "og:description":
		return v.page.Kind != core.PageOverview && v.abstract() != ""
	}
	return false
}

// cards are the items that links to the page are shown with elsewhere, as far as
// they are not given.
func (v *view) cards(given []core.MetaItem) []core.MetaItem {
	if !v.known() || v.noIndex() {
		return nil
	}
	kind, link := "article", ""
	if v.page.Kind == core.PageOverview {
		kind = "website"
	}
	if v.page.Canonical != "" {
		link = v.page.Canonical
	}
	known := map[string]bool{}
	for _, item := range given {
		known[item.Name] = true
	}
	var items []core.MetaItem
	for _, item := range []core.MetaItem{
		{Name: "og:title", Value: v.title()},
		{Name: "og:description", Value: v.abstract()},
		{Name: "og:type", Value: kind},
		{Name: "og:url", Value: link},
		{Name: "og:site_name", Value: v.apiTitle()},
		{Name: "twitter:card", Value: "summary"},
	} {
		if item.Value != "" && !known[item.Name] {
			items = append(items, item)
		}
	}
	return items
}

// downloaded is a form in which the description can be had.
type downloaded struct {
	label string
	link  templ.SafeURL
}

// downloads are the forms of the description, the one it was written in first.
func (v *view) downloads() []downloaded {
	list := []downloaded{{"JSON", templ.SafeURL(v.root + address.JSON)}, {"YAML", templ.SafeURL(v.root + address.YAML)}}
	if !strings.Contains(v.doc.Text.MediaType, "json") {
		list[0], list[1] = downloaded{"YAML", list[1].link}, downloaded{"JSON", list[0].link}
	}
	return list
}

// progressText says how far a load has come.
func progressText(p core.Progress) string {
	switch {
	case p.Phase == "":
		return "Waiting"
	case p.Bytes > 0 && p.Total > 0:
		return p.Phase + ": " + bytesText(p.Bytes) + " of " + bytesText(p.Total)
	case p.Bytes > 0:
		return p.Phase + ": " + bytesText(p.Bytes)
	}
	return p.Phase
}

func progressPercent(p core.Progress) string {
	if p.Total <= 0 {
		return "0"
	}
	return strconv.FormatInt(min(100, 100*p.Bytes/p.Total), 10)
}

func bytesText(n int64) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return strconv.FormatInt(n, 10) + " bytes"
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
