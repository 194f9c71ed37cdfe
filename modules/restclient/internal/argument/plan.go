package argument

import (
	"cmp"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Plan writes arguments of type A. It is immutable and safe for concurrent use.
type Plan[A any] struct{ bindings }

// Part says how much of the arguments is written. Parts combine as bits.
type Part uint8

// The parts of the arguments.
const (
	// Whole is everything: what a request is sent to.
	Whole Part = 0
	// WithoutCursor leaves out the query parameters that select a page: what
	// identifies a list, whichever page of it is asked for.
	WithoutCursor Part = 1 << iota
	// Continued has the query continue one that stands before the path.
	Continued
)

// Value is one value of a parameter.
type Value struct {
	Name, Value string
	// Open says that the value does not restrict what a list holds, such as a
	// sort order.
	Open bool
}

// Append appends the path and the query of the arguments, such as
// "/todos/5?userId=1". Equal arguments are written alike, so that the result
// identifies them.
//
// It allocates nothing but room in dst when all fields are strings, bools,
// numbers or pointers to them. It returns a *pathtemplate.ParamError for a path
// that would lose its shape, and an error that names the parameter for a value
// that cannot be written.
func (p *Plan[A]) Append(dst []byte, args *A, part Part) ([]byte, error) {
	return p.append(dst, memoryOf(args), p.reflected(args), part)
}

// Values lists the values of the path and the query, sorted by name: elements
// of a slice one by one under the name of their parameter, members of an object
// under names such as filter[name]. It does not check the path.
func (p *Plan[A]) Values(args *A, part Part) ([]Value, error) {
	return p.values(memoryOf(args), p.reflected(args), part)
}

// Headers returns the headers in the arguments, nil when there are none. It
// returns an error for a value with a control character, such as a line break
// (RFC 9110, section 5.5).
func (p *Plan[A]) Headers(args *A) (http.Header, error) {
	if len(p.headers) == 0 {
		return nil, nil
	}
	return p.header(memoryOf(args), p.reflected(args))
}

// reflected copies the arguments for package reflect, when a field needs that.
func (p *Plan[A]) reflected(args *A) *reflect.Value {
	if !p.reflects {
		return nil
	}
	v := reflect.ValueOf(*args)
	return &v
}

// bindings are the fields of the arguments by the place they go to.
type bindings struct {
	template *pathtemplate.Template
	path     *sequence
	params   []field
	query    []field // sorted by name
	headers  []field
	reflects bool // a field is not direct
}

// HasQuery tells whether the arguments have a query parameter of that name.
func (b *bindings) HasQuery(name string) bool {
	return slices.ContainsFunc(b.query, func(f field) bool { return f.name == name })
}

// HasCursor tells whether a query parameter selects a page.
func (b *bindings) HasCursor() bool {
	return slices.ContainsFunc(b.query, func(f field) bool { return f.cursor })
}

// PathField finds the field bound to a path parameter: the index of the field,
// empty for a scalar.
func (b *bindings) PathField(name string) (index []int, ok bool) {
	for _, f := range b.params {
		if f.name == name {
			return f.index, true
		}
	}
	return nil, false
}

func (b *bindings) values(mem memory, args *reflect.Value, part Part) (all []Value, err error) {
	for i := range b.params {
		if all, err = b.params[i].appendValues(all, mem, args); err != nil {
			return nil, err
		}
	}
	for i := range b.query {
		if part&WithoutCursor != 0 && b.query[i].cursor {
			continue
		}
		if all, err = b.query[i].appendValues(all, mem, args); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(x, y Value) int { return cmp.Compare(x.Name, y.Name) })
	return all, nil
}

func (f *field) appendValues(all []Value, mem memory, args *reflect.Value) ([]Value, error) {
	if !f.items.keyed {
		texts, err := f.texts(mem, args)
		for _, text := range texts {
			all = append(all, Value{Name: f.name, Value: text, Open: f.open})
		}
		return all, err
	}
	items, err := f.list(args)
	for _, i := range items {
		all = append(all, Value{Name: f.name + "[" + i.key + "]", Value: i.text, Open: f.open})
	}
	return all, err
}

func (b *bindings) header(mem memory, args *reflect.Value) (http.Header, error) {
	h := http.Header{}
	for i := range b.headers {
		f := &b.headers[i]
		texts, err := f.texts(mem, args)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(texts, hasControl) {
			return nil, f.wrap(errControl)
		}
		if len(texts) > 0 {
			h[f.name] = texts
		}
	}
	return h, nil
}

var errControl = errors.New("a header cannot hold a control character, such as a line break")

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}
