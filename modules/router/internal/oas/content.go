package oas

import (
	"encoding/json"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func writeContent(d *document, types []apidoc.MediaType) {
	if len(types) > 0 {
		d.object("content", func() { writeMediaTypes(d, types) })
	}
}

func writeMediaTypes(d *document, types []apidoc.MediaType) {
	for _, t := range types {
		d.object(t.Name, func() { writeMediaType(d, t) })
	}
}

// writeMediaType writes a Media Type Object (section 4.8.14). A stream of items has
// an item schema; as a whole it is text for OpenAPI 3.1, which knows no streams.
func writeMediaType(d *document, t apidoc.MediaType) {
	switch {
	case t.Schema != nil || t.ItemSchema == nil:
		d.key("schema")
		writeSchema(d, t.Schema)
	case !d.newer:
		d.object("schema", func() { d.str("type", "string") })
	}
	if t.ItemSchema != nil {
		d.key(d.since32("itemSchema"))
		writeSchema(d, t.ItemSchema)
	}
	writeExamples(d, t.Example, t.Examples)
	d.extensions(t.Extensions)
}

func writeHeaders(d *document, all []apidoc.Header) {
	d.optional("headers", func() {
		for _, h := range all {
			d.object(h.Name, func() { writeHeader(d, h) })
		}
	})
}

// writeHeader writes a Header Object or the reference to one.
func writeHeader(d *document, h apidoc.Header) {
	if name := d.reference("headers", h.Ref); name != "" {
		d.headings[name] = h
		return
	}
	writeHeaderMembers(d, h)
}

// writeHeaderMembers writes a Header Object (section 4.8.21): a parameter without a
// name, whose style is simple.
func writeHeaderMembers(d *document, h apidoc.Header) {
	d.str("description", h.Description)
	d.truth("required", h.Required)
	d.truth("deprecated", h.Deprecated)
	if len(h.Content) > 0 {
		writeContent(d, h.Content)
	} else {
		writeStyle(d, h.Style, h.Explode, "simple")
		d.key("schema")
		writeSchema(d, h.Schema)
	}
	writeExamples(d, h.Example, h.Examples)
	d.extensions(h.Extensions)
}

// writeStyle writes how a value is written, as far as that is not the default; only
// form explodes by default (section 4.8.12.2).
func writeStyle(d *document, style string, explode bool, usual string) {
	if style == "" {
		return
	}
	if style != usual {
		d.str("style", style)
	}
	if explode != (style == "form") {
		d.key("explode")
		d.text = strconv.AppendBool(d.text, explode)
	}
}

// writeExamples writes example or examples, which exclude each other (sections
// 4.8.12.2 and 4.8.14).
func writeExamples(d *document, one json.RawMessage, all []apidoc.Example) {
	if len(all) == 0 {
		d.raw("example", one)
		return
	}
	d.object("examples", func() {
		for _, e := range all {
			d.object(e.Name, func() { writeExample(d, e) })
		}
	})
}

// writeExample writes an Example Object (section 4.8.19), where value and
// externalValue exclude each other.
func writeExample(d *document, e apidoc.Example) {
	d.str("summary", e.Summary)
	d.str("description", e.Description)
	d.raw("value", e.Value)
	d.str(d.since32("serializedValue"), e.Serialized)
	if len(e.Value) == 0 {
		d.str("externalValue", e.ExternalValue)
	}
	d.extensions(e.Extensions)
}
