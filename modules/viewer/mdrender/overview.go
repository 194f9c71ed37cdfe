package mdrender

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// overviews writes what a whole description is: the overview and the lists of its parts.
type overviews struct {
	*operations
	groups map[string]string // names by tag, once asked for
}

// overview says what the API is and lists what there is.
func (p *overviews) print() {
	info := p.doc.Info
	p.heading(1, cmp.Or(info.Title, "API reference"))
	if info.Summary != "" {
		p.text("> " + line(info.Summary))
	}
	p.prose(info.Description)
	p.info()
	if p.page.Changelog != nil {
		p.item(p.link(core.PageChanges, "", "Changes"), "what each version has changed")
		p.end()
	}
	p.servers(p.doc.Servers)
	p.problems()
	p.schemes()
	p.libraries()
	for _, t := range p.tags() {
		p.heading(2, t.DisplayName)
		p.tag(t)
		p.operationList(p.doc.TagOperations(t.Name))
	}
	if rest := p.doc.TagOperations(""); len(rest) > 0 {
		p.heading(2, "More operations")
		p.operationList(rest)
	}
	p.webhooks()
	if len(p.doc.Models) > 0 && !p.page.Settings.HideModels {
		p.heading(2, "Models")
		p.models()
	}
	if len(p.doc.Components) > 0 && !p.page.Settings.HideModels {
		p.heading(2, "Unused components")
		p.components()
	}
	p.extensionList(append(info.Extensions[:len(info.Extensions):len(info.Extensions)], p.doc.Extensions...))
}

// info lists who offers the API, and how.
func (p *overviews) info() {
	info := p.doc.Info
	fact := func(label, text string) {
		if text = strings.TrimSpace(text); text != "" {
			p.item(label, text)
		}
	}
	fact("Version", escape(info.Version))
	if c := info.Contact; c != nil {
		fact("Contact", escape(line(c.Name))+" "+webAddress(c.URL)+" "+escape(c.Email))
		p.extensions(c.Extensions, 1)
	}
	if l := info.License; l != nil {
		fact("License", escape(line(l.Name))+" "+code(l.Identifier)+" "+webAddress(l.URL))
		p.extensions(l.Extensions, 1)
	}
	fact("Terms of service", webAddress(info.TermsOfService))
	if d := p.doc.ExternalDocs; d != nil {
		fact("More", p.docs(d))
		p.extensions(d.Extensions, 1)
	}
	for _, l := range info.Links {
		fact(escape(line(l.Name)), webAddress(l.URL))
	}
	if l := info.Logo; l != nil {
		fact("Logo", escape(line(l.AltText))+" "+webAddress(l.URL)+" "+webAddress(l.Href))
	}
	fact("Source", webAddress(p.doc.Self))
	fact("Dialect of schemas", webAddress(p.doc.Dialect))
	p.end()
}

func (p *overviews) problems() {
	found := p.doc.Problems
	if len(found) == 0 || !p.page.Settings.ForAuthors {
		return
	}
	p.heading(2, "Findings about the description")
	for _, problem := range found[:min(len(found), 50)] {
		p.item(code(problem.Pointer), escape(line(problem.String())))
	}
	p.end()
}

// schemes lists the ways to authenticate.
func (p *overviews) schemes() {
	if len(p.doc.SecuritySchemes) == 0 {
		return
	}
	p.heading(2, "Authentication")
	if len(p.doc.Security) > 0 {
		p.requirements(p.doc.Security)
	}
	for i := range p.doc.SecuritySchemes {
		p.scheme(&p.doc.SecuritySchemes[i])
	}
	p.end()
}

func (p *overviews) scheme(s *apidoc.SecurityScheme) {
	about := string(s.Type)
	for _, word := range []string{s.Scheme, string(s.In), s.ParameterName, s.BearerFormat} {
		if word != "" {
			about += " " + code(word)
		}
	}
	p.item(code(s.Name)+" ("+about+deprecated(s.Deprecated)+")", p.brief(s.Description))
	for _, url := range []struct{ label, url string }{{"Discovery", s.OpenIDConnectURL}, {"Metadata", s.MetadataURL}} {
		if url.url != "" {
			p.line(1, url.label, webAddress(url.url))
		}
	}
	if s.ClientID != "" {
		p.line(1, "Client ID", code(s.ClientID))
	}
	for _, f := range s.Flows {
		p.flow(f)
	}
	p.extensions(s.Extensions, 1)
}

