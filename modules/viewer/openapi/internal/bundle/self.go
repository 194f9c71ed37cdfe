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

// names reports whether a reference of a file is the address of the description.
func (a addresses) names(from *file, ref string) bool {
	to := a.beside(from, ref)
	return to != nil && to.Path == a.self.Path
}

// beside is the address of a reference that only the path may tell from that of the
// description, and nil otherwise.
func (a addresses) beside(from *file, ref string) *url.URL {
	if a.self == nil || len(ref) > maxAddress {
		return nil
	}
	to, err := a.base(from).Parse(ref)
	if err != nil || to.Scheme != a.self.Scheme || to.Host != a.self.Host || to.RawQuery != a.self.RawQuery {
		return nil
	}
	return to
}

// file returns the name of the file that a reference leads to by its address. It is false
// for what is not below the folder of the description.
func (a addresses) file(from *file, ref string) (string, bool) {
	to := a.beside(from, ref)
	if to == nil {
		return "", false
	}
	below, ok := strings.CutPrefix(to.Path, path.Dir(a.self.Path)+"/")
	if !ok {
		return "", false
	}
	return (&file{name: a.name}).resolve(below)
}
