package openapi

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// The places of the parameters of Swagger 2.0 that are the body of the request.
const (
	inBody     apidoc.Place = "body"
	inFormData apidoc.Place = "formData"
)

// The types of bodies where a description names none.
const (
	jsonType      = "application/json"
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
	anyType       = "*/*"
)

// swaggerConverter reads what Swagger 2.0 writes in another way than OpenAPI 3.
type swaggerConverter struct{ *contentConverter }

// parameter reads a parameter that stands outside the body.
func (c swaggerConverter) parameter(p parameterNode) apidoc.Parameter {
	style, exploded := collectionStyle(p.node, p.place())
	return apidoc.Parameter{
		Name: p.name(), In: p.place(), Description: described(p.own, p.node), Ref: p.ref,
		Required:        p.place() == apidoc.InPath || tree.True(tree.Get(p.node, "required")),
		Deprecated:      tree.True(tree.Get(p.node, "x-deprecated")),
		AllowEmptyValue: tree.True(tree.Get(p.node, "allowEmptyValue")),
		Style:           style, Explode: exploded,
		Schema:  c.inlineSchema(p.node),
		Example: tree.JSON(tree.Get(p.node, "x-example")), Examples: plainExamples(tree.Get(p.node, "x-examples")),
		Extensions: parameterExtensions(p.node),
	}
}

func parameterExtensions(n *tree.Node) []apidoc.Extension {
	return extensions(n, swaggerParameterKeys+" "+swaggerSchemaKeys)
}

// plainExamples reads a map from names to values.
func plainExamples(n *tree.Node) []apidoc.Example {
	var list []apidoc.Example
	for name, value := range tree.Members(n) {
		list = append(list, apidoc.Example{Name: name, Value: tree.JSON(value)})
	}
	return list
}

// body makes a request body of the parameters in body and formData.
func (c swaggerConverter) body(parameters []parameterNode, operation *tree.Node) *apidoc.RequestBody {
	var form []parameterNode
	for _, p := range parameters {
		switch {
		case internal(p.own) || internal(p.node):
		case p.place() == inBody:
			return c.bodyParameter(p, operation)
		case p.place() == inFormData:
			form = append(form, p)
		}
	}
	if len(form) == 0 {
		return nil
	}
	return c.form(form, operation)
}

func (c swaggerConverter) bodyParameter(p parameterNode, operation *tree.Node) *apidoc.RequestBody {
	types := c.list(operation, "consumes")
	if len(types) == 0 {
		types = []string{jsonType}
	}
	body := &apidoc.RequestBody{
		Description: described(p.own, p.node), Required: tree.True(tree.Get(p.node, "required")), Ref: p.ref,
		Extensions: parameterExtensions(p.node),
	}
	schema, example := c.schema(tree.Get(p.node, "schema")), tree.JSON(tree.Get(p.node, "x-example"))
	examples := tree.Get(p.node, "x-examples")
	for _, t := range types {
		m := apidoc.MediaType{Name: t, Schema: schema, Example: example}
		for name, e := range tree.Members(examples) {
			switch {
			case name == t:
				m.Example = tree.JSON(e)
			case !slices.Contains(types, name): // named by something else than a format
				m.Examples = append(m.Examples, apidoc.Example{Name: name, Value: tree.JSON(e)})
			}
		}
		body.Content = append(body.Content, c.unquoted(tree.Get(p.node, "schema"), m))
	}
	return body
}

// form makes an object of form parameters, in every format of a form that
// the operation consumes.
func (c swaggerConverter) form(form []parameterNode, operation *tree.Node) *apidoc.RequestBody {
	schema := &apidoc.Schema{Types: []string{"object"}}
	body := &apidoc.RequestBody{}
	var encoding []apidoc.Encoding
	file := false
	for _, p := range form {
		property, required := c.property(p)
		schema.Properties = append(schema.Properties, property)
		if required {
			schema.Required = append(schema.Required, property.Name)
			body.Required = true
		}
		if tree.Text(tree.Get(p.node, "type")) == "array" {
			style, exploded := collectionStyle(p.node, apidoc.InQuery)
			encoding = append(encoding, apidoc.Encoding{Property: property.Name, Style: style, Explode: &exploded})
		}
		file = file || tree.Text(tree.Get(p.node, "type")) == "file"
	}
	for _, t := range formTypes(c.list(operation, "consumes"), file) {
		body.Content = append(body.Content, apidoc.MediaType{Name: t, Schema: schema, Encoding: encoding})
	}
	return body
}

func (c swaggerConverter) property(p parameterNode) (property apidoc.Property, required bool) {
	s := c.inlineSchema(p.node)
	s.Description = described(p.own, p.node)
	s.Extensions = append(s.Extensions, parameterExtensions(p.node)...)
	if e := tree.Get(p.node, "x-example"); e != nil {
		s.Examples = append(s.Examples, tree.JSON(e))
	}
	for _, e := range plainExamples(tree.Get(p.node, "x-examples")) {
		s.Examples = append(s.Examples, e.Value)
	}
	s.Deprecated = tree.True(tree.Get(p.node, "x-deprecated"))
	required = tree.True(tree.Get(p.node, "required"))
	return apidoc.Property{Name: p.name(), Schema: s, Required: required}, required
}

// formTypes are the types that an operation consumes and a form can be sent in.
func formTypes(consumes []string, file bool) []string {
	var types []string
	for _, t := range consumes {
		if t == multipartType || t == formType && !file {
			types = append(types, t)
		}
	}
	switch {
	case len(types) > 0:
		return types
	case file:
		return []string{multipartType}
	}
	return []string{formType}
}

// content makes content of the schema of a response in every format that
// the operation produces, and of the examples for them.
func (c swaggerConverter) content(response, operation *tree.Node) []apidoc.MediaType {
	own, examples := tree.Get(response, "schema"), tree.Get(response, "examples")
	schema := c.schema(own)
	var content []apidoc.MediaType
	if schema != nil {
		types := c.list(operation, "produces")
		if len(types) == 0 {
			types = []string{swaggerDefaultType(examples)}
		}
		for _, t := range types {
			if c.budget.spend(schemaCost) {
				content = append(content, c.unquoted(own, apidoc.MediaType{Name: t, Schema: schema, Example: tree.JSON(c.index.Member(examples, t))}))
			}
		}
	}
	produced := map[string]bool{}
	for _, m := range content {
		produced[m.Name] = true
	}
	for t, value := range tree.Members(examples) {
		if !produced[t] {
			content = append(content, c.unquoted(own, apidoc.MediaType{Name: t, Schema: schema, Example: tree.JSON(value)}))
		}
	}
	return content
}

// swaggerDefaultType is the type of a response when nothing is produced by name.
func swaggerDefaultType(examples *tree.Node) string {
	for t := range tree.Members(examples) {
		return t
	}
	return anyType
}

// list returns a list that an operation has instead of the description as
// a whole: consumes, produces or schemes.
func (c swaggerConverter) list(operation *tree.Node, name string) []string {
	if own := tree.Get(operation, name); tree.IsList(own) {
		return tree.Texts(own)
	}
	return tree.Texts(tree.Get(c.root, name))
}