func (p *overviews) flow(f apidoc.OAuthFlow) {
	p.line(1, "Flow "+code(f.Kind), "")
	for _, a := range []struct{ label, url string }{
		{"Authorization", f.AuthorizationURL}, {"Device", f.DeviceAuthorizationURL}, {"Token", f.TokenURL}, {"Refresh", f.RefreshURL},
	} {
		if a.url != "" {
			p.line(2, a.label, webAddress(a.url))
		}
	}
	if f.ClientID != "" {
		p.line(2, "Client ID", code(f.ClientID))
	}
	for _, s := range f.Scopes {
		text := p.brief(s.Description)
		if s.Default {
			text = sentence(text) + " Asked for by default."
		}
		p.line(2, code(s.Name), text)
	}
	p.extensions(f.Extensions, 2)
}

// libraries say how to get a library in each language.
func (p *overviews) libraries() {
	if len(p.doc.Info.Libraries) > 0 {
		p.heading(2, "Client libraries")
	}
	for _, l := range p.doc.Info.Libraries {
		p.heading(3, cmp.Or(l.Language, "Library"))
		p.prose(l.Description)
		if l.Source != "" {
			p.fence("sh", l.Source)
		}
	}
}

// tags are those that there is something to say about, each before those below
// it.
func (p *overviews) tags() []*apidoc.Tag {
	return slices.DeleteFunc(p.doc.GroupedTags(), func(t *apidoc.Tag) bool {
		return t.Description == "" && len(p.doc.TagOperations(t.Name)) == 0 && len(p.doc.TagChildren(t.Name)) == 0
	})
}

// tag is what a description says about a tag.
func (p *overviews) tag(t *apidoc.Tag) {
	var words []string
	if t.DisplayName != t.Name {
		words = append(words, "tag "+code(t.Name))
	}
	if t.Kind != "" {
		words = append(words, "kind "+code(t.Kind))
	}
	if up := p.doc.TagNamed(t.Parent); up != nil {
		words = append(words, "below "+p.link(core.PageTag, up.Slug, up.DisplayName))
	}
	if name := p.group(t.Name); name != "" {
		words = append(words, "in "+escape(line(name)))
	}
	p.text(strings.Join(words, ", "))
	p.prose(t.Description)
	p.externalDocs(t.ExternalDocs)
	p.extensionList(t.Extensions)
}

// group is the name of the first group that a tag stands in.
func (p *overviews) group(tag string) string {
	if p.groups == nil {
		p.groups = map[string]string{}
		for _, g := range p.doc.Groups {
			for _, name := range g.Tags {
				if p.groups[name] == "" {
					p.groups[name] = g.Name
				}
			}
		}
	}
	return p.groups[tag]
}

// tagPage is a tag with everything that carries it.
func (p *overviews) tagPage(t *apidoc.Tag) {
	p.heading(1, t.DisplayName)
	p.tag(t)
	for _, below := range p.doc.TagChildren(t.Name) {
		p.item(p.link(core.PageTag, below.Slug, below.DisplayName), p.brief(below.Description))
	}
	if len(p.doc.TagChildren(t.Name)) > 0 {
		p.end()
	}
	p.operationList(p.doc.TagOperations(t.Name))
	if hooks := p.doc.TagWebhooks(t.Name); len(hooks) > 0 {
		p.heading(2, "Webhooks")
		p.list(core.PageWebhook, hooks)
	}
	for i := range p.doc.Models {
		if model := &p.doc.Models[i]; slices.Contains(model.Tags, t.Name) && !p.page.Settings.HideModels {
			p.item("Model "+p.link(core.PageModel, model.Slug, model.Name), p.brief(cmp.Or(model.Title, model.Description)))
		}
	}
}

func (p *overviews) operationList(list []*apidoc.OperationSummary) { p.list(core.PageOperation, list) }

func (p *overviews) list(kind core.PageKind, list []*apidoc.OperationSummary) {
	for _, o := range list {
		p.item(p.link(kind, o.Slug, o.Title()), code(o.Method+" "+o.Path)+deprecated(o.Deprecated))
	}
	p.end()
}

func (p *overviews) webhooks() {
	if len(p.doc.Webhooks) == 0 {
		return
	}
	p.heading(2, "Webhooks")
	list := make([]*apidoc.OperationSummary, len(p.doc.Webhooks))
	for i := range p.doc.Webhooks {
		list[i] = &p.doc.Webhooks[i]
	}
	p.list(core.PageWebhook, list)
}

func (p *overviews) models() {
	for i := range p.doc.Models {
		m := &p.doc.Models[i]
		p.item(p.link(core.PageModel, m.Slug, m.Name), p.brief(cmp.Or(m.Title, m.Description)))
	}
	p.end()
}

// components lists the components that nothing refers to.
func (p *overviews) components() {
	for i := range p.doc.Components {
		c := &p.doc.Components[i]
		p.item(p.link(core.PageComponent, c.Slug, c.Name)+" ("+string(c.Kind)+")", p.brief(c.Description))
	}
	p.end()
}
