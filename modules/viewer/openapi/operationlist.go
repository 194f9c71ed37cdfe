package openapi

import (
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// operationList makes the summaries of operations.
type operationList struct {
	*references
	*findings
	shared  budget              // for operations behind references of path items
	checked map[*tree.Node]bool // operations that were checked
}

func newOperationList(r *references, f *findings) *operationList {
	return &operationList{references: r, findings: f, shared: budget{left: maxShared}, checked: map[*tree.Node]bool{}}
}

// in reads the summaries of the operations in paths or webhooks.
func (l *operationList) in(section string) []apidoc.OperationSummary {
	var list []apidoc.OperationSummary
	for path, n := range tree.Members(l.object(l.root, "", section)) {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		pointer := "/" + section + "/" + tree.Escape(path)
		if !tree.IsMap(n) {
			l.problem(n, pointer, "the path item is %s and must be an object", tree.Kind(n))
			continue
		}
		if len(path) > maxPath {
			l.problem(n, "/"+section, "the name %q… is longer than %d bytes and is left out", path[:40], maxPath)
			continue
		}
		item := l.pathItem(n)
		if item.internal() {
			continue
		}
		if more := item.get("additionalOperations"); tree.IsMap(more) && len(more.Content()) > 2*maxAdditional {
			l.problem(more, pointer, "the path item has more than %d additional operations; the others are left out", maxAdditional)
		}
		if section == "paths" && !strings.HasPrefix(path, "/") {
			l.remark(n, pointer, "the path %q does not begin with a slash", path)
		}
		l.list(n, pointer, "parameters")
		list = append(list, l.summaries(item, path, pointer)...)
	}
	return list
}

func (l *operationList) summaries(item pathItem, path, pointer string) []apidoc.OperationSummary {
	var list []apidoc.OperationSummary
	for _, op := range item.operations(l.description) {
		if !tree.IsMap(op.node) {
			l.problem(op.node, pointer+op.suffix, "the operation is %s and must be an object", tree.Kind(op.node))
			continue
		}
		if internal(op.node) {
			continue
		}
		if item.target != nil && !l.share(op.node) {
			l.problem(item.own, pointer, "too many operations stand behind references of path items; this one is left out")
			break
		}
		summary := summarise(op, path, pointer)
		if !l.hidden.strip(&summary) {
			continue
		}
		l.check(op.node, pointer+op.suffix)
		list = append(list, summary)
	}
	return list
}

// share takes from the budget for operations that stand behind the reference of
// a path item what one of them costs: one reference repeats all of its texts.
func (l *operationList) share(n *tree.Node) bool {
	cost := 1
	for _, name := range []string{"summary", "description", "operationId"} {
		cost += len(tree.Text(tree.Get(n, name))) / bytesPerValue
	}
	return l.shared.spend(cost + min(len(tree.Items(tree.Get(n, "tags"))), maxTags))
}

// check notes the parts of an operation that are of the wrong kind.
func (l *operationList) check(n *tree.Node, pointer string) {
	if l.checked[n] {
		return
	}
	l.checked[n] = true
	addressCheck{l.references, l.findings}.own(n, pointer)
	for _, name := range []string{"tags", "parameters", "security", "servers"} {
		l.list(n, pointer, name)
	}
	for _, name := range []string{"responses", "requestBody", "callbacks", "externalDocs"} {
		l.object(n, pointer, name)
	}
	for i, own := range tree.Items(tree.Get(n, "parameters")) {
		p, ref := l.follow(own)
		if p == nil && ref != "" { // which the gate has noted
			continue
		}
		if tree.Text(tree.Get(p, "name")) == "" || tree.Text(tree.Get(p, "in")) == "" {
			l.problem(own, fmt.Sprintf("%s/parameters/%d", pointer, i), `the parameter lacks "name" or "in" and is left out`)
		}
	}
}

// summarise reads what an outline says about an operation.
func summarise(o pathOperation, path, itemPointer string) apidoc.OperationSummary {
	return apidoc.OperationSummary{
		ID: tree.Text(tree.Get(o.node, "operationId")), Method: o.method, Path: path,
		Summary: tree.Text(tree.Get(o.node, "summary")), Description: tree.Text(tree.Get(o.node, "description")),
		Tags: operationTags(o.node), Badges: badges(o.node),
		Deprecated: tree.True(tree.Get(o.node, "deprecated")) || stability(o.node) == deprecatedStability,
		Pointer:    itemPointer + o.suffix,
	}
}

// operationTags are the names of the tags of an operation, as many as are shown. What has
// no name is no tag.
func operationTags(n *tree.Node) []string {
	var list []string
	for _, name := range tree.Texts(tree.Get(n, "tags")) {
		if len(list) < maxTags && name != "" {
			list = append(list, name)
		}
	}
	return list
}
