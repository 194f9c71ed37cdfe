package forms

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

var _ restclient.BodyEncoding = Multipart{}

// Multipart writes a body as multipart/form-data (RFC 7578). A field of the body that is
// a transfer.File, or an array of them, is sent as files, whatever pointers and interfaces
// lead there; the body is a struct or a map:
//
//	type AddPhotoBody struct {
//		Title string        `json:"title"`
//		Place Place         `json:"place"` // a part of application/json
//		Photo transfer.File `json:"photo"`
//	}
//
// A field of another type is a part with its text, or with its JSON where that is an
// object; an array is a part for each item. A file inside of an object, or beside other
// items of an array, is a KindArgument error. Files come last and are streamed, and
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
	if err := filesIn(reflect.ValueOf(body), files); err != nil {
		return restclient.Body{}, err
	}
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

// filesIn finds the files of a struct by the names of their fields in JSON, and those of a
// map by their keys.
func filesIn(v reflect.Value, found map[string][]transfer.File) (err error) {
	v = pointedTo(v)
	if v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String {
		for key, value := range v.Seq2() {
			err = errors.Join(err, addFiles(value, key.String(), found))
		}
	}
	if v.Kind() != reflect.Struct || v.Type() == fileType {
		return err
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || slices.Contains(strings.Split(options, ","), "embed")):
			err = errors.Join(err, filesIn(v.Field(i), found))
		case f.IsExported() && name != "-":
			err = errors.Join(err, addFiles(v.Field(i), cmp.Or(name, f.Name), found))
		}
	}
	return err
}

// addFiles finds those of a field, which has none of them as JSON.
func addFiles(v reflect.Value, name string, found map[string][]transfer.File) error {
	files, err := filesOf(v)
	if err != nil {
		return fmt.Errorf("field %q of the form: %w", name, err)
	}
	if len(files) > 0 || isFiles(v.Type()) {
		found[name] = files
	}
	return nil
}

// isFiles reports whether a type is one of files, so that nil and an empty array are, too.
func isFiles(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t == fileType
}

var errFileInside = errors.New("a file stands beside other values, or inside of one, where no form has a place for it")

// filesOf are the files that a value is: one, or the items of an array.
func filesOf(v reflect.Value) (files []transfer.File, err error) {
	v = pointedTo(v)
	if !isArray(v) {
		if file, ok := fileAt(v); ok {
			return []transfer.File{file}, nil
		}
		return nil, refuseFiles(v)
	}
	others := false
	for i := range v.Len() {
		item := pointedTo(v.Index(i))
		file, ok := fileAt(item)
		if ok {
			files = append(files, file)
			continue
		}
		others = others || item.IsValid()
		if err := refuseFiles(item); err != nil {
			return nil, err
		}
	}
	if others && len(files) > 0 {
		return nil, errFileInside
	}
	return files, nil
}

func fileAt(v reflect.Value) (file transfer.File, ok bool) {
	if v.IsValid() && v.Type() == fileType {
		return v.Interface().(transfer.File), true
	}
	return file, false
}

// refuseFiles refuses a value that has files inside, which its JSON would be without.
func refuseFiles(v reflect.Value) (err error) {
	v = pointedTo(v)
	switch {
	case !v.IsValid():
	case v.Type() == fileType:
		return errFileInside
	case isArray(v):
		for i := 0; i < v.Len() && err == nil; i++ {
			err = refuseFiles(v.Index(i))
		}
	case v.Kind() == reflect.Map:
		for _, value := range v.Seq2() {
			if err = refuseFiles(value); err != nil {
				return err
			}
		}
	case v.Kind() == reflect.Struct:
		for i := 0; i < v.NumField() && err == nil; i++ {
			if f := v.Type().Field(i); (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" {
				err = refuseFiles(v.Field(i))
			}
		}
	}
	return err
}

// isArray reports whether v is an array whose items may have files inside.
func isArray(v reflect.Value) bool {
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return false
	}
	switch v.Type().Elem().Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Array:
		return true
	}
	return false
}

// pointedTo is what pointers and interfaces lead to; it is not valid for nil.
func pointedTo(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}
