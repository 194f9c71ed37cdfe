package openapi

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// schemaConverter reads schemas.
type schemaConverter struct {
	references
	keywords map[string]schemaKeyword
}

// schema reads a schema with everything that stands inline. References in it
// stay what they are. It is nil for what is neither an object nor a boolean.
func (c *schemaConverter) schema(n *tree.Node) *apidoc.Schema {
	if always, ok := tree.Bool(n); ok {
		return &apidoc.Schema{Always: &always}
	}
	if !tree.IsMap(n) || !c.budget.spend(schemaCost) {
		return nil
	}
	s := &apidoc.Schema{}
	for name, value := range tree.Members(n) {
		read := c.keywords[name]
		if read == nil || !read(c, s, value) {
			s.Extensions = append(s.Extensions, apidoc.Extension{Name: name, Value: tree.JSON(value)})
		}
	}
	s.Title = apidoc.PlainTitle(s.Title)
	c.completeEnum(s, n)
	completeItems(s, n)
	completePattern(s)
	c.completeRequired(s, n)
	completeOrder(s, tree.Get(n, "properties"))
	completeExclusive(s, n)
	c.completeReference(s, n)
	c.completeNull(s, n)
	return s
}

// completeRequired marks the properties that are required, and hides the
// internal ones.
func (c *schemaConverter) completeRequired(s *apidoc.Schema, n *tree.Node) {
	if len(s.Required) == 0 {
		return
	}
	required := make(map[string]bool, len(s.Required))
	for _, name := range s.Required {
		required[name] = true
	}
	for i := range s.Properties {
		s.Properties[i].Required = required[s.Properties[i].Name]
	}
	properties := tree.Get(n, "properties")
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return internal(c.index.Member(properties, name)) })
}

// completeOrder sorts the properties that have an x-order by it, before those
// that have none.
func completeOrder(s *apidoc.Schema, properties *tree.Node) {
	order := map[string]float64{}
	for name, value := range tree.Members(properties) {
		if n := tree.Get(value, "x-order"); tree.IsNumber(n) {
			if at, err := strconv.ParseFloat(string(tree.JSON(n)), 64); err == nil {
				order[name] = at
			}
		}
	}
	if len(order) == 0 {
		return
	}
	at := func(p apidoc.Property) float64 {
		if v, ok := order[p.Name]; ok {
			return v
		}
		return math.Inf(1)
	}
	slices.SortStableFunc(s.Properties, func(a, b apidoc.Property) int { return cmp.Compare(at(a), at(b)) })
}

// completeExclusive turns the bounds of OpenAPI 3.0 and Swagger 2.0, where
// exclusiveMinimum is a boolean beside minimum, into numbers.
func completeExclusive(s *apidoc.Schema, n *tree.Node) {
	if tree.True(tree.Get(n, "exclusiveMinimum")) {
		s.ExclusiveMinimum, s.Minimum = s.Minimum, ""
	}
	if tree.True(tree.Get(n, "exclusiveMaximum")) {
		s.ExclusiveMaximum, s.Maximum = s.Maximum, ""
	}
}

// completeReference keeps a type beside a reference as it is, and does not count it, in
// the dialects before 3.1: there a value is what the reference leads to, whatever
// stands beside it (OpenAPI 3.0, Reference Object).
func (c *schemaConverter) completeReference(s *apidoc.Schema, n *tree.Node) {
	if s.Ref == "" || len(s.Types) == 0 || c.nullable() == "" {
		return
	}
	s.Types = nil
	s.Extensions = append(s.Extensions, apidoc.Extension{Name: "type", Value: tree.JSON(tree.Get(n, "type"))})
}

// completeNull adds the type null where the dialects before 3.1 allow null. They
// do so only beside a type: elsewhere the keyword is kept as it is.
func (c *schemaConverter) completeNull(s *apidoc.Schema, n *tree.Node) {
	name := c.nullable()
	if name == "" || !tree.True(tree.Get(n, name)) {
		return
	}
	if len(s.Types) == 0 {
		s.Extensions = append(s.Extensions, apidoc.Extension{Name: name, Value: []byte("true")})
		return
	}
	if !slices.Contains(s.Types, "null") {
		s.Types = append(s.Types, "null")
	}
}

