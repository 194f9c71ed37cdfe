package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const serverKeys keywords = "url name description variables"

func servers(list *tree.Node) []apidoc.Server {
	var all []apidoc.Server
	for _, n := range tree.Items(list) {
		if s := server(n); s != nil {
			all = append(all, *s)
		}
	}
	return all
}

func server(n *tree.Node) *apidoc.Server {
	if !tree.IsMap(n) {
		return nil
	}
	s := &apidoc.Server{
		URL: tree.Text(tree.Get(n, "url")), Name: tree.Text(tree.Get(n, "name")),
		Description: tree.Text(tree.Get(n, "description")), Extensions: extensions(n, serverKeys),
	}
	for name, v := range tree.Members(tree.Get(n, "variables")) {
		s.Variables = append(s.Variables, apidoc.ServerVariable{
			Name: name, Default: tree.Text(tree.Get(v, "default")), Enum: tree.Texts(tree.Get(v, "enum")),
			Description: tree.Text(tree.Get(v, "description")), Extensions: extensions(v, "default enum description"),
		})
	}
	return s
}
