package entity

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A List inside another value is the list that its key names: what the list of
// that key shows elsewhere, it shows, too.

// MarshalJSON writes an array of the entities.
func (l List[E]) MarshalJSON() ([]byte, error) { return json.Marshal(l.Slice()) }

// UnmarshalJSONFrom reads an array of entities, or null. The list is not stored
// before the value around it is.
func (l *List[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var values []E
	if err := json.UnmarshalDecode(dec, &values); err != nil {
		return err
	}
	*l = List[E]{}
	if values != nil {
		l.view = &view[E]{rows: versionsOf(values), clone: clonerFor(reflect.TypeFor[E]()), loose: true}
	}
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (l *List[E]) UnmarshalJSON(data []byte) error { return decodeInto(l, data) }

// versionsOf makes versions that no cell has.
func versionsOf[E any](values []E) []*version[E] {
	versions := make([]*version[E], len(values))
	for i := range values {
		versions[i] = &version[E]{value: values[i]}
	}
	return versions
}

func (List[E]) standsFor() reflect.Type { return reflect.TypeFor[E]() }

// listNode is a List inside a value.
type listNode[E Entity[K], K comparable] struct {
	store *Store
	key   listKeyFunc
}

func (n *listNode[E, K]) read(r *reading, s *scanner, v reflect.Value) error {
	l := v.Addr().Interface().(*List[E])
	if l.view == nil {
		s.value()
		return nil
	}
	return readElements(rowReader[E, K]{l.view}, r, s, reflect.ValueOf(l.view.rows))
}

// rowReader reads the rows of a list, one after the other.
type rowReader[E Entity[K], K comparable] struct{ view *view[E] }

func (n rowReader[E, K]) read(r *reading, s *scanner, v reflect.Value) error {
	inner := reading{store: r.store}
	row, err := TableOf[E](r.store).take(&inner, s, v.Interface().(*version[E]).value)
	if err != nil {
		return err
	}
	// The list stores its rows itself.
	r.puts = append(r.puts, inner.puts[:len(inner.puts)-1]...)
	n.view.read = append(n.view.read, row)
	return nil
}

func (n *listNode[E, K]) link(l *linking, v reflect.Value) {
	list := v.Addr().Interface().(*List[E])
	if list.view == nil || !list.view.loose {
		return
	}
	t, rows := TableOf[E](n.store), list.view.read
	key, ok := n.key(l)
	switch {
	case !ok:
		t.putAll(l.w.commit, l.w, rows, nil)
		return
	case l.extend:
		t.Append(l.w, key, rows)
		list.view = &view[E]{of: t.list(key)}
	default:
		list.view = &view[E]{of: t.replace(l.w, key, rows)}
	}
}

func (n *listNode[E, K]) fill(f *filling, v reflect.Value) bool {
	l := v.Addr().Interface().(*List[E])
	if l.view == nil || l.view.of == nil {
		return true
	}
	l.view = TableOf[E](n.store).viewNow(l.view.of)
	f.parts = append(f.parts, seenPart{l.view.of, l.view})
	return true
}

func (n *listNode[E, K]) same(a, b reflect.Value) bool {
	x, y := a.Interface().(List[E]).view, b.Interface().(List[E]).view
	return x == y || x != nil && y != nil && x.of != nil && x.of == y.of
}

// listKey returns the key of a list in a response: that of the response. A
// response with several lists has their names, too.
func (p place) listKey(index int) ListKey {
	k := p.key
	if len(p.names) > 1 {
		k.Collection += " " + p.names[index]
	}
	return k
}
