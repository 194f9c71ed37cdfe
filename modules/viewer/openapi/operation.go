package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	operationKeys keywords = "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers" +
		" x-internal x-scalar-ignore x-badges x-scalar-stability " + sampleKeys + " " + retirementKeys
	swaggerOperationKeys keywords = operationKeys + " consumes produces schemes"
	pathItemKeys         keywords = "$ref summary description servers parameters additionalOperations x-internal x-scalar-ignore " + methods32
)

// operationConverter reads operations.
type operationConverter struct{ contentConverter }

// operation reads an operation of a path item.
func (c *operationConverter) operation(summary apidoc.OperationSummary, item pathItem, n *tree.Node) apidoc.Operation {
	contents := &c.contentConverter
	op := apidoc.Operation{
		OperationSummary: summary,
		Description:      tree.Text(tree.Get(n, "description")),
		PathSummary:      tree.Text(item.get("summary")),
		PathDescription:  tree.Text(item.get("description")),
		Responses:        responseConverter{contents}.responses(n),
		Callbacks:        c.callbacks(tree.Get(n, "callbacks"), summary.Pointer+"/callbacks"),
		Security:         c.security(n),
		Servers:          c.operationServers(item, n),
		ExternalDocs:     externalDocs(tree.Get(n, "externalDocs")),
		CodeSamples:      codeSamples(n),
		Extensions:       c.operationExtensions(n),
		PathExtensions:   c.pathExtensions(item),
	}
	op.Retirement = retirement(n, op.Responses)
	parameters := parameterConverter{contents}
	effective := parameters.effective(item, n)
	op.Parameters = parameters.parameters(effective)
	if c.swagger() {
		op.RequestBody = swaggerConverter{contents}.body(effective, n)
	} else {
		op.RequestBody = c.requestBody(tree.Get(n, "requestBody"))
	}
	return op
}

func (c *operationConverter) security(n *tree.Node) []apidoc.SecurityRequirement {
	if own := tree.Get(n, "security"); tree.IsList(own) {
		return c.hidden.requirements(own)
	}
	return c.hidden.requirements(tree.Get(c.root, "security"))
}

func (c *operationConverter) operationServers(item pathItem, n *tree.Node) []apidoc.Server {
	if c.swagger() {
		return c.swaggerServers(swaggerConverter{&c.contentConverter}.list(n, "schemes"))
	}
	for _, list := range []*tree.Node{tree.Get(n, "servers"), item.get("servers"), tree.Get(c.root, "servers")} {
		if own := servers(list); len(own) > 0 {
			return own
		}
	}
	return nil
}

// operationExtensions are those of the operation and of its responses.
func (c *operationConverter) operationExtensions(n *tree.Node) []apidoc.Extension {
	known := operationKeys
	if c.swagger() {
		known = swaggerOperationKeys
	}
	return append(extensions(n, known), named(tree.Get(n, "responses"))...)
}

// pathExtensions are those of a path item, and those that it does not have itself
// of the one it refers to.
func (c *operationConverter) pathExtensions(item pathItem) []apidoc.Extension {
	list := extensions(item.own, pathItemKeys)
	for _, e := range extensions(item.target, pathItemKeys) {
		if c.index.Member(item.own, e.Name) == nil {
			list = append(list, e)
		}
	}
	return list
}

// callbacks reads callbacks, one for each expression.
func (c *operationConverter) callbacks(n *tree.Node, pointer string) []apidoc.Callback {
	var list []apidoc.Callback
	for name, own := range tree.Members(n) {
		target, _ := c.follow(own)
		var extra []apidoc.Extension
		first := len(list)
		for expression, value := range tree.Members(target) {
			if strings.HasPrefix(expression, "x-") {
				extra = append(extra, apidoc.Extension{Name: expression, Value: tree.JSON(value)})
				continue
			}
			at := phrase.Clip(pointer+"/"+tree.Escape(name)+"/"+tree.Escape(expression), maxPath)
			list = append(list, apidoc.Callback{Name: name, Expression: expression, Operations: c.callbackOperations(value, expression, at)})
		}
		for i := first; i < len(list); i++ {
			list[i].Extensions = extra
		}
	}
	return list
}

func (c *operationConverter) callbackOperations(n *tree.Node, expression, pointer string) []apidoc.Operation {
	item := c.pathItem(n)
	if item.internal() {
		return nil
	}
	var list []apidoc.Operation
	for _, o := range item.operations(c.description) {
		if tree.IsMap(o.node) && !internal(o.node) && c.budget.spend(operationCost+len(pointer)/bytesPerValue) {
			op := c.operation(summarise(o, expression, pointer), item, o.node)
			if len(servers(tree.Get(o.node, "servers")))+len(servers(item.get("servers"))) == 0 {
				op.Servers = nil // it is sent to where the expression leads, not to the API
			}
			list = append(list, op)
		}
	}
	return list
}
