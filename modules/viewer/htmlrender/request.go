package htmlrender

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	snippets "github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// maxRequests bounds what a page holds about the requests of its samples, in
// bytes of their bodies and addresses.
const maxRequests = 48 << 10

// requestCard is the card of the samples of a request.
type requestCard struct {
	author  []snippet // the samples of the author, first
	curl    *snippet  // nil when it is hidden
	data    requestData
	scripts bool // there are clients that a script writes
}

// requestData is what the script of the card reads.
type requestData struct {
	Languages []requestLanguage  `json:"languages"`
	Featured  []string           `json:"featured"`
	Initial   string             `json:"initial"`
	Variants  []snippets.Variant `json:"variants"`
	// Placeholder is what the addresses begin with instead of the host of the
	// reference, which the browser knows; "" when the server knows it.
	Placeholder string `json:"placeholder,omitempty"`
	Go          string `json:"go,omitempty"` // where the operation is described for Go, relative to the page
	// Base is what the addresses begin with, and Servers are those to choose from, as
	// the description has them: where there is something to choose.
	Base    string   `json:"base,omitempty"`
	Servers []string `json:"servers,omitempty"`
}

type requestLanguage struct {
	snippets.Language
	Source string `json:"src"` // address of the script, relative to the page
}

// newRequestCard makes the card of an operation, nil when there is nothing to show.
func newRequestCard(ctx context.Context, s *subject, o *apidoc.Operation) *requestCard {
	settings := s.page.Settings
	visible := snippets.Visible(settings.HiddenClients)
	c := &requestCard{author: authorSamples(s.words, o), scripts: len(visible) > 0}
	if len(c.author) == 0 && !c.scripts {
		return nil
	}
	if c.scripts {
		c.data.Variants = bounded(snippets.Variants(ctx, s.doc, o, snippets.Options{Base: s.page.Origin, Credentials: settings.Credentials}))
		for i := range c.data.Variants {
			v := &c.data.Variants[i]
			v.Label = cmp.Or(s.words.Say(variantLabels[v.Label]), v.Label)
		}
		if s.page.Origin == "" && settings.Home == "" && s.page.Kind != core.PageWebhook && snippets.Relative(o.Servers) {
			c.data.Placeholder = snippets.Placeholder
		}
		if offersServers(o.Servers) {
			c.data.Base = snippets.Address(o.Servers, s.page.Origin)
			for i := range o.Servers[:min(len(o.Servers), maxServers)] {
				c.data.Servers = append(c.data.Servers, o.Servers[i].URL)
			}
		}
	}
	if snippets.Find(visible, "shell/curl") != "" {
		curl := newSnippet("curl", "", "shell", snippets.Curl(c.data.Variants[0].Request))
		c.curl = &curl
	}
	for _, l := range visible {
		c.data.Languages = append(c.data.Languages, requestLanguage{l, string(s.assetURL("client-" + l.Script + ".js"))})
	}
	if snippets.Find(visible, "go/trefoil") != "" {
		c.data.Go = string(s.to(s.page.Kind, o.Slug)) + "?part=go"
	}
	c.data.Featured = featured(visible, settings.FeaturedClients)
	c.data.Initial = snippets.Default(visible, settings.DefaultClient)
	return c
}

// variantLabels are the labels of requests that are not of the description.
var variantLabels = map[string]wording.Key{
	"Usual fields": "Usual fields", "Required fields": "Required fields", "All fields": "All fields",
}

// maxServers bounds the servers to choose from.
const maxServers = 30

// offersServers reports whether there is something to choose.
func offersServers(list []apidoc.Server) bool {
	return len(list) > 1 || len(list) == 1 && len(list[0].Variables) > 0
}

func authorSamples(w *wording.Language, o *apidoc.Operation) []snippet {
	var list []snippet
	for _, s := range o.CodeSamples[:min(len(o.CodeSamples), maxCards)] {
		list = append(list, newSnippet(cmp.Or(s.Label, s.Language, w.Say("Sample")), "", sampleLanguage(s.Language), s.Source))
	}
	return list
}

// languageNames are other names of languages in the descriptions of authors.
var languageNames = map[string]string{
	"bash": "shell", "sh": "shell", "curl": "shell", "zsh": "shell", "console": "shell",
	"javascript": "js", "jsx": "js", "typescript": "js", "ts": "js", "nodejs": "node", "node.js": "node",
	"golang": "go", "c#": "csharp", ".net": "csharp", "dotnet": "csharp", "f#": "fsharp", "py": "python", "python3": "python", "rb": "ruby",
	"objective-c": "objc", "objectivec": "objc", "kt": "kotlin", "rs": "rust", "ps1": "powershell",
}

func sampleLanguage(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	return cmp.Or(languageNames[name], name)
}

// featured are the clients that are shown first, those that are visible.
func featured(visible []snippets.Language, wanted []string) []string {
	if wanted == nil {
		wanted = snippets.Featured()
	}
	list := []string{}
	for _, name := range wanted {
		if key := snippets.Find(visible, name); key != "" && !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	return list
}

// bounded leaves the requests out that a page has no room for. The first stays.
func bounded(all []snippets.Variant) []snippets.Variant {
	room := maxRequests
	for i, v := range all {
		room -= size(v.Request)
		if room < 0 && i > 0 {
			return all[:i]
		}
	}
	return all
}

func size(r snippets.Request) int {
	n := len(r.URL.Shown) + len(r.URL.Real)
	for _, h := range append(r.Headers[:len(r.Headers):len(r.Headers)], r.Cookies...) {
		n += len(h.Name) + len(h.Value.Shown) + len(h.Value.Real)
	}
	if r.Body != nil {
		n += len(r.Body.Text)
		for _, p := range r.Body.Parts {
			n += len(p.Name) + len(p.Text)
		}
	}
	return n
}
