package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// componentKinds are the members of components that nothing else of an outline
// shows.
const componentKinds keywords = "parameters requestBodies responses headers examples links callbacks pathItems mediaTypes"

// maxComponents bounds the components of an outline.
const maxComponents = 2000

// components reads the summaries of the components that are not among targets, to
// which others refer. Internal ones are left out.
func components(r *references, f *findings, targets map[*tree.Node]bool) []apidoc.ComponentSummary {
	holder, base, kinds := tree.Get(r.root, "components"), "/components", componentKinds
	if r.swagger() {
		holder, base, kinds = r.root, "", "parameters responses"
	}
	var list []apidoc.ComponentSummary
	for kind, group := range tree.Members(holder) {
		if !kinds.has(kind) {
			continue
		}
		for name, own := range tree.Members(group) {
			target, _ := r.follow(own)
			if strings.HasPrefix(name, "x-") || targets[own] || internal(own) || internal(target) {
				continue
			}
			if len(list) == maxComponents {
				f.problem(own, base+"/"+kind, "nothing refers to more than %d components; the others are left out", maxComponents)
				return list
			}
			list = append(list, apidoc.ComponentSummary{
				Kind: apidoc.ComponentKind(kind), Name: phrase.Clip(name, maxPath), Ref: "#" + base + "/" + kind + "/" + tree.Escape(name),
				Description: described(own, target),
			})
		}
	}
	return list
}

// alone returns an object with one member of another one, nil when there is none.
func alone(group *tree.Node, name string) *tree.Node {
	key, value := tree.Member(group, name)
	if key == nil {
		return nil
	}
	one := *group
	one.SetContent([]*tree.Node{key, value})
	return &one
}

// componentConverter reads components.
type componentConverter struct{ *operationConverter }

// componentReaders read what a component is, by its kind. They get an object that
// holds it alone, under its name.
var componentReaders = map[apidoc.ComponentKind]func(c componentConverter, out *apidoc.Component, one *tree.Node){
	apidoc.ParameterComponent: componentConverter.parameterComponent,
	apidoc.RequestBodyComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) {
		out.RequestBody = c.requestBody(one.Content()[1])
	},
	apidoc.ResponseComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) {
		response := responseConverter{&c.contentConverter}.response(out.Name, one.Content()[1], nil)
		response.Status = out.Name
		out.Response = &response
	},
	apidoc.HeaderComponent:  func(c componentConverter, out *apidoc.Component, one *tree.Node) { out.Header = &c.headers(one)[0] },
	apidoc.ExampleComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) { out.Example = &c.examples(one)[0] },
	apidoc.LinkComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) {
		out.Link = &responseConverter{&c.contentConverter}.links(one)[0]
	},
	apidoc.CallbackComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) {
		if out.Callbacks = c.callbacks(one, "/components/callbacks"); len(out.Callbacks) == 0 {
			out.Extensions = extensions(one.Content()[1], "$ref")
		}
	},
	apidoc.PathItemComponent:  componentConverter.pathItemComponent,
	apidoc.MediaTypeComponent: func(c componentConverter, out *apidoc.Component, one *tree.Node) { out.MediaType = &c.content(one)[0] },
}

// parameterComponent reads a parameter, which in Swagger 2.0 may be a body or a
// field of a form. One without a name or a place is shown as it is written.
func (c componentConverter) parameterComponent(out *apidoc.Component, one *tree.Node) {
	own := one.Content()[1]
	node, ref := c.follow(own)
	p := parameterNode{own, node, ref}
	switch {
	case p.name() == "" || p.place() == "":
		out.Extensions = extensions(node, "$ref description")
	case c.swagger() && (p.place() == inBody || p.place() == inFormData):
		out.RequestBody = swaggerConverter{&c.contentConverter}.body([]parameterNode{p}, nil)
	case c.swagger():
		parameter := swaggerConverter{&c.contentConverter}.parameter(p)
		out.Parameter = &parameter
	default:
		parameter := parameterConverter{&c.contentConverter}.parameter(p)
		out.Parameter = &parameter
	}
}

// pathItemComponent reads a path item: its operations, or all of it when there
// is none.
func (c componentConverter) pathItemComponent(out *apidoc.Component, one *tree.Node) {
	own := one.Content()[1]
	out.Operations = c.callbackOperations(own, "", strings.TrimPrefix(out.Ref, "#"))
	if len(out.Operations) == 0 {
		out.Extensions = extensions(c.pathItem(own).own, "$ref description")
	}
}
