package openapi

import (
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// findings are what is found to be wrong while an outline is read.
type findings struct{ all []apidoc.Problem }

func (f *findings) problem(n *tree.Node, pointer, format string, values ...any) {
	if len(f.all) < maxProblems {
		f.all = append(f.all, problem(n, phrase.Clip(pointer, maxPlace), phrase.Clip(fmt.Sprintf(format, values...), maxMessage)))
	}
}

// remark notes what is not as it should be with a part that is shown all the same.
func (f *findings) remark(n *tree.Node, pointer, format string, values ...any) {
	before := len(f.all)
	f.problem(n, pointer, format, values...)
	for i := range f.all[before:] {
		f.all[before+i].Read = true
	}
}

// object returns a member of the description that must be an object. A missing
// one is not a problem.
func (f *findings) object(parent *tree.Node, pointer, name string) *tree.Node {
	key, n := tree.Member(parent, name)
	if key != nil && !tree.IsMap(n) && !tree.IsNull(n) {
		f.problem(n, pointer+"/"+tree.Escape(name), "%q is %s and must be an object", name, tree.Kind(n))
	}
	return n
}

// list returns a member of the description that must be a list.
func (f *findings) list(parent *tree.Node, pointer, name string) *tree.Node {
	key, n := tree.Member(parent, name)
	if key != nil && !tree.IsList(n) && !tree.IsNull(n) {
		f.problem(n, pointer+"/"+tree.Escape(name), "%q is %s and must be a list", name, tree.Kind(n))
	}
	return n
}

func problems(found []gate.Problem) []apidoc.Problem {
	var list []apidoc.Problem
	for _, p := range found {
		one := problem(p.Node, p.Pointer, p.Message)
		one.Read = p.Shown
		list = append(list, one)
	}
	return list
}

func problem(n *tree.Node, pointer, message string) apidoc.Problem {
	p := apidoc.Problem{Pointer: pointer, Message: message}
	if n != nil {
		p.Line, p.Column = n.Line(), n.Column()
	}
	return p
}

// byPlace sorts problems by where they are.
func byPlace(list []apidoc.Problem) []apidoc.Problem {
	slices.SortStableFunc(list, func(a, b apidoc.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return list
}
