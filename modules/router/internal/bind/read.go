package bind

import (
	"maps"
	"mime/multipart"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// reading is one request on its way into a struct.
type reading struct {
	src    Source
	query  map[string][]string
	status int // of the error, if there is one
	wrong  []problem.FieldError
}

// open reads what the fields take their values from, as far as it is not there
// yet.
func (rd *reading) open(in *Input) (err error) {
	if in.query || in.strict != nil {
		if rd.query, err = parsePairs(rd.src.Request.URL.RawQuery, "query"); err != nil {
			return err
		}
	}
	switch {
	case in.Form:
		if none, err := rd.src.bodiless(); err != nil || none && !in.Demanded {
			return err
		}
		return rd.src.parseForm(in.Files)
	case in.stream != nil:
		return rd.src.hasType(in.Types)
	}
	return nil
}

func (rd *reading) field(f *Field, v reflect.Value) {
	if f.File {
		rd.file(f, v)
		return
	}
	values := rd.values(f)
	switch {
	case len(values) > 0:
	case f.In == "form" && len(rd.files(f)) > 0:
		rd.fault(f, otherPart("a file where text is expected"))
		return
	default:
		rd.missing(f, v)
		return
	}
	broken, err := f.set(v, values)
	if err == nil && slices.ContainsFunc(values, isNoText) {
		err = errNoText
	}
	if err != nil {
		if rd.fault(f, faultOf(err)); f.In != "form" {
			rd.status = http.StatusBadRequest
		}
	}
	for _, b := range broken {
		rd.fault(f, *b)
	}
}

// fault adds a fault of a field.
func (rd *reading) fault(f *Field, broken problem.FieldError) {
	broken.In, broken.Name = f.In, f.Name
	rd.wrong = append(rd.wrong, broken)
}

func (rd *reading) missing(f *Field, v reflect.Value) {
	if f.Constraints.SetDefault(v); f.Constraints.Required {
		rd.fault(f, problem.FieldError{Detail: "is required", Code: problem.CodeRequired})
	}
}

func (rd *reading) values(f *Field) []string {
	switch f.In {
	case "path":
		return []string{rd.src.param(f.Name)}
	case "query":
		return rd.query[f.Name]
	case "header":
		lines := rd.src.Request.Header.Values(f.Name)
		if strings.EqualFold(f.Name, "Host") && rd.src.Request.Host != "" { // which net/http keeps apart
			lines = []string{rd.src.Request.Host}
		}
		if f.list {
			return f.elements(lines)
		}
		return lines
	case "cookie":
		return rd.cookies(f)
	}
	return rd.src.Body.form[f.Name]
}

// cookies are the values of a cookie. Where one is expected, that is the first: browsers
// send those that were set for several paths and domains, the most specific path in front
// (RFC 6265, section 5.4).
func (rd *reading) cookies(f *Field) []string {
	var values []string
	for _, cookie := range rd.src.Request.CookiesNamed(f.Name) {
		if values = append(values, cookie.Value); !f.list {
			break
		}
	}
	return values
}

// elements are those of a list in the lines of a header. Where none is null, that is one
// empty text.
func (f *Field) elements(lines []string) []string {
	all := slices.Collect(httpfield.Elements(lines))
	if _, nullable := strictjson.OptionalType(f.Type); nullable && len(all) == 0 && len(lines) > 0 {
		return []string{""}
	}
	return all
}

func (rd *reading) file(f *Field, v reflect.Value) {
	files := rd.files(f)
	switch {
	case len(files) == 0 && slices.ContainsFunc(rd.src.Body.form[f.Name], func(text string) bool { return text != "" }):
		rd.fault(f, otherPart("text where a file is expected")) // an empty one is that of a browser without a file
		return
	case len(files) == 0:
		rd.missing(f, v)
		return
	case slices.ContainsFunc(files, misnamed):
		rd.fault(f, errNoName.fault)
		return
	case f.Type.Kind() == reflect.Slice:
		v.Set(reflect.ValueOf(files))
	case len(files) > 1:
		rd.fault(f, onlyOne(len(files), "files"))
	default:
		v.Set(reflect.ValueOf(files[0]))
	}
	for _, broken := range f.Constraints.Check(nil, v) {
		rd.fault(f, *broken)
	}
}

func (rd *reading) files(f *Field) []*multipart.FileHeader {
	if form := rd.src.Request.MultipartForm; form != nil {
		return form.File[f.Name]
	}
	return nil
}

// misnamed reports whether the name of a file is no text.
func misnamed(file *multipart.FileHeader) bool { return isNoText(file.Filename) }

// otherPart is the fault of a part of a form that is of the other kind.
func otherPart(detail string) problem.FieldError {
	return problem.FieldError{Detail: detail, Code: problem.CodeUnreadable}
}

// maxUnknown is how many unknown parameters are told.
const maxUnknown = 32

// unknown tells about query parameters that nobody reads.
func (rd *reading) unknown(q *strictQuery) {
	told := 0
	for _, name := range slices.Sorted(maps.Keys(rd.query)) {
		if slices.Contains(q.known, name) {
			continue
		}
		if told++; told > maxUnknown {
			return
		}
		rd.status = http.StatusBadRequest
		rd.wrong = append(rd.wrong, q.fault(name))
	}
}
