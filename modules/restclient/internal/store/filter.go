package store

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// filter selects entities by the text of some of their fields.
type filter []filterField

type filterField struct {
	field int // of the shape
	shape *shape.Field
	name  string
	value string
}

// fits reports whether all fields of the entity that e points to have the value
// that is asked for.
func (f filter) fits(e any) bool {
	if len(f) == 0 {
		return true
	}
	v := reflect.ValueOf(e).Elem()
	for _, field := range f {
		if !textIs(field.shape.In(v), field.value) {
			return false
		}
	}
	return true
}

// fitsRow is fits for an entity as a response has it: what is stored decides
// about fields that the response lacks.
func (f filter) fitsRow(e any, present shape.Mask, stored any) bool {
	for i, field := range f {
		from := e
		if !present.Has(field.field) {
			from = stored
		}
		if from != nil && !f[i:i+1].fits(from) {
			return false
		}
	}
	return true
}

// fitsPresent is fits for the fields alone that a response has.
func (f filter) fitsPresent(row Row) bool { return f.fitsRow(row.p, row.present, nil) }

// fitsSaid is fits for a row that has all of the fields.
func (f filter) fitsSaid(row Row) bool {
	return !slices.ContainsFunc(f, func(part filterField) bool { return !row.present.Has(part.field) }) && f.fits(row.p)
}

// selects reports whether the filter is by one of the fields.
func (f filter) selects(fields shape.Mask) bool {
	return slices.ContainsFunc(f, func(part filterField) bool { return fields.Has(part.field) })
}

// by returns the part that an argument makes.
func (f filter) by(a Arg) (filterField, bool) {
	i := slices.IndexFunc(f, func(part filterField) bool { return part.name == a.Name && part.value == a.Value })
	if i < 0 {
		return filterField{}, false
	}
	return f[i], true
}

// hasText reports whether values of a type have one text, the one that an
// argument of a request has.
func hasText(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return t.Elem().Kind() != reflect.Pointer && hasText(t.Elem())
	case reflect.String, reflect.Bool:
		return true
	}
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uint64
}

func textIs(v reflect.Value, text string) bool {
	var buf [20]byte
	switch {
	case v.Kind() == reflect.Pointer:
		return !v.IsNil() && textIs(v.Elem(), text)
	case v.Kind() == reflect.String:
		return v.String() == text
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool()) == text
	case v.CanInt():
		return string(strconv.AppendInt(buf[:0], v.Int(), 10)) == text
	}
	return string(strconv.AppendUint(buf[:0], v.Uint(), 10)) == text
}

// filterOf makes the filter of the arguments that name a field and restrict.
func filterOf(s *shape.Shape, args []Arg) filter {
	var f filter
	for _, a := range args {
		i := s.Find(a.Name)
		if a.Open || i < 0 || !hasText(s.Fields[i].Type) {
			continue
		}
		f = append(f, filterField{i, &s.Fields[i], a.Name, a.Value})
	}
	return f
}
