package router

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// File is an uploaded file. In a struct for In a field of type *File or []*File
// with the tag form takes one.
type File = multipart.FileHeader

// In makes a Function of a controller function that takes one struct, filled from
// the places its tags name:
//
//	type NewUser struct {
//		Team   string           `path:"team"`
//		DryRun bool             `query:"dry_run"`
//		Labels []string         `query:"label" items.minLength:"1"` // ?label=a&label=b
//		Tenant string           `header:"X-Tenant" required:"true"`
//		Theme  string           `cookie:"theme" default:"light"`
//		Name   string           `json:"name" min:"2" max:"64"` // a member of the JSON body
//		Email  string           `json:"email" format:"email"`
//		Age    router.Opt[int]  `json:"age" minimum:"0"`
//	}
//
// The tag form in place of json reads a form, and files with it. The tag body
// hands over the body as it comes, as an io.Reader of at most the size that
// WithMaxBody sets, for the media types it lists: `body:"image/*,text/csv"`.
// Every field has exactly one such tag; fields of embedded structs count.
//
// A member of the JSON body, at any depth, is required unless it is a pointer
// or an Opt, has a default or one of the options omitempty and omitzero. A
// query parameter, header, cookie or form field is optional. The tag required,
// "true" or "false", decides over both. What is not sent leaves its field as it
// is, or as the tag default says. A path parameter is always there.
//
// The constraints are those of JSON Schema: minimum, maximum, exclusiveMinimum,
// exclusiveMaximum and multipleOf for numbers, minLength, maxLength, pattern (of
// package regexp) and format for strings, minItems, maxItems and uniqueItems for
// lists, enum ("a,b,c"), min and max for whatever the type has, and all of them
// with "items." in front for the items of a list or map. Checked formats are
// email, uuid, date, time, date-time, duration, uri, uri-reference, hostname,
// ipv4 and ipv6. They are described, and so is what doc and example say.
//
// A struct, or any type in it, may have the method Validate() error, called when
// all of its constraints hold. Its error is a fault at the place of the value;
// an *InputError in its chain says more exactly where.
//
// A JSON body or a form in which nothing is required may be absent.
//
// All faults of a request are told together, in one *InputError. A body of
// another type is told alone as 415, one too long 413, one malformed 400.
func In[T, R any](fn func(*Context, *T) (R, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[R]())
	f.input, f.mistakes = newInput(reflect.TypeFor[T](), f.mistakes)
	f.call = func(c *Context) error {
		in := new(T)
		if err := c.plan.function.input.read(c.x, reflect.ValueOf(in).Elem()); err != nil {
			return err
		}
		c.x.input = in
		v, err := fn(c, in)
		return deliver(c, v, err)
	}
	return f
}

// input is how a struct is filled from a request.
type input struct {
	fields    []inputField
	typ       reflect.Type       // of the struct
	body      []strictjson.Field // the members of the JSON body
	decoder   *strictjson.Decoder
	stream    *inputStream // the body as it comes
	query     bool
	form      bool
	files     bool // in the form
	demanded  bool // something in the form or in the JSON body is required
	validates bool // the struct is a strictjson.Validator
}

type inputField struct {
	in          string // "path", "query", "header", "cookie" or "form"
	name        string
	index       []int
	typ         reflect.Type
	file        bool
	constraints constraint.Set
	// set returns an error when the values cannot be read, else what they break.
	set func(v reflect.Value, values []string) (broken []string, err error)
}

// inputStream is the field for a body that the router does not read.
type inputStream struct {
	types []string // media types, "image/*" among them
	index []int
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
			in.demanded = in.demanded || f.Required()
		}
	}
	in.validates = reflect.PointerTo(t).Implements(reflect.TypeFor[strictjson.Validator]())
	b.compileBody(t)
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

func (b *inputBuilder) compileBody(t reflect.Type) {
	if json, raw := len(b.json) > 0, b.stream != nil; b.form && json || raw && (b.form || json) {
		b.fail("%s has fields for several of a form, a JSON body and a body as it comes: a request has one body", t)
	}
	if len(b.body) == 0 {
		return
	}
	b.typ = t
	b.mistakes = append(b.mistakes, b.compile(jsonRules{})...)
}

// jsonRules are what a route accepts in a JSON body beside what is right.
type jsonRules struct{ unknown, duplicates bool }

