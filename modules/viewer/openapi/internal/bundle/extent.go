package bundle

import (
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// extent is how much a bundle holds, each value as often as it stands in it.
type extent struct {
	limits       gate.Limits
	nodes, bytes int
	around       []*tree.Node // the value that is counted
}

// add counts a value. The error says which limit it breaks.
func (e *extent) add(n *tree.Node) error {
	e.nodes++
	e.bytes += len(n.Value)
	l := e.limits
	switch {
	case slices.Contains(e.around, n):
		return tree.ErrorAt(nil, fmt.Sprintf("references to other files lead back to where they stand: what begins on line %d of one of them is part of itself", n.Line()))
	case l.Depth > 0 && len(e.around) >= l.Depth:
		return tooDeep(l)
	case l.Nodes > 0 && e.nodes > l.Nodes:
		return tree.ErrorAt(nil, fmt.Sprintf("with what its references lead to in other files, the description holds more than %d values", l.Nodes))
	case l.Bytes > 0 && e.bytes > l.Bytes:
		return gate.TooLarge(l)
	case len(n.Content()) == 0:
		return nil
	}
	e.around = append(e.around, n)
	for _, child := range n.Content() {
		if err := e.add(child); err != nil {
			return err
		}
	}
	e.around = e.around[:len(e.around)-1]
	return nil
}

func tooDeep(l gate.Limits) error {
	return tree.ErrorAt(nil, fmt.Sprintf("with what its references lead to in other files, the description is nested deeper than %d levels", l.Depth))
}
