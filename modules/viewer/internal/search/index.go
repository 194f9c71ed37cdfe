package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// Options says what is left out of an index.
type Options struct{ HideModels bool }

// Index is what can be found in one document. It is safe for concurrent use.
type Index struct {
	doc      *apidoc.Document
	table    *table
	routes   *pathmatch.Table
	complete bool
}

// Complete reports whether everything can be found, or the names alone.
func (x *Index) Complete() bool { return x.complete }

// entry is something that can be found.
type entry struct {
	result core.Result
	text   string // its description
	length int    // words of the title: the shorter of two equal ones comes first
	bonus  float32
	facts  facts
}

// facts are what filters ask for. Texts are in lower case.
type facts struct {
	tags     []string
	statuses []string
	places   []string // of parameters
	schemes  []string // names and types of security schemes
	open     bool     // can be called without credentials
	members  int      // properties of a model
}

// New makes an index of the names in a document: titles, operationIds, paths,
// tags, models, the headings of the introduction and of tags, and descriptions of operations.
func New(doc *apidoc.Document, o Options) *Index {
	b := newBuilder()
	outline(b, doc, o)
	return &Index{doc: doc, table: b.build(), routes: newRoutes(doc)}
}

// outline adds the entries of a document with what its outline says about them.
func outline(b *builder, doc *apidoc.Document, o Options) {
	for i := range doc.Operations {
		b.operation(doc, core.PageOperation, &doc.Operations[i])
	}
	for i := range doc.Webhooks {
		b.operation(doc, core.PageWebhook, &doc.Webhooks[i])
	}
	md := markdown.New()
	for i := range doc.Tags {
		b.tag(md, &doc.Tags[i])
	}
	if !o.HideModels {
		for _, m := range doc.Models {
			title := cmp.Or(m.Title, m.Name)
			e := entry{result: core.Result{Kind: core.PageModel, Slug: m.Slug, Title: title, Deprecated: m.Deprecated}, text: m.Description, bonus: 1}
			b.entry(e, map[field]string{inID: m.Name})
		}
	}
	for _, c := range doc.Components {
		if o.HideModels {
			break
		}
		e := entry{result: core.Result{Kind: core.PageComponent, Slug: c.Slug, Title: c.Name}, text: c.Description, bonus: 1}
		b.entry(e, map[field]string{inID: string(c.Kind)})
	}
	b.overview(md, doc)
}

// tag adds a tag, and its description by headings.
func (b *builder) tag(md *markdown.Converter, t *apidoc.Tag) {
	title := cmp.Or(t.DisplayName, t.Name)
	for i, s := range sections(md, t.Description, maxTagHeadings-b.tagHeadings) {
		e := entry{result: core.Result{Kind: core.PageTag, Slug: t.Slug, Title: title}, text: s.text, bonus: 1.15}
		if i == 0 {
			b.entry(e, map[field]string{inTag: t.Name})
			continue
		}
		b.tagHeadings++
		e.result.Title, e.result.Fragment, e.result.Where, e.bonus = s.title, s.fragment, "description of "+title, 1.05
		b.entry(e, nil)
	}
}

// maxTitle bounds the title of a result in bytes.
const maxTitle = 120

// shortened returns the beginning of a text, whole words only.
func shortened(text string, n int) string {
	short := cut(text, n)
	if short == text {
		return text
	}
	return strings.TrimRight(strings.TrimRightFunc(short, isWord), " ,;:") + "…"
}

// longTitle is how many words a title may have: what is longer is a description.
const longTitle = 16

// entry adds an entry with its title, its description and what else is shown.
func (b *builder) entry(e entry, shown map[field]string) {
	part := len(b.entries)
	e.length = len(words(e.result.Title))
	b.entries = append(b.entries, e)
	if title := &b.entries[part].result.Title; e.length <= longTitle {
		b.add(part, inTitle, *title)
	} else {
		b.add(part, inText, cut(*title, maxProse))
		*title = shortened(apidoc.PlainTitle(cut(*title, 4*maxTitle)), maxTitle)
	}
	for f := inID; f <= inMethod; f++ {
		b.add(part, f, shown[f])
	}
	b.add(part, inText, cut(e.text, maxProse))
	b.end(part)
}

func (b *builder) operation(doc *apidoc.Document, kind core.PageKind, o *apidoc.OperationSummary) {
	e := entry{
		result: core.Result{Kind: kind, Slug: o.Slug, Title: o.Title(), Method: o.Method, Path: o.Path, Deprecated: o.Deprecated},
		text:   o.Description, bonus: 1.25,
	}
	shown := map[field]string{inPath: o.Path, inMethod: o.Method}
	if o.ID != "" && o.Summary != "" {
		shown[inID] = o.ID
	}
	names := o.Tags
	for _, name := range o.Tags {
		e.facts.tags = append(e.facts.tags, strings.ToLower(name))
		if t := doc.TagNamed(name); t != nil && t.DisplayName != name {
			e.facts.tags = append(e.facts.tags, strings.ToLower(t.DisplayName), strings.ToLower(t.Slug))
			names = append(slices.Clip(names), t.DisplayName)
		}
	}
	shown[inTag] = strings.Join(names, " ")
	b.entry(e, shown)
}

// overview adds what the overview says itself: its introduction, by headings,
// servers and security schemes.
func (b *builder) overview(md *markdown.Converter, doc *apidoc.Document) {
	title := cmp.Or(doc.Info.Title, "Introduction")
	for i, s := range sections(md, doc.Info.Description, maxSections) {
		r := core.Result{Kind: core.PageOverview, Title: s.title, Fragment: s.fragment, Where: "introduction"}
		if i == 0 {
			r.Title, r.Where = title, ""
			s.text = strings.Join([]string{doc.Info.Summary, s.text}, "\n")
		}
		b.entry(entry{result: r, text: s.text, bonus: 1.1}, nil)
	}
	for _, s := range doc.SecuritySchemes {
		r := core.Result{Kind: core.PageOverview, Title: s.Name, Fragment: "security-" + apidoc.Slug(s.Name), Where: "security scheme"}
		b.entry(entry{result: r, text: s.Description, bonus: 1.05}, nil)
		b.scheme(len(b.entries)-1, &s)
	}
	for _, s := range doc.Servers {
		r := core.Result{Kind: core.PageOverview, Title: s.URL, Where: "server"}
		b.entry(entry{result: r, text: strings.TrimSpace(s.Name + " " + s.Description), bonus: 1}, nil)
	}
}

func (b *builder) scheme(part int, s *apidoc.SecurityScheme) {
	for _, text := range []string{string(s.Type), s.Scheme, s.BearerFormat, s.OpenIDConnectURL, string(s.In)} {
		b.add(part, inRule, text)
	}
	b.add(part, inName, s.ParameterName)
	for _, f := range s.Flows {
		for _, text := range []string{f.Kind, f.AuthorizationURL, f.TokenURL, f.RefreshURL, f.DeviceAuthorizationURL} {
			b.add(part, inRule, text)
		}
		for _, scope := range f.Scopes {
			b.add(part, inValue, scope.Name)
			b.add(part, inDetail, scope.Description)
		}
	}
	b.end(part)
}
