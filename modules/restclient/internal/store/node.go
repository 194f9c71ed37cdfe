package store

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// node is what the store does with the values of one type inside others. The
// values that it is given can be set.
type node interface {
	// read finds the entities in the JSON that v was decoded from, and passes
	// over it.
	reader
	// link stores the lists in v. The mutex of the store is held.
	link(l *linking, v reflect.Value)
	// fill sets the entities and lists in v to what they are now, without
	// changing what v shares with other values. It reports false when v cannot
	// be without one that is gone. The mutex of the store is held.
	fill(f *filling, v reflect.Value) bool
	// same reports whether the same entities and lists are in a and b, which may
	// show different states of them.
	same(a, b reflect.Value) bool
}

// reading collects the entities of one response.
type reading struct {
	store *Store
	puts  []func(*commit, Write) // in the order in which they are to be stored
}

// linking stores the lists of one value. The write joins the commit under way.
type linking struct {
	w      Write
	parent any // a pointer to the entity that holds them
	place
	// whole is not nil for a value that was saved: its lists are there already,
	// or else it is not whole.
	whole *bool
}

// listKeyFunc returns the key of the list inside a value that linking knows.
type listKeyFunc func(l *linking) (ListKey, bool)

// filling notes what a value was filled with.
type filling struct {
	parts []seenPart
	said  bool // with what the server has said, and not what mutations under way show
}

// structNode is a struct some of whose fields hold entities.
type structNode struct {
	shape *shape.Shape
	nodes []node       // per field of the shape; nil for those without entities
	parts []structPart // per Go field
}

type structPart struct {
	node node // may be nil
	same shape.Comparer
}

// at returns the node of the field with an index.
func (n *structNode) at(index []int) node {
	sub := n.parts[index[0]].node
	if len(index) == 1 || sub == nil {
		return sub
	}
	if p, ok := sub.(*pointerNode); ok {
		sub = p.elem
	}
	return sub.(*structNode).at(index[1:])
}

func (n *structNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	if s.Peek() == 'n' {
		s.Value()
		return nil
	}
	_, err := n.scan(r, s, v)
	return err
}

// scan is read that returns which fields the JSON had.
func (n *structNode) scan(r *reading, s *shape.Scanner, v reflect.Value) (shape.Mask, error) {
	m := shape.NewMask(n.shape.Size())
	if !s.Open('{') {
		return m, fmt.Errorf("want a JSON object, have %s", s.Kind())
	}
	for s.Peek() != 0 && !s.Skip('}') {
		name := string(s.Name())
		i := n.shape.Mark(&m, name)
		if i < 0 || n.nodes[i] == nil {
			s.Value()
		} else if err := n.nodes[i].read(r, s, n.shape.Fields[i].In(v)); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
		s.Skip(',')
	}
	return m, nil
}

func (n *structNode) link(l *linking, v reflect.Value) {
	for i, p := range n.parts {
		if p.node != nil {
			p.node.link(l, v.Field(i))
		}
	}
}

func (n *structNode) fill(f *filling, v reflect.Value) bool {
	whole := true
	for i, p := range n.parts {
		if p.node != nil && !p.node.fill(f, v.Field(i)) {
			whole = false
		}
	}
	return whole
}

func (n *structNode) same(a, b reflect.Value) bool {
	for i, p := range n.parts {
		if !p.same(a.Field(i), b.Field(i)) {
			return false
		}
	}
	return true
}

// sameHidden compares unexported fields, as far as that can be done.
func sameHidden(t reflect.Type) shape.Comparer {
	if valuetype.IsPlain(t) {
		return reflect.Value.Equal
	}
	return func(reflect.Value, reflect.Value) bool { return true }
}

// pointerNode is a pointer, which may be nil: what it points to may be gone.
type pointerNode struct{ elem node }

func (n *pointerNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	if v.IsNil() {
		s.Value()
		return nil
	}
	return n.elem.read(r, s, v.Elem())
}

func (n *pointerNode) link(l *linking, v reflect.Value) {
	if !v.IsNil() {
		n.elem.link(l, v.Elem())
	}
}

func (n *pointerNode) fill(f *filling, v reflect.Value) bool {
	if v.IsNil() {
		return true
	}
	elem := writable(v.Elem())
	if n.elem.fill(f, elem) {
		v.Set(elem.Addr())
	} else {
		v.SetZero()
	}
	return true
}

func (n *pointerNode) same(a, b reflect.Value) bool {
	if a.IsNil() || b.IsNil() {
		return a.IsNil() && b.IsNil()
	}
	return n.elem.same(a.Elem(), b.Elem())
}

// writable returns a copy of v that can be set.
func writable(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	return w
}

// arrayNode is an array, which cannot be without one of its elements.
type arrayNode struct{ elem node }

func (n *arrayNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	return readElements(n.elem, r, s, v)
}

func (n *arrayNode) link(l *linking, v reflect.Value) {
	for i := range v.Len() {
		n.elem.link(l, v.Index(i))
	}
}

func (n *arrayNode) fill(f *filling, v reflect.Value) bool {
	whole := true
	for i := range v.Len() {
		whole = n.elem.fill(f, v.Index(i)) && whole
	}
	return whole
}

func (n *arrayNode) same(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !n.elem.same(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

// sliceNode is a slice, which drops what is gone.
type sliceNode struct{ arrayNode }

func (n *sliceNode) fill(f *filling, v reflect.Value) bool {
	if v.IsNil() {
		return true
	}
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(out, v)
	kept := 0
	for i := range v.Len() {
		if n.elem.fill(f, out.Index(i)) {
			out.Index(kept).Set(out.Index(i))
			kept++
		}
	}
	v.Set(out.Slice(0, kept))
	return true
}

func (n *sliceNode) same(a, b reflect.Value) bool {
	return a.IsNil() == b.IsNil() && n.arrayNode.same(a, b)
}

// reader is the part of a node that reads.
type reader interface {
	read(r *reading, s *shape.Scanner, v reflect.Value) error
}

func readElements(elem reader, r *reading, s *shape.Scanner, v reflect.Value) error {
	if !s.Open('[') {
		s.Value()
		return nil
	}
	for i := 0; s.Peek() != 0 && !s.Skip(']'); i++ {
		if i >= v.Len() {
			s.Value()
		} else if err := elem.read(r, s, v.Index(i)); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
		s.Skip(',')
	}
	return nil
}
