package forms

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

var _ restclient.BodyEncoding = Multipart{}

// Multipart writes a body as multipart/form-data (RFC 7578). A field of the body
// whose type is transfer.File, a pointer to one or a slice of them is sent as files:
//
//	type AddPhotoBody struct {
//		Title string        `json:"title"`
//		Place Place         `json:"place"` // a part of application/json
//		Photo transfer.File `json:"photo"`
//	}
//
// A field of another type is a part with its text, or with its JSON where that is an
// object; an array is a part for each item. Files come last and are streamed, and
// what transfer.Multipart says of repeated attempts holds: a call whose source can
// be read once only is not repeated. The zero value works.
type Multipart struct {
	ContentTypes map[string]string // of parts, by the name of the field in JSON; a File has its own
	Progress     transfer.Progress
}

// Encode makes the form. It is called by the client.
func (m Multipart) Encode(body any, asJSON []byte) (restclient.Body, error) {
	fields, err := members(asJSON)
	if err != nil {
		return restclient.Body{}, err
	}
	files := map[string][]transfer.File{}
	filesIn(reflect.ValueOf(body), files)
	form := transfer.Multipart{Progress: m.Progress}
	for _, f := range fields {
		if found, ok := files[f.name]; ok {
			for _, file := range found {
				file.Field = f.name
				form.Files = append(form.Files, file)
			}
			continue
		}
		parts, err := m.parts(f)
		if err != nil {
			return restclient.Body{}, fmt.Errorf("field %q of the form: %w", f.name, err)
		}
		form.Fields = append(form.Fields, parts...)
	}
	return form.Body()
}

// parts are those of a field that is not a file.
func (m Multipart) parts(f member) (parts []transfer.Field, err error) {
	values := []jsontext.Value{f.value}
	if f.value.Kind() == '[' {
		if values, err = items(f.value); err != nil {
			return nil, err
		}
	}
	for _, v := range values {
		part := transfer.Field{Name: f.name, ContentType: m.ContentTypes[f.name]}
		if part.ContentType == "" && isPlural(v) {
			part.ContentType = "application/json"
		}
		if part.Value, err = textOf(v); err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

var fileType = reflect.TypeFor[transfer.File]()

// filesIn finds the files of a struct by the names of their fields in JSON.
func filesIn(v reflect.Value, found map[string][]transfer.File) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || slices.Contains(strings.Split(options, ","), "embed")):
			filesIn(v.Field(i), found)
		case f.IsExported() && name != "-":
			if name == "" {
				name = f.Name
			}
			addFiles(v.Field(i), name, found)
		}
	}
}

func addFiles(v reflect.Value, name string, found map[string][]transfer.File) {
	switch t := v.Type(); {
	case t == fileType:
		found[name] = []transfer.File{v.Interface().(transfer.File)}
	case t == reflect.PointerTo(fileType):
		found[name] = nil
		if !v.IsNil() {
			found[name] = []transfer.File{v.Elem().Interface().(transfer.File)}
		}
	case t.Kind() == reflect.Slice && t.Elem() == fileType:
		found[name] = nil
		for i := range v.Len() {
			found[name] = append(found[name], v.Index(i).Interface().(transfer.File))
		}
	}
}
