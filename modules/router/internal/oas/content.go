package oas

import (
	"encoding/json"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func (d *document) content(types []apidoc.MediaType) {
	if len(types) > 0 {
		d.object("content", func() { d.mediaTypes(types) })
	}
}

func (d *document) mediaTypes(types []apidoc.MediaType) {
	for _, t := range types {
		d.object(t.Name, func() { d.mediaType(t) })
	}
}

// mediaType writes a Media Type Object (section 4.8.14). A stream of items has
// an item schema; as a whole it is text for OpenAPI 3.1, which knows no streams.
func (d *document) mediaType(t apidoc.MediaType) {
	switch {
	case t.Schema != nil || t.ItemSchema == nil:
		d.key("schema")
		d.schema(t.Schema)
	case !d.newer:
		d.object("schema", func() { d.str("type", "string") })
	}
	if t.ItemSchema != nil {
		d.key(d.since32("itemSchema"))
		d.schema(t.ItemSchema)
	}
	d.examples(t.Example, t.Examples)
	d.encodings("encoding", t.Encoding, t.PrefixEncoding, t.ItemEncoding)
	d.extensions(t.Extensions)
}

// encodings writes how properties and parts are written; parts that have a place
// instead of a name are of OpenAPI 3.2 (section 4.14 there), and so is what parts
// consist of.
func (d *document) encodings(name string, named, prefix []apidoc.Encoding, item *apidoc.Encoding) {
	d.optional(name, func() {
		for _, e := range named {
			d.object(e.Property, func() { d.encoding(e) })
		}
	})
	objects(&d.writer, d.since32("prefixEncoding"), prefix, d.encoding)
	if item != nil {
		d.object(d.since32("itemEncoding"), func() { d.encoding(*item) })
	}
}

func (d *document) encoding(e apidoc.Encoding) {
	d.str("contentType", e.ContentType)
	d.headers(e.Headers)
	d.str("style", e.Style)
	if e.Explode != nil {
		d.key("explode")
		d.text = strconv.AppendBool(d.text, *e.Explode)
	}
	d.truth("allowReserved", e.AllowReserved)
	d.encodings(d.since32("encoding"), e.Encoding, e.PrefixEncoding, e.ItemEncoding)
	d.extensions(e.Extensions)
}

func (d *document) headers(all []apidoc.Header) {
	d.optional("headers", func() {
		for _, h := range all {
			d.object(h.Name, func() { d.header(h) })
		}
	})
}

// header writes a Header Object or the reference to one.
func (d *document) header(h apidoc.Header) {
	if name := d.reference("headers", h.Ref); name != "" {
		d.headings[name] = h
		return
	}
	d.headerMembers(h)
}

// headerMembers writes a Header Object (section 4.8.21): a parameter without a
// name, whose style is simple.
func (d *document) headerMembers(h apidoc.Header) {
	d.str("description", h.Description)
	d.truth("required", h.Required)
	d.truth("deprecated", h.Deprecated)
	if len(h.Content) > 0 {
		d.content(h.Content)
	} else {
		d.style(h.Style, h.Explode, "simple")
		d.key("schema")
		d.schema(h.Schema)
	}
	d.examples(h.Example, h.Examples)
	d.extensions(h.Extensions)
}

// examples writes example or examples, which exclude each other (sections
// 4.8.12.2 and 4.8.14).
func (d *document) examples(one json.RawMessage, all []apidoc.Example) {
	if len(all) == 0 {
		d.raw("example", one)
		return
	}
	d.object("examples", func() {
		for _, e := range all {
			d.object(e.Name, func() { d.example(e) })
		}
	})
}

// example writes an Example Object (section 4.8.19), where value and
// externalValue exclude each other.
func (d *document) example(e apidoc.Example) {
	d.str("summary", e.Summary)
	d.str("description", e.Description)
	d.raw("value", e.Value)
	d.str(d.since32("serializedValue"), e.Serialized)
	if len(e.Value) == 0 {
		d.str("externalValue", e.ExternalValue)
	}
	d.extensions(e.Extensions)
}
