package bind

import (
	"fmt"
	"io"
	"mime/multipart"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Compile reads how a struct is filled, under the rules for a JSON body, and returns what
// is wrong with it too.
func Compile(t reflect.Type, rules Rules) (*Input, []string) {
	in := &Input{}
	if t.Kind() != reflect.Struct {
		return in, []string{fmt.Sprintf("router.In takes a struct, not %s", t)}
	}
	b := compiler{Input: in}
	b.collect(t, nil)
	all := strictjson.Members(t)
	for _, f := range all {
		if slices.ContainsFunc(b.json, func(index []int) bool { return slices.Equal(index, f.Index) }) {
			in.Members = append(in.Members, f)
			in.Demanded = in.Demanded || f.Required()
		}
	}
	in.Whole = len(in.Members) == len(all)
	in.validates = reflect.PointerTo(t).Implements(reflect.TypeFor[strictjson.Validator]())
	b.compileBody(t, rules)
	return in, b.mistakes
}

// compiler collects the fields of an Input, and what is wrong with them.
type compiler struct {
	*Input
	json     [][]int
	mistakes []string
}

func (b *compiler) fail(format string, args ...any) {
	b.mistakes = append(b.mistakes, fmt.Sprintf(format, args...))
}

func (b *compiler) compileBody(t reflect.Type, rules Rules) {
	if json, raw := len(b.json) > 0, b.stream != nil; b.Form && json || raw && (b.Form || json) {
		b.fail("%s has fields for several of a form, a JSON body and a body as it comes: a request has one body", t)
	}
	if len(b.Members) == 0 {
		return
	}
	b.Type = t
	b.mistakes = append(b.mistakes, b.compile(rules)...)
}

func (b *compiler) collect(t reflect.Type, above []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(above), i)
		places := sources(f.Tag)
		switch {
		case len(places) == 0 && f.Anonymous && f.Type.Kind() == reflect.Struct:
			b.collect(f.Type, index)
		case !f.IsExported() && len(places) > 0 && places[0] != "json":
			b.fail("field %s.%s has the tag %s and is not exported: nobody can fill it", t, f.Name, places[0])
		case f.Tag.Get("json") == "-" && slices.ContainsFunc(places, onlyRead):
			b.fail("field %s.%s has the tag json:\"-\", which leaves it out: drop that, or the tag %s", t, f.Name, places[slices.IndexFunc(places, onlyRead)])
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case len(places) == 0 && f.Anonymous && f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct:
			b.fail("field %s.%s is embedded by a pointer: embed the struct itself", t, f.Name)
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

// onlyRead reports whether a tag says something of a request alone; header and cookie are
// those of a response beside json:"-".
func onlyRead(place string) bool {
	return place != "json" && place != "header" && place != "cookie"
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

func (b *compiler) addStream(t reflect.Type, sf reflect.StructField, index []int) {
	if b.stream != nil || sf.Type != reflect.TypeFor[io.Reader]() {
		b.fail("field %s.%s: the tag body is for one field, an io.Reader", t, sf.Name)
		return
	}
	b.stream = index
	for name := range strings.SplitSeq(sf.Tag.Get("body"), ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if major, minor, _ := strings.Cut(name, "/"); major == "" || minor == "" || strings.ContainsAny(name, " ;") {
			b.fail("field %s.%s: the tag body names media types, such as image/*, not %q", t, sf.Name, name)
		}
		b.Types = append(b.Types, name)
	}
}

func (b *compiler) add(t reflect.Type, sf reflect.StructField, index []int, place string) {
	f := Field{In: place, Name: sf.Tag.Get(place), Type: sf.Type, index: index}
	f.File = place == "form" && (sf.Type == reflect.TypeFor[*multipart.FileHeader]() || sf.Type == reflect.TypeFor[[]*multipart.FileHeader]())
	b.Form = b.Form || place == "form"
	b.Files = b.Files || f.File
	b.query = b.query || place == "query"
	f.list = isList(sf.Type)
	var wrong []string
	f.Constraints, wrong = strictjson.Constraints(sf)
	for _, m := range wrong {
		b.fail("%s: %s", t, m)
	}
	b.Demanded = b.Demanded || place == "form" && f.Constraints.Required
	if f.set = checkedSetter(sf.Type, f.Constraints); !f.File && (f.set == nil || place == "path" && Setter(sf.Type) == nil) {
		b.fail("field %s.%s: a %s cannot be read from the %s", t, sf.Name, sf.Type, place)
	}
	if place == "path" && f.set != nil {
		f.set = spelled(f.set, sf.Type)
	}
	if why := misnomer(place, f.Name); why != "" {
		b.fail("field %s.%s: %s", t, sf.Name, why)
	}
	if slices.ContainsFunc(b.Fields, func(other Field) bool { return sameValue(f, other) }) {
		b.fail("field %s.%s: %s parameter %q has a field already", t, sf.Name, place, f.Name)
	}
	b.Fields = append(b.Fields, f)
}

// sameValue reports whether two fields take one value of a request.
func sameValue(a, b Field) bool {
	return a.In == b.In && (a.Name == b.Name || a.In == "header" && strings.EqualFold(a.Name, b.Name))
}

// misnomer says why a tag names no value of its place. A query and a form may have any name:
// what looks like an option of another package is told, since nothing would ever be found
// under it.
func misnomer(place, name string) string {
	_, option, _ := strings.Cut(name, ",")
	word, _, _ := strings.Cut(option, "=")
	switch {
	case name == "":
		return fmt.Sprintf("the tag %s is empty", place)
	case (place == "header" || place == "cookie") && !httpfield.IsToken(name):
		return fmt.Sprintf("%q is no name of a %s", name, place)
	case slices.Contains([]string{"omitempty", "omitzero", "required", "default", "string"}, word):
		return fmt.Sprintf("the tag %s has no options, such as %s", place, option)
	}
	return ""
}

// isList reports whether a type is read from several values.
func isList(t reflect.Type) bool {
	if held, ok := strictjson.OptionalType(t); ok {
		t = held
	}
	return t.Kind() == reflect.Slice && Setter(t) == nil
}
