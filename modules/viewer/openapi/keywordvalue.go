package openapi

import (
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

func readRef(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if !tree.IsString(n) {
		return false
	}
	s.Ref = canonical(n.Value)
	return true
}

// readType reads one type or several. The type file of Swagger 2.0 is text in
// the format binary.
func readType(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if tree.IsList(n) {
		s.Types = tree.Texts(n)
		return true
	}
	name := tree.Text(n)
	if !tree.IsScalar(n) || name == "" {
		return false
	}
	if name == "file" && c.swagger() {
		s.Types, s.Format = []string{"string"}, "binary"
		return true
	}
	s.Types = []string{name}
	return true
}

// readEnum reads the values that are allowed. An empty list allows no value, as the
// schema false does.
func readEnum(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if tree.IsList(n) && len(tree.Items(n)) == 0 {
		s.Always = new(false)
	}
	for _, item := range tree.Items(n) {
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: tree.JSON(item)})
	}
	return tree.IsList(n)
}

// readEnumText reads nothing: what a list or map says about the values of an
// enumeration is read when all of them are known.
func readEnumText(_ *schemaConverter, _ *apidoc.Schema, n *tree.Node) bool {
	return tree.IsList(n) || tree.IsMap(n)
}

func readHidden(_ *schemaConverter, _ *apidoc.Schema, n *tree.Node) bool {
	_, ok := tree.Bool(n)
	return ok
}

func readNullable(_ *schemaConverter, _ *apidoc.Schema, n *tree.Node) bool {
	_, ok := tree.Bool(n)
	return ok
}

func readExample(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	s.Examples = append(s.Examples, tree.JSON(n))
	return true
}

func readExamples(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	for _, item := range tree.Items(n) {
		s.Examples = append(s.Examples, tree.JSON(item))
	}
	return tree.IsList(n)
}

func readRaw(field func(*apidoc.Schema) *json.RawMessage) schemaKeyword {
	return func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
		*field(s) = tree.JSON(n)
		return true
	}
}

func readNumber(field *json.Number, n *tree.Node) bool {
	if !tree.IsNumber(n) {
		return false
	}
	*field = json.Number(tree.JSON(n))
	return true
}

// readBound reads a number. A boolean is read later, with the bound beside it.
func readBound(field func(*apidoc.Schema) *json.Number) schemaKeyword {
	return func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
		if _, ok := tree.Bool(n); ok {
			return true
		}
		return readNumber(field(s), n)
	}
}

// readItems reads one schema for all items, or a list with one for each.
func readItems(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if tree.IsList(n) {
		return c.schemas(&s.PrefixItems, n)
	}
	s.Items = c.schema(n)
	return s.Items != nil
}

func readRequired(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	s.Required = tree.Texts(n)
	return tree.IsList(n)
}

// readDependencies reads lists of names, and the schemas that older dialects put
// beside them.
func readDependencies(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	for name, value := range tree.Members(n) {
		if tree.IsList(value) {
			s.DependentRequired = append(s.DependentRequired, apidoc.Dependency{Property: name, Requires: tree.Texts(value)})
		} else if schema := c.schema(value); schema != nil {
			s.DependentSchemas = append(s.DependentSchemas, apidoc.Property{Name: name, Schema: schema})
		}
	}
	return tree.IsMap(n)
}

func readDiscriminator(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if !tree.IsMap(n) && !tree.IsString(n) {
		return false
	}
	s.Discriminator = c.discriminator(n)
	return true
}

func readXML(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	if !tree.IsMap(n) {
		return false
	}
	s.XML = &apidoc.XML{
		Name: tree.Text(tree.Get(n, "name")), Namespace: tree.Text(tree.Get(n, "namespace")), Prefix: tree.Text(tree.Get(n, "prefix")),
		NodeType: tree.Text(tree.Get(n, "nodeType")), Attribute: tree.True(tree.Get(n, "attribute")), Wrapped: tree.True(tree.Get(n, "wrapped")),
		Extensions: extensions(n, "name namespace prefix nodeType attribute wrapped"),
	}
	return true
}

func readExternalDocs(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
	s.ExternalDocs = externalDocs(n)
	return s.ExternalDocs != nil
}
