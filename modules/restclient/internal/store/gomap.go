package store

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// goMapNode is a Go map, which drops what is gone.
type goMapNode struct{ elem node }

func (n *goMapNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	if !s.Open('{') {
		s.Value()
		return nil
	}
	for s.Peek() != 0 && !s.Skip('}') {
		name := string(s.Name())
		if err := n.readMember(r, s, v, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.Skip(',')
	}
	return nil
}

func (n *goMapNode) readMember(r *reading, s *shape.Scanner, v reflect.Value, name string) error {
	key, ok := mapKey(v.Type().Key(), name)
	if !ok || !v.MapIndex(key).IsValid() {
		s.Value()
		return nil
	}
	elem := writable(v.MapIndex(key))
	err := n.elem.read(r, s, elem)
	v.SetMapIndex(key, elem)
	return err
}

// keyKind is the kind of the keys of maps, Invalid for those that have no name
// in JSON of their own.
func keyKind(t reflect.Type) reflect.Kind {
	switch k := t.Kind(); {
	case shape.DecodesItself(t):
		return reflect.Invalid
	case k == reflect.String:
		return reflect.String
	case reflect.Int <= k && k <= reflect.Int64:
		return reflect.Int64
	case reflect.Uint <= k && k <= reflect.Uint64:
		return reflect.Uint64
	}
	return reflect.Invalid
}

func mapKey(t reflect.Type, name string) (reflect.Value, bool) {
	key := reflect.New(t).Elem()
	switch keyKind(t) {
	case reflect.String:
		key.SetString(name)
	case reflect.Int64:
		i, err := strconv.ParseInt(name, 10, 64)
		key.SetInt(i)
		return key, err == nil
	default:
		i, err := strconv.ParseUint(name, 10, 64)
		key.SetUint(i)
		return key, err == nil
	}
	return key, true
}

func (n *goMapNode) link(l *linking, v reflect.Value) {
	for k, e := range v.Seq2() {
		elem := writable(e)
		n.elem.link(l, elem)
		v.SetMapIndex(k, elem)
	}
}

func (n *goMapNode) fill(f *filling, v reflect.Value) bool {
	if v.IsNil() {
		return true
	}
	out := reflect.MakeMapWithSize(v.Type(), v.Len())
	for _, k := range sortedKeys(v) {
		elem := writable(v.MapIndex(k))
		if n.elem.fill(f, elem) {
			out.SetMapIndex(k, elem)
		}
	}
	v.Set(out)
	return true
}

func (n *goMapNode) same(a, b reflect.Value) bool {
	if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
		return false
	}
	for k, e := range a.Seq2() {
		other := b.MapIndex(k)
		if !other.IsValid() || !n.elem.same(e, other) {
			return false
		}
	}
	return true
}

// sortedKeys returns the keys of a map in an order that is the same each time.
func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return compareKeys(a, b) })
	return keys
}

// compareKeys orders keys: numbers and strings as one expects, others by their
// text.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	}
	return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
}
