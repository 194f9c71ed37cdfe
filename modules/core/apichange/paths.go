package apichange

import (
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// comparison compares the operations of two descriptions. Clients call, and the server
// answers; those of webhooks and callbacks the server calls, and clients answer.
type comparison struct {
	*report
	walk         *walk
	unchanged    *unchanged
	call, answer direction
}

// backwards is the comparison of what the server calls.
func (c *comparison) backwards() *comparison {
	turned := *c
	turned.call, turned.answer = fromServer, fromClient
	return &turned
}

// schemas compares the schemas of what the subject names.
func (c *comparison) schemas(old, new node, d direction, subject string) {
	outer := c.subject
	c.subject = joined(outer, subject)
	c.walk.compare(schema{old}, schema{new}, d)
	c.subject = outer
}

// texts compares schemas of values that are not written as JSON.
func (c *comparison) texts(old, new node, d direction, how writing, subject string) {
	c.walk.writing = how
	c.schemas(old, new, d, subject)
	c.walk.writing = typed
}

func joined(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + ", " + inner
}

// descriptions compares all of two descriptions.
func (c *comparison) descriptions(old, new *document) {
	compareServers(c, old.node("servers"), new.node("servers"))
	compareSchemes(c.report, old.node("components", "securitySchemes"), new.node("components", "securitySchemes"))
	c.paths(old.node("paths"), new.node("paths"))
	c.backwards().webhooks(old.node("webhooks"), new.node("webhooks"))
}

func (c *comparison) paths(before, after node) {
	counterpart := matchPaths(before.names(), after.names())
	taken := map[string]bool{}
	for _, path := range before.names() {
		other := counterpart[path]
		taken[other] = true
		if other == "" {
			c.path(path, path, before.member(path), node{doc: after.doc})
			continue
		}
		c.path(path, other, before.member(path), after.member(other))
	}
	for _, path := range after.names() {
		if !taken[path] {
			c.path(path, path, node{doc: before.doc}, after.member(path))
		}
	}
}

// matchPaths leads from the old paths to the new ones: the same, or one that
// differs in the names of its parameters only.
func matchPaths(old, new []string) map[string]string {
	shapes, known := map[string][]string{}, map[string]bool{}
	for _, path := range old {
		known[path] = true
	}
	match := map[string]string{}
	for _, path := range new {
		if known[path] {
			match[path] = path
			continue
		}
		shape := braces.Shape(path)
		shapes[shape] = append(shapes[shape], path)
	}
	for _, path := range old {
		shape := braces.Shape(path)
		if match[path] == "" && len(shapes[shape]) > 0 {
			match[path], shapes[shape] = shapes[shape][0], shapes[shape][1:]
		}
	}
	return match
}

func (c *comparison) path(oldPath, newPath string, old, new node) {
	before, after := operations(oldPath, old.resolve()), operations(newPath, new.resolve())
	for _, method := range sortedKeys(before, after) {
		c.operation = method + " " + newPath
		c.uses.begin(c.operation)
		c.method(before[method], after[method], RuleOperation, "the operation")
		c.uses.end()
	}
	c.operation = ""
}

// webhooks compares what the server calls, by name.
func (c *comparison) webhooks(old, new node) {
	for _, name := range sortedKeys(old.object(), new.object()) {
		before, after := operations(name, old.member(name).resolve()), operations(name, new.member(name).resolve())
		for _, method := range sortedKeys(before, after) {
			c.operation = method + " " + name
			c.uses.begin(c.operation)
			c.method(before[method], after[method], RuleWebhook, "the webhook")
			c.uses.end()
		}
	}
	c.operation = ""
}

// callbacks compares what the server calls because of an operation, by name and then by
// the expression of the address.
func (c *comparison) callbacks(old, new node) {
	outer := c.subject
	for _, name := range sortedKeys(old.object(), new.object()) {
		before, after := old.member(name).resolve(), new.member(name).resolve()
		for _, address := range sortedKeys(before.object(), after.object()) {
			o, n := operations(address, before.member(address).resolve()), operations(address, after.member(address).resolve())
			for _, method := range sortedKeys(o, n) {
				c.subject = joined(outer, "callback "+name+", "+method+" "+address)
				c.method(o[method], n[method], RuleCallback, "the callback")
			}
		}
	}
	c.subject = outer
}

// method compares one operation, which may be new or gone.
func (c *comparison) method(o, n operation, rule Rule, what string) {
	switch {
	case n.value == nil && o.value == nil:
	case n.value == nil:
		c.gone(Breaking, rule, o.at, "%s is gone", what)
	case o.value == nil:
		c.compatible(rule, n.at, "%s is new", what)
	case !c.unchanged.operations(o, n):
		c.operations(o, n)
	}
}

func (c *comparison) operations(old, new operation) {
	compareLife(c.report, "the operation", old.node, new.node)
	if was, is := old.text("operationId"), new.text("operationId"); was != is && was != "" {
		c.became(Breaking, RuleOperationID, new.at+"/operationId", "the operationId", quoted(was), quoted(is))
	}
	compareParameters(c, old.parameters(), new.parameters())
	compareBodies(c, old.member("requestBody").resolve(), new.member("requestBody").resolve())
	compareResponses(c, old.member("responses"), new.member("responses"))
	if old.hasServers() || new.hasServers() {
		compareServers(c, old.servers(), new.servers())
	}
	compareSecurity(c, new.at+"/security", old.security(), new.security())
	c.backwards().callbacks(old.member("callbacks"), new.member("callbacks"))
}
