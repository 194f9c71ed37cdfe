package entity

import (
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Arg is one argument of a list, such as userId=1.
type Arg struct {
	Name, Value string
	// Open says that the argument does not restrict which entities the list
	// holds, such as a sort order.
	Open bool
}

// ListKey identifies a list: the collection it is of and its arguments, sorted
// by name. Arguments with equal names and values are equal, whatever types
// they had.
//
// Arguments that have the name of a field of the entities, and are not open,
// select those with that value: when the field of an entity changes, the entity
// leaves the lists that it does not fit any more and enters those of the same
// collection that it fits now. What a server has put into a list although the
// field differs stays there.
type ListKey struct {
	Collection string
	Args       []Arg
	// Text identifies the list instead, when it is not empty: it is different for
	// different collections and arguments.
	Text string
}

// ID is the key as one string. ListID finds a list by it.
func (k ListKey) ID() string {
	if k.Text != "" {
		return k.Text
	}
	var b strings.Builder
	b.WriteString(k.Collection)
	for _, a := range k.Args {
		b.WriteByte(0)
		b.WriteString(a.Name)
		b.WriteByte(1)
		b.WriteString(a.Value)
	}
	return b.String()
}

// takes reports whether an entity that is added under the given arguments belongs
// to what k identifies. What the server has said of its fields decides, and what
// was asked for where it has said nothing. Fields is the filter of the arguments of k;
// row is zero when there is no answer.
func (k ListKey) takes(fields filter, added ListKey, row AnyRow) belonging {
	if k.Collection != added.Collection {
		return outside
	}
	belongs := inside
	for _, a := range k.Args {
		if a.Open {
			continue
		}
		named := func(b Arg) bool { return a.Name == b.Name }
		same := func(b Arg) bool { return a.Name == b.Name && a.Value == b.Value }
		f, isField := fields.by(a)
		switch {
		case isField && row.p != nil && row.present.has(f.field):
			if !(filter{f}).fits(row.p) {
				return outside
			}
		case slices.ContainsFunc(added.Args, same):
		case isField && !slices.ContainsFunc(added.Args, named):
			belongs = unknown
		default:
			return outside
		}
	}
	return belongs
}

// List is a read-only view of a list at one moment. The zero List is empty. Two
// lists of one type are == when they are the same state of the same list.
type List[E any] struct{ view *view }

// Current reports whether nothing has changed since the view was made: reading the
// list again gives the same. It is a quick check, which may say no in doubt. A
// list that belongs to no key is never current.
func (l List[E]) Current() bool { return l.view.current() }

// Len returns the number of entities.
func (l List[E]) Len() int { return l.view.len() }

// At returns a copy of the entity at position i, which is at least 0 and less
// than Len. It panics otherwise, as a slice does.
func (l List[E]) At(i int) E { return cloneWith(l.view.model.clone, *valueIn[E](l.view.rows[i])) }

// All yields the positions and copies of the entities in order.
func (l List[E]) All() iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// AnyList is a List whose type E is known at run time only.
type AnyList struct {
	view *view
	of   *Kind
}

// Len returns the number of entities.
func (l AnyList) Len() int { return l.view.len() }

// At returns a copy of the entity at position i, as an E in an any. It panics
// when there is no such position.
func (l AnyList) At(i int) any { return l.of.model.load(l.of.model.in(l.view.rows[i])) }

// ListIn returns an AnyList in its type.
func ListIn[E any](l AnyList) List[E] { return List[E]{l.view} }

// Slice returns copies of the entities. The slice belongs to the caller and is
// never nil.
func (l List[E]) Slice() []E {
	s := make([]E, l.Len())
	for i := range s {
		s[i] = l.At(i)
	}
	return s
}

// Memoised returns what Memo keeps under id for this state of the list.
func Memoised[V, E any](l List[E], id any) (value V, ok bool) {
	v, ok := l.view.memo(id)
	if ok {
		value, _ = v.(V)
	}
	return value, ok
}

// Memo returns what f returned for this state of the list under id, calling f
// at most once unless calls overlap. An id stands for one function; it must be
// comparable and should be a pointer. The value is shared: treat it as
// read-only.
func Memo[V, E any](l List[E], id any, f func() V) V {
	v, ok := l.view.memo(id)
	if !ok {
		v = l.view.keepMemo(id, f())
	}
	value, _ := v.(V)
	return value
}

// MarshalJSON writes an array of the entities.
func (l List[E]) MarshalJSON() ([]byte, error) { return json.Marshal(l.Slice()) }

// UnmarshalJSONFrom reads an array of entities, or null. The list is not stored
// before the value around it is.
func (l *List[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := decodeView(dec, modelOf[E]())
	*l = List[E]{v}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (l *List[E]) UnmarshalJSON(data []byte) error { return decodeInto(l, data) }

func (*List[E]) standsFor() reflect.Type { return reflect.TypeOf((*E)(nil)).Elem() }
