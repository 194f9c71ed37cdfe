package bundle

import (
	"net/url"
	"path"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// addresses are those that the description and the files below its folder have by its
// $self (OpenAPI 3.2, "OpenAPI Object").
type addresses struct {
	self *url.URL // of the description, nil where it has none
	name string   // of its file
}

// newAddresses reads the $self of a description. Only one with a host says where other
// files are.
func newAddresses(root *file) addresses {
	self := tree.Text(tree.Get(root.part.Root, "$self"))
	if self == "" || len(self) > maxAddress {
		return addresses{}
	}
	u, err := url.Parse(self)
	if err != nil || u.Host == "" || u.Fragment != "" {
		return addresses{}
	}
	return addresses{self: u, name: root.name}
}

// base is the address of a file: its own $self, or that by which the description has it.
func (a addresses) base(f *file) *url.URL {
	if f.name == a.name {
		return a.self
	}
	at := a.self.JoinPath("..", f.name)
	if f.part == nil {
		return at
	}
	own := tree.Text(tree.Get(f.part.Root, "$self"))
	if u, err := at.Parse(own); own != "" && len(own) <= maxAddress && err == nil {
		return u
	}
	return at
}

// file returns the name of the file that a reference leads to by its address. It is false
// for what is neither the description nor below its folder.
func (a addresses) file(from *file, ref string) (string, bool) {
	if a.self == nil || len(ref) > maxAddress {
		return "", false
	}
	to, err := a.base(from).Parse(ref)
	if err != nil || to.Scheme != a.self.Scheme || to.Host != a.self.Host || to.RawQuery != a.self.RawQuery {
		return "", false
	}
	if to.Path == a.self.Path {
		return a.name, from.name != a.name
	}
	below, ok := strings.CutPrefix(to.Path, path.Dir(a.self.Path)+"/")
	if !ok {
		return "", false
	}
	return (&file{name: a.name}).resolve(below)
}
