package openapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	requestBodyKeys   keywords = "$ref description required content"
	mediaTypeKeys     keywords = "$ref schema itemSchema x-itemSchema example examples encoding prefixEncoding itemEncoding"
	encodingKeys      keywords = "contentType headers style explode allowReserved encoding prefixEncoding itemEncoding"
	headerKeys        keywords = "$ref description required deprecated style explode schema content example examples"
	swaggerHeaderKeys keywords = "description collectionFormat " + swaggerSchemaKeys
	exampleKeys       keywords = "$ref summary description value dataValue serializedValue externalValue"
)

// contentConverter reads bodies, headers and examples.
type contentConverter struct{ schemaConverter }

func (c *contentConverter) requestBody(own *tree.Node) *apidoc.RequestBody {
	n, ref := c.follow(own)
	if !tree.IsMap(n) {
		if ref == "" {
			return nil
		}
		return &apidoc.RequestBody{Ref: ref}
	}
	return &apidoc.RequestBody{
		Description: described(own, n), Required: tree.True(tree.Get(n, "required")),
		Content: c.content(tree.Get(n, "content")), Ref: ref, Extensions: extensions(n, requestBodyKeys),
	}
}

func (c *contentConverter) content(n *tree.Node) []apidoc.MediaType {
	var content []apidoc.MediaType
	for name, own := range tree.Members(n) {
		m, _ := c.follow(own)
		content = append(content, c.unquoted(tree.Get(m, "schema"), apidoc.MediaType{
			Name: name, Schema: c.schema(tree.Get(m, "schema")), ItemSchema: c.itemSchema(m),
			Example: tree.JSON(tree.Get(m, "example")), Examples: c.examples(tree.Get(m, "examples")),
			Encoding: c.encoding(tree.Get(m, "encoding")), PrefixEncoding: c.partEncoding(tree.Get(m, "prefixEncoding")),
			ItemEncoding: c.itemEncoding(tree.Get(m, "itemEncoding")), Extensions: extensions(m, mediaTypeKeys),
		}))
	}
	return content
}

// unquoted is a format whose examples are values. Some descriptions have a whole body in
// quotes where it is JSON: it is what the text spells, unless texts are what the schema
// describes.
func (c *contentConverter) unquoted(schema *tree.Node, m apidoc.MediaType) apidoc.MediaType {
	target, _ := c.follow(schema)
	types := tree.Get(target, "type")
	isText := func(n *tree.Node) bool { return tree.Text(n) == "string" }
	if !strings.Contains(m.Name, "json") || isText(types) || slices.ContainsFunc(tree.Items(types), isText) {
		return m
	}
	m.Example = spelled(m.Example)
	for i := range m.Examples {
		m.Examples[i].Value = spelled(m.Examples[i].Value)
	}
	return m
}

// spelled is the object or the list that a text spells, or else the value itself.
func spelled(value json.RawMessage) json.RawMessage {
	var text string
	if !bytes.HasPrefix(value, []byte{'"'}) || json.Unmarshal(value, &text) != nil || !strings.ContainsAny(text, "{[") {
		return value
	}
	if n, _, err := tree.ParseJSON(text, tree.Limits{Depth: 100, Nodes: 100_000}); err == nil && (tree.IsMap(n) || tree.IsList(n)) {
		return tree.JSON(n)
	}
	return value
}

// itemSchema is the schema of one item of a stream: a keyword of OpenAPI 3.2, and an
// extension in descriptions of the versions before.
func (c *contentConverter) itemSchema(m *tree.Node) *apidoc.Schema {
	if s := tree.Get(m, "itemSchema"); s != nil {
		return c.schema(s)
	}
	return c.schema(tree.Get(m, "x-itemSchema"))
}

func (c *contentConverter) encoding(n *tree.Node) []apidoc.Encoding {
	var list []apidoc.Encoding
	for property, e := range tree.Members(n) {
		list = append(list, c.encodingOf(property, e))
	}
	return list
}

