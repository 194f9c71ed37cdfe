package router

import (
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// reading is one request on its way into a struct.
type reading struct {
	x      *exchange
	query  map[string][]string
	status int // of the error, if there is one
	wrong  []FieldError
}

func (in *input) read(x *exchange, v reflect.Value) error {
	rd := reading{x: x, status: http.StatusUnprocessableEntity}
	if err := in.readPlaces(&rd); err != nil {
		return err
	}
	for i := range in.fields {
		rd.field(&in.fields[i], v.FieldByIndex(in.fields[i].index))
	}
	if x.plan.query != nil {
		x.plan.query.check(&rd)
	}
	if in.decoder != nil {
		faults, err := x.decodeJSON(in, v)
		if err != nil {
			return err
		}
		rd.wrong = append(rd.wrong, faults...)
	}
	if in.validates && len(rd.wrong) == 0 {
		in.validate(&rd, v)
	}
	switch {
	case len(rd.wrong) > 0:
		return &InputError{Status: rd.status, Fields: rd.wrong}
	case in.stream != nil:
		bounded := boundedBody{http.MaxBytesReader(&x.writer, x.request.Body, x.plan.limits.maxBody)}
		v.FieldByIndex(in.stream.index).Set(reflect.ValueOf(bounded))
	}
	return nil
}

// readPlaces reads what the fields take their values from, as far as it is not
// there yet.
func (in *input) readPlaces(rd *reading) (err error) {
	if in.query || rd.x.plan.query != nil {
		if rd.query, err = parsePairs(rd.x.request.URL.RawQuery, "query"); err != nil {
			return err
		}
	}
	switch {
	case in.form && !in.demanded && rd.x.request.ContentLength == 0:
	case in.form:
		return rd.x.parseForm(in.files)
	case in.stream != nil:
		return in.stream.accepts(rd.x)
	}
	return nil
}

func (rd *reading) field(f *inputField, v reflect.Value) {
	if f.file {
		rd.file(f, v)
		return
	}
	values := rd.values(f)
	if len(values) == 0 {
		rd.missing(f, v)
		return
	}
	messages, err := f.set(v, values)
	if err != nil {
		if rd.fault(f, err.Error()); f.in != "form" {
			rd.status = http.StatusBadRequest
		}
	}
	for _, message := range messages {
		rd.fault(f, message)
	}
}

func (rd *reading) fault(f *inputField, detail string) {
	rd.wrong = append(rd.wrong, FieldError{In: f.in, Name: f.name, Detail: detail})
}

func (rd *reading) missing(f *inputField, v reflect.Value) {
	if f.constraints.SetDefault(v); f.constraints.Required {
		rd.fault(f, "is required")
	}
}

func (rd *reading) values(f *inputField) []string {
	switch f.in {
	case "path":
		return []string{rd.x.param(f.name)}
	case "query":
		return rd.query[f.name]
	case "header":
		return rd.x.request.Header.Values(f.name)
	case "cookie":
		var values []string
		for _, cookie := range rd.x.request.CookiesNamed(f.name) {
			values = append(values, cookie.Value)
		}
		return values
	}
	return rd.x.form[f.name]
}

func (rd *reading) file(f *inputField, v reflect.Value) {
	var files []*File
	if form := rd.x.request.MultipartForm; form != nil {
		files = form.File[f.name]
	}
	switch {
	case len(files) == 0:
		rd.missing(f, v)
		return
	case f.typ.Kind() == reflect.Slice:
		v.Set(reflect.ValueOf(files))
	case len(files) > 1:
		rd.fault(f, fmt.Sprintf("%d files where one is expected", len(files)))
	default:
		v.Set(reflect.ValueOf(files[0]))
	}
	for _, message := range f.constraints.Check(nil, v) {
		rd.fault(f, message)
	}
}

// accepts checks the media type of the request.
func (st *inputStream) accepts(x *exchange) error {
	name, err := x.mediaType()
	if err != nil {
		return err
	}
	major, _, _ := strings.Cut(name, "/")
	if slices.ContainsFunc(st.types, func(t string) bool { return t == "*/*" || t == name || t == major+"/*" }) {
		return nil
	}
	return &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Type %.80q: send %s", name, strings.Join(st.types, " or "))}
}

// boundedBody tells a body that is too long as 413 when the controller function
// returns the error.
type boundedBody struct{ body io.Reader }

func (b boundedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if err != nil && err != io.EOF {
		err = bodyError(err)
	}
	return n, err
}
