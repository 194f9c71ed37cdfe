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
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// headlines say what a page is about in its head, to programs.
type headlines struct{ *subject }

// place is the address of the page relative to the root. It is false for pages
// that have none of their own.
func (h *headlines) place() (string, bool) {
	switch p := h.page; p.Kind {
	case core.PageOverview, core.PageModels, core.PageComponents, core.PageChanges:
		return address.Of(p.Kind, ""), true
	case core.PageOperation, core.PageWebhook:
		return address.Of(p.Kind, p.Operation.Slug), true
	case core.PageRelease:
		return address.Of(p.Kind, p.Release.Slug), true
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
func (h *headlines) canonical() templ.SafeURL {
	place, ok := h.place()
	switch {
	case !ok || !h.known():
		return ""
	case h.page.Canonical != "":
		return templ.SafeURL(h.page.Canonical)
	}
	return templ.SafeURL(h.root + address.Part(place, h.page.Number))
}

// markdownURL is the address of the page in Markdown.
func (h *headlines) markdownURL() templ.SafeURL {
	place, _ := h.place()
	return templ.SafeURL(h.root + address.Markdown(place))
}

// absolute turns an address relative to the root into an absolute one if the
// page knows its own, and into one relative to the page otherwise.
func (h *headlines) absolute(place string) string {
	base, err := url.Parse(h.page.Canonical)
	relative, err2 := url.Parse(h.root + place)
	if h.page.Canonical == "" || err != nil || err2 != nil {
		return h.root + place
	}
	return base.ResolveReference(relative).String()
}

// thing is an object of linked data (JSON-LD).
type thing map[string]any

// linkedData says what the page is about in the words of schema.org.
func (h *headlines) linkedData() thing {
	api := thing{"@type": "WebAPI", "@id": h.absolute("") + "#api", "name": h.apiTitle(), "url": h.absolute("")}
	if h.doc.Info.TermsOfService != "" && web(h.doc.Info.TermsOfService) != "" {
		api["termsOfService"] = string(web(h.doc.Info.TermsOfService))
	}
	if text := apidoc.Brief(cmp.Or(h.doc.Info.Summary, h.doc.Info.Description), 300); text != "" {
		api["description"] = text
	}
	graph := []thing{api}
	if h.page.Kind != core.PageOverview {
		graph = append(graph, h.article(), h.trail())
	}
	return thing{"@context": "https://schema.org", "@graph": graph}
}

func (h *headlines) article() thing {
	article := thing{
		"@type": []string{"TechArticle", "APIReference"}, "headline": h.heading(), "url": string(h.canonical()),
		"isPartOf": thing{"@id": h.absolute("") + "#api"},
	}
	if text := h.abstract(); text != "" {
		article["description"] = text
	}
	if h.doc.Info.Version != "" {
		article["version"] = h.doc.Info.Version
	}
	return article
}

// trail is the way from the overview to the page.
func (h *headlines) trail() thing {
	steps := []thing{{"name": h.apiTitle(), "item": h.absolute("")}}
	switch h.page.Kind {
	case core.PageOperation:
		if tags := h.page.Operation.Tags; len(tags) > 0 {
			if t := h.doc.TagNamed(tags[0]); t != nil {
				steps = append(steps, thing{"name": t.DisplayName, "item": h.absolute(address.Of(core.PageTag, t.Slug))})
			}
		}
	case core.PageModel:
		steps = append(steps, thing{"name": h.words.Say("Models"), "item": h.absolute(address.Of(core.PageModels, ""))})
	case core.PageRelease:
		steps = append(steps, thing{"name": h.words.Say("Changes"), "item": h.absolute(address.Of(core.PageChanges, ""))})
	case core.PageComponent:
		steps = append(steps, thing{"name": h.words.Say("Unused components"), "item": h.absolute(address.Of(core.PageComponents, ""))})
	}
	steps = append(steps, thing{"name": h.heading(), "item": string(h.canonical())})
	for i := range steps {
		steps[i]["@type"], steps[i]["position"] = "ListItem", i+1
	}
	return thing{"@type": "BreadcrumbList", "itemListElement": steps}
}

// ownCard reports whether a page has an item of its own in place of the one that
// the settings give the overview.
func (h *headlines) ownCard(name string) bool {
	switch name {
	case "og:title":
		return h.page.Kind != core.PageOverview
	case "og:description":
		return h.page.Kind != core.PageOverview && h.abstract() != ""
	}
	return false
}

// cards are the items that links to the page are shown with elsewhere, as far as
// they are not given.
func (h *headlines) cards(given []core.MetaItem) []core.MetaItem {
	if !h.known() || h.noIndex() {
		return nil
	}
	kind, link := "article", ""
	if h.page.Kind == core.PageOverview {
		kind = "website"
	}
	if h.page.Canonical != "" {
		link = h.page.Canonical
	}
	known := map[string]bool{}
	for _, item := range given {
		known[item.Name] = true
	}
	var items []core.MetaItem
	for _, item := range []core.MetaItem{
		{Name: "og:title", Value: h.title()},
		{Name: "og:description", Value: h.abstract()},
		{Name: "og:type", Value: kind},
		{Name: "og:url", Value: link},
		{Name: "og:site_name", Value: h.apiTitle()},
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
func (h *headlines) downloads() []downloaded {
	list := []downloaded{{"JSON", templ.SafeURL(h.root + address.JSON)}, {"YAML", templ.SafeURL(h.root + address.YAML)}}
	if !strings.Contains(h.doc.Text.MediaType, "json") {
		list[0], list[1] = downloaded{"YAML", list[1].link}, downloaded{"JSON", list[0].link}
	}
	return list
}

// progressText says how far a load has come.
func progressText(w *wording.Language, p core.Progress) string {
	phase := w.Say(wording.Key(p.Phase)) // of our own sources
	switch {
	case p.Phase == "":
		return w.Say("Waiting")
	case p.Bytes > 0 && p.Total > 0:
		return w.Fill("{1}: {2} of {3}", phase, bytesText(w, p.Bytes), bytesText(w, p.Total))
	case p.Bytes > 0:
		return w.Fill("{1}: {2}", phase, bytesText(w, p.Bytes))
	}
	return phase
}

// phases are what sources say that they are doing.
var _ = []wording.Key{"Reading the description", "Reading the file", "Parsing the description", "Fetching the description", "Waiting for another replica"}

func progressPercent(p core.Progress) string {
	if p.Total <= 0 {
		return "0"
	}
	return strconv.FormatInt(min(100, 100*p.Bytes/p.Total), 10)
}

func bytesText(w *wording.Language, n int64) string {
	switch {
	case n < 1000:
		return w.Count(int(n), "byte", "bytes")
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// metaItems are the items for the head, the title left out, the description
// completed.
func (h *headlines) metaItems() []core.MetaItem {
	var items []core.MetaItem
	if h.page.Kind != core.PageOverview || h.meta("description") == "" {
		if text := h.abstract(); text != "" {
			items = append(items, core.MetaItem{Name: "description", Value: text})
		}
	}
	for _, item := range h.page.Settings.Meta {
		if item.Name != "title" && (item.Name != "description" || len(items) == 0) && !h.ownCard(item.Name) {
			items = append(items, item)
		}
	}
	return append(items, h.cards(items)...)
}

// noIndex reports whether search engines should leave the page out.
func (h *headlines) noIndex() bool {
	switch h.page.Kind {
	case core.PageSchema, core.PageSearch, core.PageNotFound, core.PageLoading, core.PageError:
		return true
	}
	return false
}
