// Package oas writes an API description as OpenAPI 3.1 or 3.2, in the order of
// the description and with the same bytes for the same description.
//
//	text := oas.Options{Version: "3.2.0"}.Write(outline, memory)
//
// What OpenAPI 3.2 added is an extension in 3.1: the operation of QUERY is
// "query" and "x-query", the schema of one item of a stream is "itemSchema" and
// "x-itemSchema". Section numbers in comments are those of OpenAPI 3.1.0.
package oas

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// Version is the version of OpenAPI that Write writes.
const Version = "3.1.0"

// Options change how a description is written.
type Options struct {
	// Version is the version of OpenAPI. Default: "3.1.0". One of 3.2, such as
	// "3.2.0", is written as that; there is no other.
	Version string
}

// Write returns the description as JSON without blanks: indented, it would have
// twice the size. Operations and models come from parts. References to models
// stay, and so do those to responses and headers below "#/components/", which
// stand there once; all others are written in place. What a router does not have is left
// out, such as callbacks, and so are extensions whose name does not begin with "x-"
// (section 4.9). A raw value that is no JSON becomes a string.
func (o Options) Write(outline apidoc.Outline, parts apidoc.Memory) []byte {
	d := &document{
		writer: writer{newer: o.newer()}, outline: outline, parts: parts,
		responses: map[string]apidoc.Response{}, headings: map[string]apidoc.Header{},
	}
	d.text = make([]byte, 0, sizeOfRest+sizeOfOperation*len(outline.Operations)+sizeOfModel*len(outline.Models))
	d.open('{')
	d.str("openapi", o.version())
	d.object("info", func() { writeInfo(d, outline.Info) })
	objects(&d.writer, "servers", outline.Servers, with(d, writeServer))
	objects(&d.writer, "tags", outline.Tags, with(d, writeTag))
	d.object("paths", func() { writePathItems(d, outline.Operations) })
	d.optional("components", func() { writeComponents(d) })
	d.externalDocs(outline.ExternalDocs)
	d.extensions(outline.Extensions)
	d.close('}')
	return bytes.Clone(append(d.text, '\n')) // without the room that is left
}

// The room that parts usually take, in bytes. The text grows where they take
// more.
const (
	sizeOfRest      = 4 << 10
	sizeOfOperation = 1 << 10
	sizeOfModel     = 1 << 10
)

func (o Options) newer() bool { return o.Version == "3.2" || strings.HasPrefix(o.Version, "3.2.") }

func (o Options) version() string {
	if o.newer() {
		return o.Version
	}
	return Version
}

// Pointer is the JSON pointer of the operation of a method at a path: in 3.2
// QUERY has a member of its own and other methods stand below
// "additionalOperations".
func (o Options) Pointer(method, path string) string {
	key := methodKey(method)
	switch {
	case !o.newer():
	case key == "x-query":
		key = "query"
	case strings.HasPrefix(key, "x-"):
		key = "additionalOperations/" + jsonpointer.Escape(method)
	}
	return "/paths/" + jsonpointer.Escape(path) + "/" + key
}

// writeInfo writes an Info Object (section 4.8.2); title and version are required.
func writeInfo(d *document, i apidoc.Info) {
	d.key("title")
	d.quote(i.Title)
	d.str("description", i.Description)
	d.key("version")
	d.quote(i.Version)
	d.str("termsOfService", i.TermsOfService)
	if c := i.Contact; c != nil {
		d.optional("contact", func() {
			d.str("name", c.Name)
			d.str("url", c.URL)
			d.str("email", c.Email)
			d.extensions(c.Extensions)
		})
	}
	if l := i.License; l != nil {
		d.optional("license", func() { writeLicense(d, l) })
	}
}

// writeLicense writes a License Object (section 4.8.4), where identifier and url
// exclude each other.
func writeLicense(d *document, l *apidoc.License) {
	d.str("name", l.Name)
	d.str("identifier", l.Identifier)
	if l.Identifier == "" {
		d.str("url", l.URL)
	}
	d.extensions(l.Extensions)
}

func writeServer(d *document, s apidoc.Server) {
	d.key("url")
	d.quote(s.URL)
	d.str(d.since32("name"), s.Name)
	d.str("description", s.Description)
	d.optional("variables", func() {
		for _, v := range s.Variables {
			d.object(v.Name, func() {
				d.strs("enum", v.Enum)
				d.key("default") // section 4.8.6: required
				d.quote(v.Default)
				d.str("description", v.Description)
				d.extensions(v.Extensions)
			})
		}
	})
	d.extensions(s.Extensions)
}

func writeTag(d *document, t apidoc.Tag) {
	d.str("name", t.Name)
	switch {
	case t.DisplayName == t.Name:
	case d.newer:
		d.str("summary", t.DisplayName)
	default:
		d.str("x-displayName", t.DisplayName)
	}
	d.str("description", t.Description)
	d.str(d.since32("parent"), t.Parent)
	d.str(d.since32("kind"), t.Kind)
	d.externalDocs(t.ExternalDocs)
	d.extensions(t.Extensions)
}

func writeComponents(d *document) {
	d.optional("schemas", func() {
		for _, m := range d.outline.Models {
			d.key(m.Name)
			writeSchema(d, d.parts.Schemas[m.Ref])
		}
	})
	d.optional("responses", func() {
		for _, name := range slices.Sorted(maps.Keys(d.responses)) {
			d.object(name, func() { writeResponseMembers(d, d.responses[name]) })
		}
	})
	d.optional("headers", func() {
		for _, name := range slices.Sorted(maps.Keys(d.headings)) {
			d.object(name, func() { writeHeaderMembers(d, d.headings[name]) })
		}
	})
	d.optional("securitySchemes", func() {
		for _, s := range d.outline.SecuritySchemes {
			d.object(s.Name, func() { writeScheme(d, s) })
		}
	})
}
