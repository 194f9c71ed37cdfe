package trial

import (
	"cmp"
	"context"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// maker makes a part.
type maker struct {
	ctx   context.Context
	doc   *apidoc.Document
	start *snippet.Start
	texts int // bytes that are left for values to begin with
	part  Part
	w     schemaWriter
}

func (m *maker) parameters(o *apidoc.Operation) {
	m.part.Parameters = []Parameter{}
	list := first(m, o.Parameters)
	for i := range list {
		p := &list[i]
		if !m.start.Sends(p) {
			continue
		}
		value, given := m.start.Parameter(p)
		its := Parameter{
			Name: p.Name, In: p.In, Required: p.Required || p.In == apidoc.InPath, Deprecated: p.Deprecated, Description: apidoc.Brief(p.Description, maxBrief),
			Style: p.Style, Explode: p.Explode, AllowReserved: p.AllowReserved, AllowEmptyValue: p.AllowEmptyValue,
			Schema: m.w.schema(m.start.ParameterSchema(p)), Example: m.text(string(value)), Given: given, Encoding: []Encoding{},
		}
		if p.Schema == nil && len(p.Content) > 0 {
			its.Media, its.Schema = p.Content[0].Name, m.w.schema(p.Content[0].Schema)
			its.Encoding = m.encoding(&p.Content[0])
		}
		m.part.Parameters = append(m.part.Parameters, its)
	}
}

func (m *maker) body(body *apidoc.RequestBody) {
	if body == nil || len(body.Content) == 0 {
		return
	}
	m.part.Body = &Body{Required: body.Required, Description: apidoc.Brief(body.Description, maxBrief), Media: []Media{}}
	content := first(m, body.Content)
	for i := range content {
		m.part.Body.Media = append(m.part.Body.Media, m.media(&content[i]))
	}
}

// media is a body of a request in one format.
func (m *maker) media(c *apidoc.MediaType) Media {
	start := m.start.Body(c, 0)
	its := Media{
		Type: start.Type, Schema: m.w.schema(m.start.Schema(c)), ItemSchema: m.w.schema(c.ItemSchema), Kind: kind(start),
		Example: m.text(start.Text), Encoding: m.encoding(c),
	}
	for i, e := range c.Examples[:min(len(c.Examples), maxExamples)] {
		if e.Value == nil && e.Serialized == "" {
			continue
		}
		its.Examples = append(its.Examples, Example{e.Name, apidoc.Brief(e.Summary, maxBrief), m.text(m.start.Body(c, i+1).Text)})
	}
	return its
}

func (m *maker) encoding(c *apidoc.MediaType) []Encoding {
	all := []Encoding{}
	for _, written := range first(m, c.Encoding) {
		e := m.start.Encoding(c, &written)
		all = append(all, Encoding{
			Property: e.Property, ContentType: e.ContentType, Style: e.Style, Explode: e.Explode, AllowReserved: e.AllowReserved,
			Headers: m.headers(e.Headers), Send: m.start.PartHeaders(e),
		})
	}
	return all
}

func (m *maker) headers(list []apidoc.Header) []Header {
	all := []Header{}
	for _, h := range first(m, list) {
		s := h.Schema
		if s == nil && len(h.Content) > 0 {
			s = h.Content[0].Schema
		}
		all = append(all, Header{h.Name, h.Required, m.w.schema(s)})
	}
	return all
}

func (m *maker) responses(list []apidoc.Response) {
	m.part.Responses = []Response{}
	for _, r := range first(m, list) {
		its := Response{Status: r.Status, Description: apidoc.Brief(r.Description, maxBrief), Headers: m.headers(r.Headers), Media: []Media{}, Links: []Link{}}
		for _, c := range first(m, r.Content) {
			its.Media = append(its.Media, Media{Type: c.Name, Schema: m.w.schema(c.Schema), ItemSchema: m.w.schema(c.ItemSchema)})
		}
		links := first(m, r.Links)
		for i := range links {
			its.Links = append(its.Links, m.link(&links[i]))
		}
		m.part.Responses = append(m.part.Responses, its)
	}
}

func (m *maker) link(l *apidoc.Link) Link {
	its := Link{Name: l.Name, Parameters: []Argument{}, RequestBody: m.text(string(l.RequestBody)), Description: apidoc.Brief(l.Description, maxBrief)}
	its.Title = cmp.Or(l.OperationID, l.OperationRef)
	if target := m.doc.Linked(l); target != nil {
		its.Operation, its.URL, its.Title = target.Slug, address.Of(core.PageOperation, target.Slug), target.Title()
	}
	if l.Server != nil {
		its.Server = l.Server.URL
	}
	for _, a := range first(m, l.Parameters) {
		its.Parameters = append(its.Parameters, Argument{a.Name, m.text(string(a.Value))})
	}
	return its
}

// listener stands for the address that a webhook is sent to.
const listener = "https://example.com/webhook"

// webhook makes the part one of a request that the API sends: to whatever address
// the reader gives, and never with what the operator has filled in for the API.
func (m *maker) webhook() {
	m.part.Operation.Path = "" // a webhook has a name instead
	m.part.Servers = []Server{{URL: "{address}", Variables: []Variable{{
		Name: "address", Default: listener, Enum: []string{},
	}}}}
	m.part.Prefill = prefill(core.Credentials{})
}

// first returns the part of a list that there is room for.
func first[T any](m *maker, list []T) []T {
	if len(list) > maxList {
		m.part.Truncated = true
		return list[:maxList]
	}
	return list
}

// text is a value to begin with, "" when there is no room for it.
func (m *maker) text(value string) string {
	if m.texts -= len(value); m.texts < 0 {
		m.part.Truncated = true
		return ""
	}
	return value
}

func servers(list []apidoc.Server) []Server {
	all := []Server{}
	for _, s := range list[:min(len(list), maxList)] {
		server := Server{URL: s.URL, Description: apidoc.Brief(cmp.Or(s.Name, s.Description), maxBrief), Variables: []Variable{}}
		for _, v := range s.Variables[:min(len(s.Variables), maxList)] {
			enum := v.Enum[:min(len(v.Enum), maxList)]
			server.Variables = append(server.Variables, Variable{v.Name, v.Default, append([]string{}, enum...), apidoc.Brief(v.Description, maxBrief)})
		}
		all = append(all, server)
	}
	return all
}

func kind(s snippet.BodyStart) Kind {
	switch {
	case s.Form:
		return KindForm
	case s.File:
		return KindFile
	}
	return KindText
}
