package apichange

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// methods are the fixed members of a path item that hold operations (OpenAPI
// 3.1, section 4.8.9; query is one of 3.2).
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

func (c *comparison) paths(old, new *document) {
	before, after := old.node("paths"), new.node("paths")
	counterpart := matchPaths(before.names(), after.names())
	taken := map[string]bool{}
	for _, path := range before.names() {
		other := counterpart[path]
		taken[other] = true
		if other == "" {
			c.path(path, path, before.member(path), node{doc: new})
			continue
		}
		c.path(path, other, before.member(path), after.member(other))
	}
	for _, path := range after.names() {
		if !taken[path] {
			c.path(path, path, node{doc: old}, after.member(path))
		}
	}
}

// matchPaths leads from the old paths to the new ones: the same, or one that
// differs in the names of its parameters only.
func matchPaths(old, new []string) map[string]string {
	shapes := map[string][]string{}
	for _, path := range new {
		if !slices.Contains(old, path) {
			shape := braces.Shape(path)
			shapes[shape] = append(shapes[shape], path)
		}
	}
	match := map[string]string{}
	for _, path := range old {
		shape := braces.Shape(path)
		switch {
		case slices.Contains(new, path):
			match[path] = path
		case len(shapes[shape]) > 0:
			match[path], shapes[shape] = shapes[shape][0], shapes[shape][1:]
		}
	}
	return match
}

// item is one operation with the path it stands at.
type item struct {
	path string
	all  node // the path item
	node
}

func (c *comparison) path(oldPath, newPath string, old, new node) {
	before, after := operations(oldPath, old.resolve()), operations(newPath, new.resolve())
	for _, method := range sortedKeys(before, after) {
		o, n := before[method], after[method]
		c.operation = method + " " + newPath
		switch {
		case n.value == nil:
			c.breaking(o.at, "the operation is gone")
		case o.value == nil:
			c.compatible(n.at, "the operation is new")
		default:
			c.operations(o, n)
		}
	}
}

// operations are the operations of a path item, by method: the fixed members,
// the additional operations of OpenAPI 3.2, and the members such as "x-query"
// that stand for methods which the version does not know.
func operations(path string, all node) map[string]item {
	found := map[string]item{}
	for _, name := range all.names() {
		o := all.member(name)
		method, extension := strings.CutPrefix(name, "x-")
		if slices.Contains(methods, name) || extension && o.has("responses") {
			found[strings.ToUpper(method)] = item{path, all, o}
		}
	}
	others := all.member("additionalOperations")
	for _, name := range others.names() {
		found[name] = item{path, all, others.member(name)}
	}
	return found
}

func (c *comparison) operations(old, new item) {
	if !old.truth("deprecated") && new.truth("deprecated") {
		c.compatible(new.at, "the operation is deprecated now")
	}
	if was, is := old.text("operationId"), new.text("operationId"); was != is && was != "" {
		c.breaking(new.at+"/operationId", "the operationId was %q and is %q", was, is)
	}
	c.parameters(old, new)
	c.requestBody(old.node, new.node)
	c.responses(old.member("responses"), new.member("responses"))
	c.security(old, new)
}
