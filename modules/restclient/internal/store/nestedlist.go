package store

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// A List inside another value is the list that its key names: what the list of
// that key shows elsewhere, it shows, too.

// ReadView reads an array of values of type E, or null. The view is not stored
// before the value around it is.
func ReadView[E any](dec *jsontext.Decoder) (*View, error) { return decodeView(dec, modelOf[E]()) }

// decodeView reads an array of entities, or null, which is no list.
func decodeView(dec *jsontext.Decoder, m *model) (*View, error) {
	values := reflect.New(reflect.SliceOf(m.typ))
	if err := json.UnmarshalDecode(dec, values.Interface()); err != nil {
		return nil, err
	}
	values = values.Elem()
	if values.IsNil() {
		return nil, nil
	}
	v := &View{rows: make([]*version, values.Len()), model: m, loose: true}
	for i := range v.rows {
		v.rows[i] = m.box(values.Index(i).Addr().Interface())
	}
	return v, nil
}

// viewPlace is a List in a reflect.Value.
func viewPlace(v reflect.Value) **View { return contentOf[*View](v) }

// listNode is a List inside a value.
type listNode struct {
	store *Store
	kind  *Kind
	key   listKeyFunc
}

func (n *listNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	l := *viewPlace(v)
	if l == nil {
		s.Value()
		return nil
	}
	return readElements(rowReader{n.kind.In(r.store), l}, r, s, reflect.ValueOf(l.rows))
}

// rowReader reads the rows of a list, one after the other.
type rowReader struct {
	table *Table
	view  *View
}

func (n rowReader) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	inner := reading{store: r.store}
	row, err := n.table.take(&inner, s, n.table.model.in(v.Interface().(*version)))
	if err != nil {
		return err
	}
	// The list stores its rows itself.
	r.puts = append(r.puts, inner.puts[:len(inner.puts)-1]...)
	n.view.read = append(n.view.read, row)
	return nil
}

func (n *listNode) link(l *linking, v reflect.Value) {
	place := viewPlace(v)
	if *place == nil || !(*place).loose {
		return
	}
	t, rows := n.kind.In(n.store), (*place).read
	key, ok := n.key(l)
	switch {
	case !ok:
		t.putAll(l.w.commit, l.w, rows, nil)
		return
	case l.whole != nil:
		list, known := t.lists.byID.Load(key.ID())
		*l.whole = *l.whole && known
		*place = &View{of: list, model: t.model}
	case l.extend:
		t.Append(l.w, key, rows)
		*place = &View{of: t.lists.of(key), model: t.model}
	default:
		*place = &View{of: t.replace(l.w, key, rows), model: t.model}
	}
}

func (n *listNode) fill(f *filling, v reflect.Value) bool {
	place := viewPlace(v)
	if *place == nil || (*place).of == nil {
		return true
	}
	*place = (*place).of.viewNow()
	f.parts = append(f.parts, seenPart{(*place).of, *place})
	return true
}

func (n *listNode) same(a, b reflect.Value) bool {
	x, y := viewIn(a), viewIn(b)
	return x == y || x != nil && y != nil && x.of != nil && x.of == y.of
}

// viewIn returns the view of a List.
func viewIn(v reflect.Value) *View { return (*View)(v.Field(0).UnsafePointer()) }
