package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	parameterKeys keywords = "$ref name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples" +
		" x-internal x-scalar-ignore"
	swaggerParameterKeys keywords = "$ref name in description required allowEmptyValue collectionFormat schema x-example x-examples" +
		" x-internal x-scalar-ignore x-deprecated"
)

// parameterNode is a parameter with the reference that led to it.
type parameterNode struct {
	own, node *tree.Node
	ref       string
}

func (p parameterNode) name() string        { return tree.Text(tree.Get(p.node, "name")) }
func (p parameterNode) place() apidoc.Place { return apidoc.Place(tree.Text(tree.Get(p.node, "in"))) }

// parameterConverter reads the parameters of an operation.
type parameterConverter struct{ *contentConverter }

// effective are those of the path item, each replaced by that of the
// operation with the same name and place, then the others of the operation.
// Internal ones and those without name or place are left out.
func (c parameterConverter) effective(item pathItem, operation *tree.Node) []parameterNode {
	type key struct {
		name  string
		place apidoc.Place
	}
	var list []parameterNode
	at := map[key]int{}
	for _, from := range []*tree.Node{item.get("parameters"), tree.Get(operation, "parameters")} {
		for _, own := range tree.Items(from) {
			node, ref := c.follow(own)
			p := parameterNode{own, node, ref}
			if p.name() == "" || p.place() == "" {
				continue
			}
			k := key{p.name(), p.place()}
			if i, known := at[k]; known {
				list[i] = p
				continue
			}
			at[k] = len(list)
			list = append(list, p)
		}
	}
	return list
}

// parameters reads all parameters but those of Swagger 2.0 that are the body.
func (c parameterConverter) parameters(nodes []parameterNode) []apidoc.Parameter {
	var list []apidoc.Parameter
	for _, p := range nodes {
		switch {
		case internal(p.own) || internal(p.node):
		case !c.swagger():
			list = append(list, c.parameter(p))
		case p.place() != inBody && p.place() != inFormData:
			list = append(list, swaggerConverter(c).parameter(p))
		}
	}
	return list
}

func (c parameterConverter) parameter(p parameterNode) apidoc.Parameter {
	n := p.node
	style := tree.Text(tree.Get(n, "style"))
	if style == "" {
		style = defaultStyle(p.place())
	}
	return apidoc.Parameter{
		Name: p.name(), In: p.place(), Description: described(p.own, n), Ref: p.ref,
		Required:        p.place() == apidoc.InPath || tree.True(tree.Get(n, "required")),
		Deprecated:      tree.True(tree.Get(n, "deprecated")),
		AllowEmptyValue: tree.True(tree.Get(n, "allowEmptyValue")),
		AllowReserved:   tree.True(tree.Get(n, "allowReserved")),
		Style:           style, Explode: explode(n, style),
		Schema:  c.schema(tree.Get(n, "schema")),
		Content: c.content(tree.Get(n, "content")),
		Example: tree.JSON(tree.Get(n, "example")), Examples: c.examples(tree.Get(n, "examples")),
		Extensions: extensions(n, parameterKeys),
	}
}
