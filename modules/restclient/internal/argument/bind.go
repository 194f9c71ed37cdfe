package argument

import (
	"cmp"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Bound is one set of arguments, written out.
type Bound struct {
	Path  pathtemplate.Values
	Query []Value
}

// Value is one value of a parameter.
type Value struct {
	Name, Value string
	// Open says that the value does not restrict what a list holds, such as a
	// sort order.
	Open bool
}

// Bind writes the arguments out, query sorted by name. Absent values, nil
// pointers and empty slices, are left out.
func (p *Plan) Bind(v reflect.Value) (Bound, error) {
	b := Bound{Path: pathtemplate.Values{}}
	for _, f := range p.fields {
		value := v
		if !p.scalar {
			value = v.FieldByIndex(f.index)
		}
		values, err := f.values(value)
		if err != nil {
			return Bound{}, fmt.Errorf("parameter %q: %w", f.name, err)
		}
		b.add(f, values)
	}
	slices.SortStableFunc(b.Query, func(x, y Value) int { return cmp.Compare(x.Name, y.Name) })
	return b, nil
}

func (f field) values(v reflect.Value) ([]string, error) {
	if f.omitEmpty && isEmpty(v) || f.optional && v.Kind() == reflect.String && v.Len() == 0 {
		return nil, nil
	}
	return f.write.write(v)
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}

func (b *Bound) add(f field, values []string) {
	if f.path {
		b.Path[f.name] = values
		return
	}
	for _, v := range values {
		b.Query = append(b.Query, Value{Name: f.name, Value: v, Open: f.open})
	}
}

// Encode writes the query as it follows the "?": form encoding, in the order
// of the names, a name with several values repeated.
func (b Bound) Encode() string {
	var s strings.Builder
	for i, v := range b.Query {
		if i > 0 {
			s.WriteByte('&')
		}
		s.WriteString(url.QueryEscape(v.Name) + "=" + url.QueryEscape(v.Value))
	}
	return s.String()
}

// Values lists path and query values together, sorted, without the query
// parameter named except.
func (b Bound) Values(except string) []Value {
	var all []Value
	for name, values := range b.Path {
		for _, v := range values {
			all = append(all, Value{Name: name, Value: v})
		}
	}
	for _, v := range b.Query {
		if v.Name != except {
			all = append(all, v)
		}
	}
	slices.SortStableFunc(all, func(x, y Value) int { return cmp.Compare(x.Name, y.Name) })
	return all
}
