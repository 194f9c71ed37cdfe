package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	operationKeys keywords = "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers" +
		" x-internal x-scalar-ignore x-badges x-scalar-stability " + sampleKeys + " " + retirementKeys
	swaggerOperationKeys keywords = operationKeys + " consumes produces schemes"
	pathItemKeys         keywords = "$ref summary description servers parameters additionalOperations x-internal x-scalar-ignore " + methods32
)

// summarise reads what an outline says about an operation.
func summarise(o pathOperation, path, itemPointer string) apidoc.OperationSummary {
	return apidoc.OperationSummary{
		ID: tree.Text(tree.Get(o.node, "operationId")), Method: o.method, Path: path,
		Summary: tree.Text(tree.Get(o.node, "summary")), Description: tree.Text(tree.Get(o.node, "description")),
		Tags: operationTags(o.node), Badges: badges(o.node),
		Deprecated: tree.True(tree.Get(o.node, "deprecated")) || stability(o.node) == deprecatedStability,
		Pointer:    itemPointer + o.suffix,
	}
}

// operation reads an operation of a path item.
func (c *converter) operation(summary apidoc.OperationSummary, item pathItem, n *tree.Node) apidoc.Operation {
	op := apidoc.Operation{
		OperationSummary: summary,
		Description:      tree.Text(tree.Get(n, "description")),
		PathSummary:      tree.Text(item.get("summary")),
		PathDescription:  tree.Text(item.get("description")),
		Responses:        c.responses(n),
		Callbacks:        c.callbacks(tree.Get(n, "callbacks"), summary.Pointer+"/callbacks"),
		Security:         c.security(n),
		Servers:          c.operationServers(item, n),
		ExternalDocs:     externalDocs(tree.Get(n, "externalDocs")),
		CodeSamples:      codeSamples(n),
		Extensions:       c.operationExtensions(n),
		PathExtensions:   c.pathExtensions(item),
	}
	op.Retirement = retirement(n, op.Responses)
	parameters := c.effectiveParameters(item, n)
	op.Parameters = c.parameters(parameters)
	if c.swagger() {
		op.RequestBody = c.swaggerBody(parameters, n)
	} else {
		op.RequestBody = c.requestBody(tree.Get(n, "requestBody"))
	}
	return op
}

func (c *converter) security(n *tree.Node) []apidoc.SecurityRequirement {
	if own := tree.Get(n, "security"); tree.IsList(own) {
		return c.securityRequirements(own)
	}
	return c.securityRequirements(tree.Get(c.root, "security"))
}

func (c *converter) operationServers(item pathItem, n *tree.Node) []apidoc.Server {
	if c.swagger() {
		return c.swaggerServers(c.swaggerList(n, "schemes"))
	}
	for _, list := range []*tree.Node{tree.Get(n, "servers"), item.get("servers"), tree.Get(c.root, "servers")} {
		if servers := c.servers(list); len(servers) > 0 {
			return servers
		}
	}
	return nil
}

// swaggerList returns a list that an operation has instead of the description as
// a whole: consumes, produces or schemes.
func (c *converter) swaggerList(operation *tree.Node, name string) []string {
	if own := tree.Get(operation, name); tree.IsList(own) {
		return tree.Texts(own)
	}
	return tree.Texts(tree.Get(c.root, name))
}

// operationExtensions are those of the operation and of its responses.
func (c *converter) operationExtensions(n *tree.Node) []apidoc.Extension {
	known := operationKeys
	if c.swagger() {
		known = swaggerOperationKeys
	}
	return append(extensions(n, known), named(tree.Get(n, "responses"))...)
}

// pathExtensions are those of a path item, and those that it does not have itself
// of the one it refers to.
func (c *converter) pathExtensions(item pathItem) []apidoc.Extension {
	list := extensions(item.own, pathItemKeys)
	for _, e := range extensions(item.target, pathItemKeys) {
		if c.index.Member(item.own, e.Name) == nil {
			list = append(list, e)
		}
	}
	return list
}

// callbacks reads callbacks, one for each expression.
func (c *converter) callbacks(n *tree.Node, pointer string) []apidoc.Callback {
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
			at := clip(pointer+"/"+tree.Escape(name)+"/"+tree.Escape(expression), maxPath)
			list = append(list, apidoc.Callback{Name: name, Expression: expression, Operations: c.callbackOperations(value, expression, at)})
		}
		for i := first; i < len(list); i++ {
			list[i].Extensions = extra
		}
	}
	return list
}

func (c *converter) callbackOperations(n *tree.Node, expression, pointer string) []apidoc.Operation {
	item := c.pathItem(n)
	if item.internal() {
		return nil
	}
	var list []apidoc.Operation
	for _, o := range c.operations(item) {
		if tree.IsMap(o.node) && !internal(o.node) && c.budget.spend(operationCost+len(pointer)/bytesPerValue) {
			list = append(list, c.operation(summarise(o, expression, pointer), item, o.node))
		}
	}
	return list
}
