package apichange

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// methods are the fixed members of a path item that hold operations (OpenAPI
// 3.1, section 4.8.9; query is one of 3.2).
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// operation is one operation with the path it stands at.
type operation struct {
	path string
	all  node // the path item
	node
}

// operations are the operations of a path item, by method: the fixed members,
// the additional operations of OpenAPI 3.2, and the members such as "x-query"
// that stand for methods which the version does not know.
func operations(path string, all node) map[string]operation {
	found := map[string]operation{}
	for _, name := range all.names() {
		o := all.member(name)
		method, extension := strings.CutPrefix(name, "x-")
		if slices.Contains(methods, name) || extension && o.has("responses") {
			found[strings.ToUpper(method)] = operation{path, all, o}
		}
	}
	others := all.member("additionalOperations")
	for _, name := range others.names() {
		found[name] = operation{path, all, others.member(name)}
	}
	return found
}

// parameters are those of an operation by place and name; those of the path by
// their number, so that they may be renamed. The ones of the path item come
// along unless the operation has them itself.
func (o operation) parameters() map[string]node {
	all := map[string]node{}
	for _, list := range []node{o.all.member("parameters"), o.member("parameters")} {
		for _, p := range list.items() {
			if p = p.resolve(); p.text("name") != "" && !ignored(p) {
				all[o.parameterKey(p.text("in"), p.text("name"))] = p
			}
		}
	}
	return all
}

// ignored reports whether OpenAPI 3 says that a header has no meaning as a parameter: what
// it would say is said elsewhere (OpenAPI 3.1, section 4.8.12.2).
func ignored(p node) bool {
	parameter := apidoc.Parameter{Name: p.text("name"), In: apidoc.Place(p.text("in"))}
	return parameter.Ignored() && p.doc.root["openapi"] != nil
}

// servers are those of the operation, of its path, or of the description (OpenAPI 3.1,
// section 4.8.10).
func (o operation) servers() node {
	for _, list := range []node{o.member("servers"), o.all.member("servers")} {
		if list.value != nil {
			return list
		}
	}
	return o.doc.node("servers")
}

// hasServers reports whether an operation has other servers than the description.
func (o operation) hasServers() bool { return o.has("servers") || o.all.has("servers") }

func (o operation) parameterKey(in, name string) string {
	switch in {
	case "path":
		if n := slices.Index(braces.Names(o.path), name); n >= 0 {
			return "path " + strconv.Itoa(n)
		}
	case "header":
		return in + " " + strings.ToLower(name) // RFC 9110, section 5.1
	}
	return in + " " + name
}

// security are the credentials of which any is enough: those of the operation,
// or those of the description (OpenAPI 3.1, section 4.8.10).
func (o operation) security() []credentials {
	list := o.member("security")
	if list.value == nil {
		list = o.doc.node("security")
	}
	var all []credentials
	for _, requirement := range list.items() {
		one := credentials{}
		for _, name := range requirement.names() {
			var scopes []string
			for _, scope := range requirement.member(name).items() {
				s, _ := scope.value.(string)
				scopes = append(scopes, s)
			}
			one[o.doc.scheme(name)] = scopes
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return []credentials{{}}
	}
	return all
}
