package mdrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

func (p *printer) operation(o *apidoc.Operation) {
	p.heading(1, o.Title())
	p.text(code(o.Method+" "+o.Path) + deprecated(o.Deprecated))
	p.body(o, 2)
	for _, c := range o.Callbacks {
		for i := range c.Operations {
			p.heading(2, "Callback "+c.Name)
			p.text(code(c.Operations[i].Method + " " + c.Expression))
			p.body(&c.Operations[i], 3)
		}
	}
	if samples := o.CodeSamples; len(samples) == 0 {
		p.heading(2, "Example request")
		p.fence("sh", snippet.Curl(snippet.Build(p.ctx, p.doc, o, snippet.Options{})))
	}
}

// body is all of an operation but its head, its sections at the given level.
func (p *printer) body(o *apidoc.Operation, level int) {
	p.text(escape(o.PathSummary))
	p.text(o.PathDescription)
	p.text(o.Description)
	p.security(o.Security, level)
	p.parameters(o.Parameters, level)
	if b := o.RequestBody; b != nil {
		p.heading(level, "Request body"+required(b.Required))
		p.text(b.Description)
		p.content(b.Content, sample.Request)
	}
	for i := range o.Responses {
		r := &o.Responses[i]
		p.heading(level, strings.TrimSpace("Response "+r.Status+" "+line(r.Summary)))
		p.text(r.Description)
		p.headers(r.Headers)
		p.content(r.Content, sample.Response)
	}
}

func (p *printer) security(list []apidoc.SecurityRequirement, level int) {
	if len(list) == 0 {
		return
	}
	p.heading(level, "Authentication")
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

func (p *printer) parameters(list []apidoc.Parameter, level int) {
	if len(list) == 0 {
		return
	}
	p.heading(level, "Parameters")
	for i := range list {
		parameter := &list[i]
		s := parameter.Schema
		if s == nil && len(parameter.Content) > 0 {
			s = parameter.Content[0].Schema
		}
		about := string(parameter.In) + ", " + p.typeName(s, 0) + required(parameter.Required) + deprecated(parameter.Deprecated)
		p.item(code(parameter.Name)+" ("+about+")", line(parameter.Description)+limits(s))
	}
	p.end()
}

func (p *printer) headers(list []apidoc.Header) {
	for i := range list {
		h := &list[i]
		p.item("Header "+code(h.Name)+" ("+p.typeName(h.Schema, 0)+required(h.Required)+")", line(h.Description)+limits(h.Schema))
	}
	p.end()
}

func (p *printer) content(list []apidoc.MediaType, to sample.Direction) {
	for i := range list {
		m := &list[i]
		p.text(code(m.Name))
		p.schema(m.Schema)
		if value := sample.OfMedia(p.ctx, p.doc, m, to); value != nil {
			p.fence("json", string(value))
		}
	}
}
