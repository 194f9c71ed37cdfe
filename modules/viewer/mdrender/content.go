package mdrender

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// values writes values: parameters, headers and bodies, with their samples.
type values struct {
	*schemas
	samples int // bytes of samples written so far
}

// value is what parameters and headers have in common.
type value struct {
	schema     *apidoc.Schema
	content    []apidoc.MediaType
	example    json.RawMessage
	examples   []apidoc.Example
	extensions []apidoc.Extension
}

// of is the schema of the value, also when it has a media type.
func (v value) of() *apidoc.Schema {
	if v.schema == nil && len(v.content) > 0 {
		return v.content[0].Schema
	}
	return v.schema
}

func (p *values) value(head, description string, v value, level int) {
	if p.left--; p.left < 0 {
		return
	}
	ref := refOf(v.of())
	s, end := p.opened(v.of(), level)
	defer end()
	text := sentence(p.brief(description))
	if s != nil && s.Description != description {
		text += " " + sentence(p.brief(s.Description))
	}
	p.out.WriteString(strings.Repeat("  ", level))
	p.item(head, strings.TrimSpace(text)+limits(s)+exampleOf(v.example))
	if s != nil {
		p.enumeration(s, ref, level)
		p.details(s, level+1)
		p.members(s, level+1)
	}
	for i := range v.examples {
		p.example(&v.examples[i], level+1)
	}
	for i := range v.content {
		m := &v.content[i]
		p.line(level+1, "as "+code(m.Name), strings.TrimSpace(exampleOf(m.Example)))
		for j := range m.Examples {
			p.example(&m.Examples[j], level+2)
		}
		p.encodings(m.Encoding, m.PrefixEncoding, m.ItemEncoding, level+2)
		p.extensions(m.Extensions, level+2)
	}
	p.extensions(v.extensions, level+1)
}

func exampleOf(raw json.RawMessage) string {
	if raw == nil {
		return ""
	}
	return " Example " + code(clip(line(string(raw)))) + "."
}

// example writes one line about a named example.
func (p *values) example(e *apidoc.Example, level int) {
	text := strings.TrimSpace(sentence(escape(line(e.Summary))) + " " + sentence(p.brief(e.Description)))
	if e.Value != nil {
		text += " " + code(clip(line(string(e.Value))))
	}
	if e.Serialized != "" {
		text += " as sent " + code(clip(line(e.Serialized)))
	}
	if e.ExternalValue != "" {
		text += " " + webAddress(e.ExternalValue)
	}
	p.line(level, "Example "+code(e.Name), text)
	p.extensions(e.Extensions, level+1)
}

func (p *values) content(list []apidoc.MediaType, to sample.Direction, status int) {
	for i, first := range shape.Together(list) {
		m := &list[i]
		if first == i {
			p.text(code(m.Name))
			p.bodySchema("", m.Schema)
		} else {
			p.text(code(m.Name) + " has the schema of " + code(list[first].Name) + ".")
		}
		p.bodySchema("each item of the stream", m.ItemSchema)
		if p.encodings(m.Encoding, m.PrefixEncoding, m.ItemEncoding, 0) {
			p.end()
		}
		if p.samples < maxSamples {
			shown := *m
			if sample.Language(m.Name) == "text" {
				shown.Schema = nil // no schema says how bytes and forms look: the request has a form
			}
			value := sample.OfMedia(p.shapes, &shown, sample.Options{To: to, Problem: sample.ProblemOf(m.Name, status, "")})
			if value == nil && m.ItemSchema != nil {
				value = sample.Make(p.shapes, m.ItemSchema, sample.Options{To: to}).JSON
			}
			if value != nil {
				language, text := sample.Written(p.shapes, m, value)
				p.samples += len(text)
				p.fence(language, text)
			}
		}
		for j := range m.Examples {
			p.example(&m.Examples[j], 0)
		}
		if len(m.Examples) > 0 {
			p.end()
		}
		p.extensionList(m.Extensions)
	}
}

// encodings says how the parts of a body are written. It reports whether there
// was anything to say.
func (p *values) encodings(named, prefix []apidoc.Encoding, item *apidoc.Encoding, level int) bool {
	if level > maxLevel {
		return false
	}
	for i := range named {
		p.encoding("encoding of "+code(named[i].Property), &named[i], level)
	}
	for i := range prefix {
		p.encoding("encoding of part "+strconv.Itoa(i+1), &prefix[i], level)
	}
	if item != nil {
		p.encoding("encoding of every other part", item, level)
	}
	return len(named)+len(prefix) > 0 || item != nil
}

func (p *values) encoding(head string, e *apidoc.Encoding, level int) {
	var b sentences
	b.add("Content", e.ContentType)
	b.add("Style", e.Style)
	if e.Explode != nil {
		b.add("Explode", strconv.FormatBool(*e.Explode))
	}
	if e.AllowReserved {
		b.WriteString(" Reserved characters not escaped.")
	}
	p.line(level, head, strings.TrimSpace(b.String()))
	p.headers(e.Headers, level+1)
	p.encodings(e.Encoding, e.PrefixEncoding, e.ItemEncoding, level+1)
	p.extensions(e.Extensions, level+1)
}

func (p *values) headers(list []apidoc.Header, level int) {
	for i := range list {
		h := &list[i]
		v := value{schema: h.Schema, content: h.Content, example: h.Example, examples: h.Examples, extensions: h.Extensions}
		p.value("Header "+code(h.Name)+" ("+p.typeName(v.of())+required(h.Required)+deprecated(h.Deprecated)+style(apidoc.InHeader, h.Style, h.Explode)+")", h.Description, v, level)
	}
	if len(list) > 0 && level == 0 {
		p.end()
	}
}
