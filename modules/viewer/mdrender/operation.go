package mdrender

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// operations writes operations.
type operations struct {
	*values
	ctx context.Context
}

func (p *operations) operation(o *apidoc.Operation) {
	p.heading(1, o.Title())
	p.text(code(o.Method+" "+o.Path) + deprecated(o.Deprecated))
	p.body(o, 2)
	for _, s := range o.CodeSamples {
		p.heading(2, "Example in "+cmp.Or(s.Label, s.Language, "code"))
		p.fence(word(s.Language), s.Source)
	}
	if len(o.CodeSamples) == 0 {
		p.heading(2, "Example request")
		p.fence("sh", snippet.Curl(snippet.Build(p.ctx, p.doc, o, snippet.Options{Base: p.page.Origin})))
	}
}

// body is all of an operation but its head, its sections at the given level.
func (p *operations) body(o *apidoc.Operation, level int) {
	p.about(o)
	p.history(o)
	p.retirement(o.Retirement)
	p.text(o.Lead())
	p.text(escape(o.PathSummary))
	p.prose(o.PathDescription)
	p.prose(o.Description)
	p.externalDocs(o.ExternalDocs)
	p.security(o.Security, level)
	p.ownServers(o, level)
	p.parameters(o.Parameters, level)
	if o.RequestBody != nil {
		p.requestBody(o.RequestBody, level)
	}
	for i := range o.Responses {
		p.response(&o.Responses[i], level)
	}
	p.callbacks(o.Callbacks, level)
	p.extensionList(append(o.Extensions[:len(o.Extensions):len(o.Extensions)], o.PathExtensions...))
}

func (p *operations) requestBody(b *apidoc.RequestBody, level int) {
	p.heading(level, "Request body"+required(b.Required))
	p.prose(b.Description)
	p.content(b.Content, sample.Request, 0)
	p.extensionList(b.Extensions)
}

// about is what else an operation is called.
func (p *operations) about(o *apidoc.Operation) {
	var words []string
	for _, b := range o.Badges {
		words = append(words, escape(line(b.Name)))
	}
	if o.ID != "" && o.ID != o.Title() {
		words = append(words, "operationId "+code(o.ID))
	}
	for _, name := range o.Tags {
		if t := p.doc.TagNamed(name); t != nil {
			name = t.DisplayName
		}
		words = append(words, "topic "+escape(line(name)))
	}
	p.text(strings.Join(words, ", "))
}

// history says when an operation came and changed.
func (p *operations) history(o *apidoc.Operation) {
	if p.page.Changelog == nil || o != p.page.Operation {
		return
	}
	h := p.page.Changelog.Histories[core.PageRef{Kind: p.page.Kind, Slug: o.Slug}]
	var words []string
	if h.Since != nil {
		words = append(words, "since "+p.link(core.PageRelease, h.Since.Slug, h.Since.Name))
	}
	for _, r := range h.Changed {
		words = append(words, "changed in "+p.link(core.PageRelease, r.Slug, r.Name))
	}
	p.text(strings.Join(words, ", "))
}

func (p *operations) retirement(r *apidoc.Retirement) {
	if r == nil {
		return
	}
	for _, fact := range []struct{ label, value string }{
		{"Deprecated since", escape(r.Since)}, {"Goes away", escape(r.Sunset)}, {"Use instead", escape(r.Replacement)}, {"Reason", r.Reason},
	} {
		if fact.value != "" {
			p.item(fact.label, line(fact.value))
		}
	}
	p.end()
}

// ownServers are the servers of an operation when they are not those of the
// whole API.
func (p *operations) ownServers(o *apidoc.Operation, level int) {
	if len(o.Servers) == 0 || len(p.doc.Servers) > 0 && o.Servers[0].URL == p.doc.Servers[0].URL && len(o.Servers) == len(p.doc.Servers) {
		return
	}
	p.heading(level, "Servers")
	p.servers(o.Servers)
}

func (p *operations) response(r *apidoc.Response, level int) {
	p.heading(level, strings.TrimSpace("Response "+r.Status+" "+line(r.Summary)))
	p.prose(r.Description)
	p.headers(r.Headers, 0)
	p.content(r.Content, sample.Response, sample.StatusOf(r.Status, http.StatusInternalServerError))
	for i := range r.Links {
		p.responseLink(&r.Links[i])
	}
	p.extensionList(r.Extensions)
}

