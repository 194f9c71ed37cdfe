package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// outliner makes entries of what the outline of a document names.
type outliner struct {
	*builder
	doc      *apidoc.Document
	md       *markdown.Converter
	headings int // of tags that have an entry
}

// outline adds the entries of a document with what its outline says about them.
func outline(b *builder, doc *apidoc.Document, o Options) {
	l := &outliner{builder: b, doc: doc, md: markdown.New()}
	for i := range doc.Operations {
		l.operation(core.PageOperation, &doc.Operations[i])
	}
	for i := range doc.Webhooks {
		l.operation(core.PageWebhook, &doc.Webhooks[i])
	}
	for i := range doc.Tags {
		l.tag(&doc.Tags[i])
	}
	if !o.HideModels {
		for _, m := range doc.Models {
			title := cmp.Or(m.Title, m.Name)
			e := entry{result: core.Result{Kind: core.PageModel, Slug: m.Slug, Title: title, Deprecated: m.Deprecated}, text: m.Description, bonus: 1}
			l.entry(e, map[field]string{inID: m.Name})
		}
	}
	for _, c := range doc.Components {
		if o.HideModels {
			break
		}
		e := entry{result: core.Result{Kind: core.PageComponent, Slug: c.Slug, Title: c.Name}, text: c.Description, bonus: 1}
		l.entry(e, map[field]string{inID: string(c.Kind)})
	}
	l.overview()
	if o.Changes {
		r := core.Result{Kind: core.PageChanges, Title: "Changes"}
		l.entry(entry{result: r, text: "Changelog: what each version has changed, what breaks clients, and what is deprecated", bonus: 1}, nil)
	}
}

// tag adds a tag, and its description by headings.
func (l *outliner) tag(t *apidoc.Tag) {
	title := cmp.Or(t.DisplayName, t.Name)
	for i, s := range sections(l.md, t.Description, maxTagHeadings-l.headings) {
		e := entry{result: core.Result{Kind: core.PageTag, Slug: t.Slug, Title: title}, text: s.text, bonus: 1.15}
		if i == 0 {
			l.entry(e, map[field]string{inTag: t.Name})
			continue
		}
		l.headings++
		e.result.Title, e.result.Fragment, e.where, e.bonus = s.title, s.fragment, wording.Sentence{Key: "description of {1}", Values: []string{title}}, 1.05
		l.entry(e, nil)
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
func (l *outliner) entry(e entry, shown map[field]string) {
	part := len(l.entries)
	for _, w := range words(e.result.Title) {
		if !slices.Contains(articles, w) {
			e.length++
		}
	}
	e.tail = tailOf(e.result.Path)
	l.entries = append(l.entries, e)
	if title := &l.entries[part].result.Title; e.length <= longTitle {
		l.add(part, inTitle, *title)
	} else {
		l.add(part, inText, cut(*title, maxProse))
		*title = shortened(apidoc.PlainTitle(cut(*title, 4*maxTitle)), maxTitle)
	}
	for f := inID; f <= inMethod; f++ {
		l.add(part, f, shown[f])
	}
	l.add(part, inText, cut(e.text, maxProse))
	l.end(part)
}

func (l *outliner) operation(kind core.PageKind, o *apidoc.OperationSummary) {
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
		if t := l.doc.TagNamed(name); t != nil && t.DisplayName != name {
			e.facts.tags = append(e.facts.tags, strings.ToLower(t.DisplayName), strings.ToLower(t.Slug))
			names = append(slices.Clip(names), t.DisplayName)
		}
	}
	shown[inTag] = strings.Join(names, " ")
	l.entry(e, shown)
}

// overview adds what the overview says itself: its introduction, by headings,
// servers and security schemes.
func (l *outliner) overview() {
	title := cmp.Or(l.doc.Info.Title, "Introduction")
	for i, s := range sections(l.md, l.doc.Info.Description, maxSections) {
		r, where := core.Result{Kind: core.PageOverview, Title: s.title, Fragment: s.fragment}, wording.Sentence{Key: "introduction"}
		if i == 0 {
			r.Title, where = title, wording.Sentence{}
			s.text = strings.Join([]string{l.doc.Info.Summary, s.text}, "\n")
		}
		l.entry(entry{result: r, where: where, text: s.text, bonus: 1.1}, nil)
	}
	for _, s := range l.doc.SecuritySchemes {
		r := core.Result{Kind: core.PageOverview, Title: s.Name, Fragment: "security-" + apidoc.Slug(s.Name)}
		l.entry(entry{result: r, where: wording.Sentence{Key: "security scheme"}, text: s.Description, bonus: 1.05}, nil)
		l.scheme(len(l.entries)-1, &s)
	}
	for _, s := range l.doc.Servers {
		r := core.Result{Kind: core.PageOverview, Title: s.URL}
		l.entry(entry{result: r, where: wording.Sentence{Key: "server"}, text: strings.TrimSpace(s.Name + " " + s.Description), bonus: 1}, nil)
	}
}

func (l *outliner) scheme(part int, s *apidoc.SecurityScheme) {
	for _, text := range []string{string(s.Type), s.Scheme, s.BearerFormat, s.OpenIDConnectURL, string(s.In)} {
		l.add(part, inRule, text)
	}
	l.add(part, inName, s.ParameterName)
	for _, f := range s.Flows {
		for _, text := range []string{f.Kind, f.AuthorizationURL, f.TokenURL, f.RefreshURL, f.DeviceAuthorizationURL} {
			l.add(part, inRule, text)
		}
		for _, scope := range f.Scopes {
			l.add(part, inValue, scope.Name)
			l.add(part, inDetail, scope.Description)
		}
	}
	l.end(part)
}