// partEncoding reads how the parts of a body are written that have their place
// instead of a name.
func (c *contentConverter) partEncoding(n *tree.Node) []apidoc.Encoding {
	var list []apidoc.Encoding
	for _, e := range tree.Items(n) {
		list = append(list, c.encodingOf("", e))
	}
	return list
}

func (c *contentConverter) itemEncoding(n *tree.Node) *apidoc.Encoding {
	if !tree.IsMap(n) {
		return nil
	}
	e := c.encodingOf("", n)
	return &e
}

func (c *contentConverter) encodingOf(property string, e *tree.Node) apidoc.Encoding {
	encoding := apidoc.Encoding{
		Property: property, ContentType: tree.Text(tree.Get(e, "contentType")),
		Headers: c.headers(tree.Get(e, "headers")), Style: tree.Text(tree.Get(e, "style")),
		AllowReserved: tree.True(tree.Get(e, "allowReserved")),
		Encoding:      c.encoding(tree.Get(e, "encoding")), PrefixEncoding: c.partEncoding(tree.Get(e, "prefixEncoding")),
		ItemEncoding: c.itemEncoding(tree.Get(e, "itemEncoding")), Extensions: extensions(e, encodingKeys),
	}
	if explode, ok := tree.Bool(tree.Get(e, "explode")); ok {
		encoding.Explode = &explode
	}
	return encoding
}

// examples reads examples with names. In a list, where some descriptions put
// them, their names are empty.
func (c *contentConverter) examples(n *tree.Node) []apidoc.Example {
	var list []apidoc.Example
	for name, own := range tree.Members(n) {
		list = append(list, c.example(name, own))
	}
	for _, value := range tree.Items(n) {
		list = append(list, apidoc.Example{Value: tree.JSON(value)})
	}
	return list
}

func (c *contentConverter) example(name string, own *tree.Node) apidoc.Example {
	n, _ := c.follow(own)
	if n != nil && !tree.IsMap(n) {
		return apidoc.Example{Name: name, Value: tree.JSON(n)}
	}
	value := tree.Get(n, "value")
	if gate.RefersToExample(value) {
		if other, _ := c.follow(value); tree.Get(other, "value") != nil {
			value = tree.Get(other, "value")
		}
	}
	if value == nil {
		value = tree.Get(n, "dataValue")
	}
	return apidoc.Example{
		Name: name, Summary: override(own, n, "summary"), Description: described(own, n),
		Value: tree.JSON(value), Serialized: tree.Text(tree.Get(n, "serializedValue")), ExternalValue: tree.Text(tree.Get(n, "externalValue")),
		Extensions: extensions(n, exampleKeys),
	}
}

func (c *contentConverter) headers(n *tree.Node) []apidoc.Header {
	var list []apidoc.Header
	for name, own := range tree.Members(n) {
		target, ref := c.follow(own)
		h := apidoc.Header{Name: name, Description: described(own, target), Ref: ref, Style: "simple"}
		switch {
		case !tree.IsMap(target):
		case c.swagger():
			h.Style, h.Explode = collectionStyle(target, apidoc.InHeader)
			h.Schema, h.Extensions = c.inlineSchema(target), extensions(target, swaggerHeaderKeys)
		default:
			c.header(&h, target)
		}
		list = append(list, h)
	}
	return list
}

func (c *contentConverter) header(h *apidoc.Header, n *tree.Node) {
	if style := tree.Text(tree.Get(n, "style")); style != "" {
		h.Style = style
	}
	h.Explode = explode(n, h.Style)
	h.Required, h.Deprecated = tree.True(tree.Get(n, "required")), tree.True(tree.Get(n, "deprecated"))
	h.Schema, h.Content = c.schema(tree.Get(n, "schema")), c.content(tree.Get(n, "content"))
	h.Example, h.Examples = tree.JSON(tree.Get(n, "example")), c.examples(tree.Get(n, "examples"))
	h.Extensions = extensions(n, headerKeys)
}