func (p *operations) responseLink(l *apidoc.Link) {
	target := code(cmp.Or(l.OperationID, l.OperationRef))
	if o := p.doc.Linked(l); o != nil {
		target = p.link(core.PageOperation, o.Slug, cmp.Or(l.OperationID, o.Title()))
	}
	p.item("Link "+code(l.Name)+" to "+target, p.brief(l.Description))
	for _, a := range l.Parameters {
		p.line(1, code(a.Name), code(string(a.Value)))
	}
	if l.RequestBody != nil {
		p.line(1, "body", code(line(string(l.RequestBody))))
	}
	if l.Server != nil {
		p.line(1, "server "+code(l.Server.URL), p.brief(l.Server.Description))
		p.extensions(l.Server.Extensions, 1)
	}
	p.extensions(l.Extensions, 1)
	p.end()
}

// maxHeading is the deepest heading of Markdown.
const maxHeading = 6

func (p *operations) callbacks(list []apidoc.Callback, level int) {
	for _, c := range list {
		for i := range c.Operations {
			inner := &c.Operations[i]
			if p.left--; p.left < 0 || level >= maxHeading {
				return
			}
			p.heading(level, strings.TrimSpace("Callback "+c.Name+" "+line(inner.Summary)))
			p.text(code(inner.Method+" "+c.Expression) + deprecated(inner.Deprecated))
			p.body(inner, level+1)
		}
		p.extensionList(c.Extensions)
	}
}

func (p *operations) security(list []apidoc.SecurityRequirement, level int) {
	if len(list) == 0 {
		return
	}
	p.heading(level, "Authentication")
	p.requirements(list)
}

// requirements are alternatives, of each of which all is needed.
func (p *operations) requirements(list []apidoc.SecurityRequirement) {
	for _, r := range list {
		var schemes []string
		for _, s := range r.Schemes {
			schemes = append(schemes, code(strings.TrimSpace(s.Name+" "+strings.Join(s.Scopes, " "))))
		}
		if len(schemes) == 0 {
			schemes = []string{"none"}
		}
		p.item(strings.Join(schemes, " and "), "")
	}
	p.end()
}

func (p *operations) parameters(list []apidoc.Parameter, level int) {
	if len(list) == 0 {
		return
	}
	p.heading(level, "Parameters")
	for i := range list {
		p.parameter(&list[i])
	}
	p.end()
}

func (p *operations) parameter(a *apidoc.Parameter) {
	v := value{schema: a.Schema, content: a.Content, example: a.Example, examples: a.Examples, extensions: a.Extensions}
	about := string(a.In) + ", " + p.typeName(v.of()) + required(a.Required) + deprecated(a.Deprecated) + style(a.In, a.Style, a.Explode)
	if a.AllowEmptyValue {
		about += ", may be empty"
	}
	if a.AllowReserved {
		about += ", reserved characters not escaped"
	}
	p.value(code(a.Name)+" ("+about+")", a.Description, v, 0)
}

// style says how values are written that are not written in the way of their place.
func style(in apidoc.Place, name string, exploded bool) string {
	usual := "form"
	if in == apidoc.InPath || in == apidoc.InHeader {
		usual = "simple"
	}
	switch {
	case name == "" || in == apidoc.InQueryString || name == usual && exploded == (usual == "form"):
		return ""
	case exploded:
		return ", style " + name + " exploded"
	}
	return ", style " + name
}

func (p *operations) servers(list []apidoc.Server) {
	for i := range list {
		s := &list[i]
		p.item(code(cmp.Or(s.URL, schemafacts.NoName)), strings.TrimSpace(sentence(escape(line(s.Name)))+" "+p.brief(s.Description)))
		for _, v := range s.Variables {
			text := ""
			if v.Default != "" {
				text = "Default " + code(v.Default) + "."
			}
			if len(v.Enum) > 0 {
				text += " One of " + codes(v.Enum) + "."
			}
			p.line(1, code(v.Name), strings.TrimSpace(sentence(p.brief(v.Description))+" "+text))
			p.extensions(v.Extensions, 2)
		}
		p.extensions(s.Extensions, 1)
	}
	p.end()
}