// completeEnum gives the values of an enumeration their names and descriptions.
func (c *schemaConverter) completeEnum(s *apidoc.Schema, n *tree.Node) {
	if len(s.Enum) == 0 {
		return
	}
	names := tree.Get(n, "x-enum-varnames")
	if names == nil {
		names = tree.Get(n, "x-enumNames")
	}
	descriptions := tree.Get(n, "x-enum-descriptions")
	if descriptions == nil {
		descriptions = tree.Get(n, "x-enumDescriptions")
	}
	values := tree.Items(tree.Get(n, "enum"))
	for i := range s.Enum {
		s.Enum[i].Name = c.enumText(names, i, values[i])
		s.Enum[i].Description = c.enumText(descriptions, i, values[i])
	}
}

// completeItems gives an enumeration to the items that it is meant for.
func completeItems(s *apidoc.Schema, n *tree.Node) {
	if !gate.EnumOfItems(n) {
		return
	}
	enum, items := s.Enum, s.Items
	s.Enum = nil
	switch {
	case items == nil:
		s.Items = &apidoc.Schema{Enum: enum}
	case items.Ref != "":
		s.Items = &apidoc.Schema{AllOf: []*apidoc.Schema{items}, Enum: enum}
	case len(items.Enum) == 0:
		items.Enum = enum
	}
}

// completePattern reads a pattern between slashes as the one that is meant.
func completePattern(s *apidoc.Schema) {
	if pattern, ok := gate.PatternOf(s.Pattern); ok {
		s.Pattern = pattern
	}
}

// enumText finds what a list says about a value by its position, and what a map
// says about it by the value.
func (c *schemaConverter) enumText(n *tree.Node, i int, value *tree.Node) string {
	if items := tree.Items(n); i < len(items) {
		return tree.Text(items[i])
	}
	return tree.Text(c.index.Member(n, tree.Text(value)))
}

// discriminator reads the object of OpenAPI 3, and the name that Swagger 2.0 has
// in its place.
func (c *schemaConverter) discriminator(n *tree.Node) *apidoc.Discriminator {
	if tree.IsString(n) {
		return &apidoc.Discriminator{Property: n.Value}
	}
	d := &apidoc.Discriminator{
		Property: tree.Text(tree.Get(n, "propertyName")), DefaultMapping: c.mapped(tree.Text(tree.Get(n, "defaultMapping"))),
		Extensions: extensions(n, "propertyName mapping defaultMapping"),
	}
	for value, ref := range tree.Members(tree.Get(n, "mapping")) {
		d.Mapping = append(d.Mapping, apidoc.Mapping{Value: value, Ref: c.mapped(tree.Text(ref))})
	}
	return d
}

// mapped makes a reference of a name of a schema.
func (c *schemaConverter) mapped(ref string) string {
	if ref == "" || strings.ContainsAny(ref, "#/") {
		return canonical(ref)
	}
	if named := c.modelRef(ref); c.index.Find(named) != nil {
		return named
	}
	return ref
}

// schemas reads a list of schemas, without the internal ones.
func (c *schemaConverter) schemas(field *[]*apidoc.Schema, n *tree.Node) bool {
	for _, item := range tree.Items(n) {
		if s := c.schema(item); s != nil && !internal(item) {
			*field = append(*field, s)
		}
	}
	return tree.IsList(n)
}

// properties reads a map from names to schemas, without the internal ones. What
// is no schema becomes one that matches everything, so that no name is lost.
func (c *schemaConverter) properties(field *[]apidoc.Property, n *tree.Node) bool {
	for name, value := range tree.Members(n) {
		if internal(value) {
			continue
		}
		s := c.schema(value)
		if s == nil {
			s = &apidoc.Schema{}
		}
		*field = append(*field, apidoc.Property{Name: name, Schema: s})
	}
	return tree.IsMap(n)
}

// swaggerSchemaKeys are the members of a parameter or header that describe its
// value.
const swaggerSchemaKeys keywords = "type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern" +
	" maxItems minItems uniqueItems enum multipleOf x-nullable x-enum-varnames x-enumNames x-enum-descriptions x-enumDescriptions"

// inlineSchema makes a schema of the members of a parameter or header that
// describe its value.
func (c *schemaConverter) inlineSchema(n *tree.Node) *apidoc.Schema {
	return c.schema(pick(n, swaggerSchemaKeys))
}

// pick returns an object with some of the members of another one, at its place.
func pick(n *tree.Node, names keywords) *tree.Node {
	var content []*tree.Node
	for all := n.Content(); len(all) > 1; all = all[2:] {
		if names.has(all[0].Value) {
			content = append(content, all[:2]...)
		}
	}
	picked := *n
	picked.SetContent(content)
	return &picked
}