// compile makes the decoder of the JSON body and returns what is wrong with its
// type.
func (in *input) compile(rules jsonRules) []string {
	decoder, err := strictjson.Compile(in.typ, in.body, strictjson.Options{
		UnknownMembers: rules.unknown, Duplicates: rules.duplicates, Explain: explain,
	})
	in.decoder = decoder
	var wrong *strictjson.TypeError
	if errors.As(err, &wrong) {
		return wrong.Mistakes
	}
	return nil
}

// under returns the input with other rules for its JSON body.
func (in *input) under(rules jsonRules) *input {
	if in == nil || in.decoder == nil || rules == (jsonRules{}) {
		return in
	}
	other := *in
	_ = other.compile(rules) // what is wrong with the type is known already
	return &other
}

// AllowUnknownMembers accepts members of the JSON body that the struct has not,
// and forgets them. Default: they are faults.
func AllowUnknownMembers() Setting { return func(a *about) { a.json.unknown = true } }

// AllowDuplicateMembers accepts a member of the JSON body that is there twice;
// the last one counts. Default: the body is refused.
func AllowDuplicateMembers() Setting { return func(a *about) { a.json.duplicates = true } }

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
			b.fail("field %s.%s names no source: add a tag path, query, header, cookie, form, json or body", t, f.Name)
		case len(places) > 1:
			b.fail("field %s.%s names several sources: %v", t, f.Name, places)
		case places[0] == "json":
			b.json = append(b.json, index)
		case places[0] == "body":
			b.addStream(t, f, index)
		default:
			b.add(t, f, index, places[0])
		}
	}
}

func sources(tag reflect.StructTag) []string {
	var places []string
	for _, place := range []string{"path", "query", "header", "cookie", "form", "json", "body"} {
		if _, ok := tag.Lookup(place); ok {
			places = append(places, place)
		}
	}
	return places
}

func (b *inputBuilder) addStream(t reflect.Type, sf reflect.StructField, index []int) {
	if b.stream != nil || sf.Type != reflect.TypeFor[io.Reader]() {
		b.fail("field %s.%s: the tag body is for one field, an io.Reader", t, sf.Name)
		return
	}
	b.stream = &inputStream{index: index}
	for name := range strings.SplitSeq(sf.Tag.Get("body"), ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if major, minor, _ := strings.Cut(name, "/"); major == "" || minor == "" || strings.ContainsAny(name, " ;") {
			b.fail("field %s.%s: the tag body names media types, such as image/*, not %q", t, sf.Name, name)
		}
		b.stream.types = append(b.stream.types, name)
	}
}

func (b *inputBuilder) add(t reflect.Type, sf reflect.StructField, index []int, place string) {
	f := inputField{in: place, name: sf.Tag.Get(place), index: index, typ: sf.Type}
	f.file = place == "form" && (sf.Type == reflect.TypeFor[*File]() || sf.Type == reflect.TypeFor[[]*File]())
	b.form = b.form || place == "form"
	b.files = b.files || f.file
	b.query = b.query || place == "query"
	var wrong []string
	f.constraints, wrong = strictjson.Constraints(sf)
	for _, m := range wrong {
		b.fail("%s: %s", t, m)
	}
	b.demanded = b.demanded || place == "form" && f.constraints.Required
	if f.set = checkedSetter(sf.Type, f.constraints); !f.file && (f.set == nil || place == "path" && setter(sf.Type) == nil) {
		b.fail("field %s.%s: a %s cannot be read from the %s", t, sf.Name, sf.Type, place)
	}
	if f.name == "" {
		b.fail("field %s.%s: the tag %s is empty", t, sf.Name, place)
	}
	b.fields = append(b.fields, f)
}

// checkedSetter is valuesSetter with constraints, also for an Opt.
func checkedSetter(t reflect.Type, constraints constraint.Set) func(v reflect.Value, values []string) ([]string, error) {
	if held, ok := strictjson.OptionalType(t); ok {
		return optSetter(held, checkedSetter(held, constraints))
	}
	set := valuesSetter(t)
	if set == nil {
		return nil
	}
	return func(v reflect.Value, values []string) (broken []string, err error) {
		if err := set(v, values); err != nil {
			return nil, err
		}
		return constraints.CheckAll(nil, v), nil
	}
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
