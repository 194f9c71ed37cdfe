package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// keywords are names, separated by spaces.
type keywords string

func (k keywords) has(name string) bool {
	if name == "" || strings.IndexByte(name, ' ') >= 0 {
		return false
	}
	for from := 0; ; {
		i := strings.Index(string(k[from:]), name)
		if i < 0 {
			return false
		}
		begin, end := from+i, from+i+len(name)
		if (begin == 0 || k[begin-1] == ' ') && (end == len(k) || k[end] == ' ') {
			return true
		}
		from = begin + 1
	}
}

// extensions returns the members of an object that the model has no field for:
// extensions and everything that is not known.
func extensions(n *tree.Node, known keywords) []apidoc.Extension {
	var list []apidoc.Extension
	for name, value := range tree.Members(n) {
		if !known.has(name) {
			list = append(list, apidoc.Extension{Name: name, Value: tree.JSON(value)})
		}
	}
	return list
}

// named returns the extensions of an object that holds other things by name.
func named(n *tree.Node) []apidoc.Extension {
	var list []apidoc.Extension
	for name, value := range tree.Members(n) {
		if strings.HasPrefix(name, "x-") {
			list = append(list, apidoc.Extension{Name: name, Value: tree.JSON(value)})
		}
	}
	return list
}

func externalDocs(n *tree.Node) *apidoc.ExternalDocs {
	if !tree.IsMap(n) {
		return nil
	}
	return &apidoc.ExternalDocs{
		Description: tree.Text(tree.Get(n, "description")), URL: tree.Text(tree.Get(n, "url")), Extensions: extensions(n, "description url"),
	}
}
