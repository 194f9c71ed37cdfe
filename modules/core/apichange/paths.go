package apichange

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// comparison compares the operations of two descriptions.
type comparison struct {
	*report
	walk *walk
}

func (c *comparison) schemas(old, new node, d direction) {
	c.walk.compare(schema{old}, schema{new}, d)
}

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

func (c *comparison) path(oldPath, newPath string, old, new node) {
	before, after := operations(oldPath, old.resolve()), operations(newPath, new.resolve())
	for _, method := range sortedKeys(before, after) {
		o, n := before[method], after[method]
		c.operation = method + " " + newPath
		switch {
		case n.value == nil:
			c.breaking(RuleOperation, o.at, "the operation is gone")
		case o.value == nil:
			c.compatible(RuleOperation, n.at, "the operation is new")
		default:
			c.operations(o, n)
		}
	}
}

func (c *comparison) operations(old, new operation) {
	if !old.truth("deprecated") && new.truth("deprecated") {
		c.compatible(RuleDeprecated, new.at, "the operation is deprecated now")
	}
	if was, is := old.text("operationId"), new.text("operationId"); was != is && was != "" {
		c.breaking(RuleOperationID, new.at+"/operationId", "the operationId was %q and is %q", was, is)
	}
	compareParameters(c, old.parameters(), new.parameters())
	compareBodies(c, old.member("requestBody").resolve(), new.member("requestBody").resolve())
	compareResponses(c, old.member("responses"), new.member("responses"))
	compareSecurity(c.report, new.at+"/security", old.security(), new.security())
}
