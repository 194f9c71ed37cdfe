package openapi

import (
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// converter reads one operation or schema.
type converter struct {
	*reader
	budget *budget // nil where the outline is read
}

// maxChain bounds how many references are followed one after the other where
// the gate has not bounded it.
const maxChain = 1000

// follow returns what a part of the description is when it may be a reference,
// nil when that leads nowhere, and the first reference. Only JSON pointers are
// followed: the gate knows that they do not lead round in a circle.
func (c *converter) follow(n *tree.Node) (target *tree.Node, ref string) {
	for range maxChain {
		next := tree.Get(n, "$ref")
		if !tree.IsString(next) {
			return n, ref
		}
		if ref == "" {
			ref = canonical(next.Value)
		}
		if n = c.index.Find(next.Value); n == nil || !c.budget.afford(n) {
			return nil, ref
		}
	}
	return nil, ref
}

// canonical spells a reference within the description as apidoc.ModelSummary
// does: as a JSON pointer without percent-encoding.
func canonical(ref string) string {
	if pointer, ok := tree.Pointer(ref); ok {
		return "#" + pointer
	}
	return ref
}

// described returns the description of a part, which one beside a reference to
// it overrides.
func described(own, target *tree.Node) string { return override(own, target, "description") }

func override(own, target *tree.Node, name string) string {
	if n := tree.Get(own, name); n != nil {
		return tree.Text(n)
	}
	return tree.Text(tree.Get(target, name))
}

// keywords are names, separated by spaces.
type keywords string

func (k keywords) has(name string) bool {
	for word := range strings.FieldsSeq(string(k)) {
		if word == name {
			return true
		}
	}
	return false
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

func externalDocs(n *tree.Node) *apidoc.ExternalDocs {
	if !tree.IsMap(n) {
		return nil
	}
	return &apidoc.ExternalDocs{
		Description: tree.Text(tree.Get(n, "description")), URL: tree.Text(tree.Get(n, "url")), Extensions: extensions(n, "description url"),
	}
}

const serverKeys keywords = "url name description variables"

func (c *converter) servers(list *tree.Node) []apidoc.Server {
	var servers []apidoc.Server
	for _, n := range tree.Items(list) {
		if s := server(n); s != nil {
			servers = append(servers, *s)
		}
	}
	return servers
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

// swaggerServers makes servers of host, basePath and schemes. Without schemes it
// is the one by which the description was fetched, or https.
func (c *converter) swaggerServers(schemes []string) []apidoc.Server {
	host, base := tree.Text(tree.Get(c.root, "host")), tree.Text(tree.Get(c.root, "basePath"))
	switch {
	case host == "" && base == "":
		return nil
	case host == "":
		return []apidoc.Server{{URL: base}}
	case len(schemes) == 0 && c.scheme != "":
		schemes = []string{c.scheme}
	case len(schemes) == 0:
		schemes = []string{"https"}
	}
	var servers []apidoc.Server
	for _, scheme := range schemes {
		u := url.URL{Scheme: scheme, Host: host}
		servers = append(servers, apidoc.Server{URL: u.String() + strings.TrimSuffix(base, "/")})
	}
	return servers
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
