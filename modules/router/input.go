package router

import (
	"fmt"
	"mime/multipart"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// File is an uploaded file. In a struct for In a field of type *File or []*File
// with the tag form takes one.
type File = multipart.FileHeader

// In makes a Function of a controller function that takes one struct, filled
// from the places its tags name:
//
//	type NewUser struct {
//		Team   string   `path:"team"`
//		DryRun bool     `query:"dry_run"`
//		Labels []string `query:"label"` // ?label=a&label=b
//		Tenant string   `header:"X-Tenant"`
//		Name   string   `json:"name"`   // a member of the JSON body
//	}
//
// The tag form in place of json reads a form, and files with it. Every field
// has exactly one such tag; fields of embedded structs count. What is not sent
// leaves its field as it is. Values that cannot be read are 400, all named; a
// JSON body with unknown or ill-typed members is 422, one that is not JSON 400,
// a body of another type 415.
func In[T, R any](fn func(*Context, *T) (R, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[R]())
	f.input, f.mistakes = newInput(reflect.TypeFor[T](), f.mistakes)
	f.call = func(c *Context) error {
		in := new(T)
		if err := f.input.read(c, reflect.ValueOf(in).Elem(), in); err != nil {
			return err
		}
		c.x.input = in
		v, err := fn(c, in)
		return c.end(v, err)
	}
	return f
}

// input is how a struct is filled from a request.
type input struct {
	fields []inputField
	body   []strictjson.Field // the members of the JSON body
	form   bool
	files  bool
}

type inputField struct {
	in    string // "path", "query", "header" or "form"
	name  string
	index []int
	typ   reflect.Type
	file  bool
	set   func(v reflect.Value, values []string) error
}

func newInput(t reflect.Type, mistakes []string) (*input, []string) {
	in := &input{}
	if t.Kind() != reflect.Struct {
		return in, append(mistakes, fmt.Sprintf("router.In takes a struct, not %s", t))
	}
	b := inputBuilder{input: in, mistakes: mistakes}
	b.collect(t, nil)
	for _, f := range strictjson.Fields(t) {
		if slices.ContainsFunc(b.json, func(index []int) bool { return slices.Equal(index, f.Index) }) {
			in.body = append(in.body, f)
		}
	}
	if in.form && len(b.json) > 0 {
		b.fail("%s has fields for a form and for a JSON body: a request has one body", t)
	}
	return in, b.mistakes
}

type inputBuilder struct {
	*input
	json     [][]int
	mistakes []string
}

func (b *inputBuilder) fail(format string, args ...any) {
	b.mistakes = append(b.mistakes, fmt.Sprintf(format, args...))
}

func (b *inputBuilder) collect(t reflect.Type, above []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(above), i)
		places := sources(f.Tag)
		switch {
		case len(places) == 0 && f.Anonymous && f.Type.Kind() == reflect.Struct:
			b.collect(f.Type, index)
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case len(places) == 0:
			b.fail("field %s.%s names no source: add a tag path, query, header, form or json", t, f.Name)
		case len(places) > 1:
			b.fail("field %s.%s names several sources: %v", t, f.Name, places)
		case places[0] == "json":
			b.json = append(b.json, index)
		default:
			b.add(t, f, index, places[0])
		}
	}
}

func sources(tag reflect.StructTag) []string {
	var places []string
	for _, place := range []string{"path", "query", "header", "form", "json"} {
		if _, ok := tag.Lookup(place); ok {
			places = append(places, place)
		}
	}
	return places
}

func (b *inputBuilder) add(t reflect.Type, sf reflect.StructField, index []int, place string) {
	f := inputField{in: place, name: sf.Tag.Get(place), index: index, typ: sf.Type}
	f.file = sf.Type == reflect.TypeFor[*File]() || sf.Type == reflect.TypeFor[[]*File]()
	b.form = b.form || place == "form"
	if f.file && place == "form" {
		b.files = true
		b.fields = append(b.fields, f)
		return
	}
	if f.set = valuesSetter(sf.Type); f.set == nil || place == "path" && setter(sf.Type) == nil {
		b.fail("field %s.%s: a %s cannot be read from the %s", t, sf.Name, sf.Type, place)
	}
	if f.name == "" {
		b.fail("field %s.%s: the tag %s is empty", t, sf.Name, place)
	}
	b.fields = append(b.fields, f)
}

// valuesSetter returns what reads a value of a type from the values of one
// name, nil when that is not possible.
func valuesSetter(t reflect.Type) func(v reflect.Value, values []string) error {
	if set := setter(t); set != nil {
		return func(v reflect.Value, values []string) error {
			if len(values) > 1 {
				return fmt.Errorf("%d values where one is expected", len(values))
			}
			return set(v, values[0])
		}
	}
	if t.Kind() != reflect.Slice || setter(t.Elem()) == nil {
		return nil
	}
	set := setter(t.Elem())
	return func(v reflect.Value, values []string) error {
		list := reflect.MakeSlice(t, len(values), len(values))
		for i, s := range values {
			if err := set(list.Index(i), s); err != nil {
				return err
			}
		}
		v.Set(list)
		return nil
	}
}

// reading is one request on its way into a struct.
type reading struct {
	x     *exchange
	query map[string][]string
	wrong []FieldError
}

func (in *input) read(c *Context, v reflect.Value, target any) error {
	x := c.x
	rd := reading{x: x}
	var err error
	if rd.query, err = parsePairs(x.request.URL.RawQuery, "query"); err != nil {
		return err
	}
	if in.form {
		if err := x.parseForm(in.files); err != nil {
			return err
		}
	}
	if len(in.body) > 0 {
		if err := x.decodeJSON(target, in.body); err != nil {
			return err
		}
	}
	for _, f := range in.fields {
		rd.field(f, v.FieldByIndex(f.index))
	}
	if len(rd.wrong) > 0 {
		return &InputError{Status: 400, Fields: rd.wrong}
	}
	return nil
}

func (rd *reading) field(f inputField, v reflect.Value) {
	if f.file {
		rd.file(f, v)
		return
	}
	values := rd.values(f)
	if len(values) == 0 {
		return
	}
	if err := f.set(v, values); err != nil {
		rd.wrong = append(rd.wrong, FieldError{In: f.in, Name: f.name, Detail: err.Error()})
	}
}

func (rd *reading) values(f inputField) []string {
	switch f.in {
	case "path":
		return []string{rd.x.param(f.name)}
	case "query":
		return rd.query[f.name]
	case "header":
		return rd.x.request.Header.Values(f.name)
	}
	return rd.x.form[f.name]
}

func (rd *reading) file(f inputField, v reflect.Value) {
	files := rd.x.request.MultipartForm.File[f.name]
	switch {
	case len(files) == 0:
	case f.typ.Kind() == reflect.Slice:
		v.Set(reflect.ValueOf(files))
	case len(files) > 1:
		rd.wrong = append(rd.wrong, FieldError{In: f.in, Name: f.name, Detail: fmt.Sprintf("%d files where one is expected", len(files))})
	default:
		v.Set(reflect.ValueOf(files[0]))
	}
}
