package entity

import (
	"iter"
	"reflect"
	"slices"
	"strings"
)

// shape is what the store knows about the fields of an entity type. A type that
// is not a struct, or that decodes itself, has no fields: it is replaced whole.
type shape struct {
	name   string
	fields []shapeField
	rest   []int // fields that take the members no other field takes
	keys   []int // fields that the primary key is made of
	key    reflect.Type
}

type shapeField struct {
	name  string
	index []int
	typ   reflect.Type
	rest  bool // takes the members no other field takes

	compare comparer
}

// shapeOf returns the shape of an entity type with keys of type key; pk is the key
// of what a pointer to an entity points to.
func shapeOf(t, key reflect.Type, pk func(p any) any) *shape {
	s := &shape{name: t.String(), key: key}
	if t.Kind() != reflect.Struct || decodesItself(t) {
		return s
	}
	s.addFields(t, nil)
	for i := range s.fields {
		f := &s.fields[i]
		f.typ = t.FieldByIndex(f.index).Type
		f.compare = comparerFor(f.typ)
	}
	s.keys = keyFields(s, t, pk)
	return s
}

func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	// Constant names let the linker drop methods that nobody calls.
	_, plain := p.MethodByName("UnmarshalJSON")
	_, from := p.MethodByName("UnmarshalJSONFrom")
	_, text := p.MethodByName("UnmarshalText")
	return plain || from || text
}

// size is the number of fields, at least one: the whole.
func (s *shape) size() int { return max(1, len(s.fields)) }

func (s *shape) addFields(t reflect.Type, index []int) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(index), i)
		name, options := jsonName(sf)
		switch {
		case sf.Tag.Get("json") == "-" || !sf.IsExported() && !sf.Anonymous:
		case sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Struct && !decodesItself(sf.Type):
			s.addFields(sf.Type, at)
		case !sf.IsExported():
		case takesRest(options):
			s.rest = append(s.rest, len(s.fields))
			s.fields = append(s.fields, shapeField{name: sf.Name, index: at, rest: true})
		case name != "":
			s.fields = append(s.fields, shapeField{name: name, index: at})
		default:
			s.fields = append(s.fields, shapeField{name: sf.Name, index: at})
		}
	}
}

// jsonName returns the name and the options that the tag of a field gives.
func jsonName(sf reflect.StructField) (name, options string) {
	name, options, _ = strings.Cut(sf.Tag.Get("json"), ",")
	return strings.Trim(name, "'"), options
}

func takesRest(options string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if option == "inline" || option == "unknown" || option == "embed" {
			return true
		}
	}
	return false
}

// names yields the JSON names of the fields that have one.
func (s *shape) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range s.fields {
			if !f.rest && !yield(f.name) {
				return
			}
		}
	}
}

// find returns the field that a JSON member goes to, -1 when only those can take
// it that take the rest.
func (s *shape) find(name string) int {
	return slices.IndexFunc(s.fields, func(f shapeField) bool { return f.name == name && !f.rest })
}

// mark adds the fields that a JSON member goes to, and returns the last one, -1
// when there is none.
func (s *shape) mark(m *mask, name string) int {
	if i := s.find(name); i >= 0 {
		m.set(i)
		return i
	}
	for _, i := range s.rest {
		m.set(i)
	}
	return -1
}

func (s *shape) keyName() string {
	if len(s.keys) == 0 {
		return ""
	}
	return s.fields[s.keys[0]].name
}

// keyFields finds the fields that the primary key depends on: those that change
// it when they alone change.
func keyFields(s *shape, t reflect.Type, pk func(p any) any) []int {
	base, ok := tryKey(reflect.New(t), pk)
	if !ok {
		return nil
	}
	var keys []int
	for i, f := range s.fields {
		probe := reflect.New(t)
		if !disturb(probe.Elem().FieldByIndex(f.index)) {
			continue
		}
		if key, ok := tryKey(probe, pk); ok && key != base {
			keys = append(keys, i)
		}
	}
	return keys
}

// tryKey reports false for a PK method that cannot cope with a made-up value.
func tryKey(e reflect.Value, pk func(p any) any) (key any, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return pk(e.Interface()), true
}

// disturb sets v to something that is not its zero value.
func disturb(v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.String:
		v.SetString("x")
	case v.CanInt():
		v.SetInt(1)
	case v.CanUint():
		v.SetUint(1)
	case v.CanFloat():
		v.SetFloat(1)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Array && v.Len() > 0:
		return disturb(v.Index(0))
	default:
		return false
	}
	return true
}

// filter makes the filter of the arguments that name a field and restrict.
func (s *shape) filter(args []Arg) filter {
	var f filter
	for _, a := range args {
		i := s.find(a.Name)
		if a.Open || i < 0 || !hasText(s.fields[i].typ) {
			continue
		}
		f = append(f, filterField{i, a.Name, s.fields[i].index, a.Value})
	}
	return f
}

// same reports whether a field is equal in two entities.
func (s *shape) same(i int, a, b any) bool {
	f := s.fields[i]
	return f.compare(reflect.ValueOf(a).Elem().FieldByIndex(f.index), reflect.ValueOf(b).Elem().FieldByIndex(f.index))
}

// all is the set of all fields.
func (s *shape) all() mask {
	m := newMask(s.size())
	for i := range s.size() {
		m.set(i)
	}
	return m
}

// equal reports whether a field is equal in two entities. A type without fields is
// one field.
func (s *shape) equal(i int, a, b any, whole comparer) bool {
	if len(s.fields) == 0 {
		return whole(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
	}
	return s.same(i, a, b)
}

// copyField sets a field of to.
func (s *shape) copyField(i int, to, from any) {
	a, b := reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem()
	if len(s.fields) > 0 {
		a, b = a.FieldByIndex(s.fields[i].index), b.FieldByIndex(s.fields[i].index)
	}
	a.Set(b)
}

// keyField returns the field that is the key of what p points to. It is false when
// no field alone is the key.
func (s *shape) keyField(p any) (key reflect.Value, ok bool) {
	if len(s.keys) != 1 {
		return key, false
	}
	key = reflect.ValueOf(p).Elem().FieldByIndex(s.fields[s.keys[0]].index)
	return key, key.Type() == s.key
}
