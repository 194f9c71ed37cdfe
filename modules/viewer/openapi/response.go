package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	responseKeys        keywords = "$ref summary description headers content links"
	swaggerResponseKeys keywords = "$ref description headers schema examples"
	linkKeys            keywords = "$ref operationId operationRef description parameters requestBody server"
)

// responseConverter reads the responses of an operation.
type responseConverter struct{ *contentConverter }

// responses reads the responses of an operation.
func (c responseConverter) responses(operation *tree.Node) []apidoc.Response {
	var list []apidoc.Response
	for status, own := range tree.Members(tree.Get(operation, "responses")) {
		if !strings.HasPrefix(status, "x-") && !tree.IsNull(own) {
			list = append(list, c.response(status, own, operation))
		}
	}
	return list
}

func (c responseConverter) response(status string, own, operation *tree.Node) apidoc.Response {
	n, ref := c.follow(own)
	r := apidoc.Response{
		Status: strings.ToUpper(status), Summary: override(own, n, "summary"), Description: described(own, n), Ref: ref,
		Headers: c.headers(tree.Get(n, "headers")),
	}
	if strings.EqualFold(status, "default") {
		r.Status = "default"
	}
	if c.swagger() {
		r.Content, r.Extensions = swaggerConverter(c).content(n, operation), extensions(n, swaggerResponseKeys)
		return r
	}
	r.Content, r.Links, r.Extensions = c.content(tree.Get(n, "content")), c.links(tree.Get(n, "links")), extensions(n, responseKeys)
	return r
}

func (c responseConverter) links(n *tree.Node) []apidoc.Link {
	if !tree.IsMap(n) || len(n.Content()) == 0 {
		return nil
	}
	list := make([]apidoc.Link, 0, len(n.Content())/2)
	for name, own := range tree.Members(n) {
		target, _ := c.follow(own)
		l := apidoc.Link{
			Name: name, OperationID: tree.Text(tree.Get(target, "operationId")), OperationRef: tree.Text(tree.Get(target, "operationRef")),
			Description: described(own, target), RequestBody: tree.JSON(tree.Get(target, "requestBody")),
			Server: server(tree.Get(target, "server")), Extensions: extensions(target, linkKeys),
		}
		for parameter, value := range tree.Members(tree.Get(target, "parameters")) {
			l.Parameters = append(l.Parameters, apidoc.LinkArgument{Name: parameter, Value: tree.JSON(value)})
		}
		list = append(list, l)
	}
	return list
}
