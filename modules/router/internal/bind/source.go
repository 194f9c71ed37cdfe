package bind

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Limits that are the same for every route.
const (
	maxPairs     = 256                   // of a query or a form
	uploadMemory = 1 << 20               // of a multipart body, the rest goes to files
	fieldMemory  = uploadMemory + 10<<20 // of the parts that are no files: multipart.Reader.ReadForm
)

// The media types of forms.
const (
	FormType      = "application/x-www-form-urlencoded"
	MultipartType = "multipart/form-data"
)

// Limits are how long bodies may be, in bytes.
type Limits struct {
	Body   int64
	Upload int64 // of a multipart body
}

// Source is one request that values are read from. All Sources of one request
// share its Body.
type Source struct {
	Request *http.Request       // its Body is replaced: by what bounds it, or by what was read of it
	Writer  http.ResponseWriter // learns that a body is too long, and closes the connection
	Names   []string            // of the path parameters
	Values  []string            // of the path parameters, decoded
	Limits  Limits
	Body    *Body
}

// Body is what was read of the body of one request. Its zero value is a body that
// was not read.
type Body struct {
	read bool
	data []byte
	err  error
	form url.Values
}

// Params are the parameters of the request by name: those of the body,
// overridden by those of the query, overridden by those of the path. Collisions
// are the names to which two of them give different values, sorted.
func (src *Source) Params() (params map[string]any, collisions []string, err error) {
	params = map[string]any{}
	if err := src.bodyParams(params); err != nil {
		return nil, nil, err
	}
	query, err := parsePairs(src.Request.URL.RawQuery, "query")
	if err != nil {
		return nil, nil, err
	}
	over := func(name string, v any) {
		if old, ok := params[name]; ok && !reflect.DeepEqual(old, v) {
			collisions = append(collisions, name)
		}
		params[name] = v
	}
	if err := areTexts(query, "query"); err != nil {
		return nil, nil, err
	}
	for name, values := range query {
		over(name, oneOrAll(values))
	}
	for i, name := range src.Names {
		over(name, src.Values[i])
	}
	slices.Sort(collisions)
	return params, collisions, nil
}

func (src *Source) bodyParams(params map[string]any) error {
	name, err := src.mediaType()
	switch {
	case err != nil:
		return err
	case isJSON(name):
		return src.jsonParams(params)
	case name == FormType || name == MultipartType:
		return src.formParams(params)
	}
	return nil
}

func (src *Source) jsonParams(params map[string]any) error {
	data, err := src.Bytes()
	if err != nil || len(data) == 0 {
		return err
	}
	v, err := strictjson.Any(data)
	if err != nil {
		return badJSON(err)
	}
	object, _ := v.(map[string]any) // any other value has no names
	for name, value := range object {
		params[name] = value
	}
	return nil
}

func (src *Source) formParams(params map[string]any) error {
	if err := src.parseForm(false); err != nil {
		return err
	}
	if err := areTexts(src.Body.form, "form"); err != nil {
		return err
	}
	for name, values := range src.Body.form {
		params[name] = oneOrAll(values)
	}
	if src.Request.MultipartForm != nil {
		for name, files := range src.Request.MultipartForm.File {
			if slices.ContainsFunc(files, misnamed) {
				return BadParameter("form", short(strings.ToValidUTF8(name, "\ufffd")), errNoName)
			}
			params[name] = files
		}
	}
	return nil
}

// Parts are the parts of a multipart body as they arrive, at most 32. An error
// ends them. A part is valid until the next one.
func (src *Source) Parts() (iter.Seq2[*multipart.Part, error], error) {
	name, err := src.mediaType()
	if err != nil {
		return nil, err
	}
	if name != MultipartType {
		return nil, otherType(name, MultipartType)
	}
	boundary, err := src.boundary()
	if err != nil {
		return nil, err
	}
	src.boundUpload()
	body := src.Request.Body
	src.Request.Body = &partedBody{boundedBody{body}, body, []byte("--" + boundary + "--"), nil}
	reader, err := src.Request.MultipartReader()
	if err != nil {
		return nil, unreadable("body", "the body cannot be read", err)
	}
	return partsOf(reader), nil
}

// param is a value of the path.
func (src *Source) param(name string) string {
	if i := slices.Index(src.Names, name); i >= 0 {
		return src.Values[i]
	}
	return ""
}

// Bytes are the body, which is read once. What reads the request afterwards finds it
// again.
func (src *Source) Bytes() ([]byte, error) {
	b := src.Body
	if b.read {
		return b.data, b.err
	}
	b.read = true
	if b.err = src.uncoded(); b.err != nil {
		return nil, b.err
	}
	if src.Request.Body == nil || src.Request.Body == http.NoBody {
		return nil, nil
	}
	b.data, b.err = io.ReadAll(src.bounded(src.Limits.Body))
	if b.err != nil {
		b.err = BodyError(b.err)
		return nil, b.err
	}
	src.Request.Body = io.NopCloser(bytes.NewReader(b.data))
	return b.data, nil
}

// uncoded refuses a body in a content coding.
func (src *Source) uncoded() error {
	coding := strings.Join(src.Request.Header["Content-Encoding"], ", ")
	if coding == "" || strings.EqualFold(coding, "identity") {
		return nil
	}
	f := problem.FieldError{In: "header", Name: "Content-Encoding", Detail: fmt.Sprintf("Content-Encoding %.40q: send the body as it is", coding), Code: problem.CodeMediaType}
	e := refuse(http.StatusUnsupportedMediaType, f, nil)
	e.Client.Header = http.Header{"Accept-Encoding": {"identity"}} // RFC 9110, section 12.5.3
	return e
}

// bounded is the body up to so many bytes. Nothing is read of one that says that it is
// longer, nor asked for by 100 Continue.
func (src *Source) bounded(most int64) io.ReadCloser {
	if src.Request.ContentLength > most {
		return tooLong{src.Request.Body, most}
	}
	return http.MaxBytesReader(src.Writer, src.Request.Body, most)
}

func (src *Source) boundUpload() { src.Request.Body = src.bounded(src.Limits.Upload) }

// mediaType returns the type of the body in lower case, empty when it has none.
func (src *Source) mediaType() (string, error) {
	header := ""
	switch lines := src.Request.Header["Content-Type"]; len(lines) {
	case 0:
	case 1:
		header = lines[0]
	default: // it is no list, and which one counts differs from program to program (RFC 9110, sections 5.3 and 8.3)
		f := onlyOne(len(lines), "values")
		f.In, f.Name, f.Detail = "header", "Content-Type", "the Content-Type has "+f.Detail
		return "", refuse(http.StatusBadRequest, f, nil)
	}
	if header == "" || header == "application/json" { // what most clients say
		return header, nil
	}
	name, params, err := mime.ParseMediaType(header)
	if err != nil {
		return "", wrongMediaType("the Content-Type cannot be read", err)
	}
	if set := params["charset"]; set != "" && !strings.EqualFold(set, "utf-8") {
		return "", wrongMediaType(fmt.Sprintf("charset %.40q: send utf-8", set), nil, name+"; charset=utf-8")
	}
	return name, nil
}

// hasType refuses a body that is of none of some media types.
func (src *Source) hasType(types []string) error {
	name, err := src.mediaType()
	if err != nil {
		return err
	}
	major, _, _ := strings.Cut(name, "/")
	if slices.ContainsFunc(types, func(t string) bool { return t == "*/*" || t == name || t == major+"/*" }) {
		return nil
	}
	return otherType(name, types...)
}

// jsonBody is the body, which is JSON or empty.
func (src *Source) jsonBody() ([]byte, error) {
	name, err := src.mediaType()
	if err != nil {
		return nil, err
	}
	if name != "" && !isJSON(name) {
		return nil, otherType(name, "application/json")
	}
	data, err := src.Bytes()
	if err != nil {
		return nil, err
	}
	if len(data) > 0 && name == "" {
		return nil, otherType("", "application/json")
	}
	return data, nil
}

// bodiless reports whether there is no body. One of unknown length is read to find out
// where it is no form, since it has no media type.
func (src *Source) bodiless() (bool, error) {
	if src.Request.ContentLength >= 0 || src.Request.Header.Get("Content-Type") != "" {
		return src.Request.ContentLength == 0, nil
	}
	data, err := src.Bytes()
	return len(data) == 0, err
}

// parseForm reads a form body, of either type, once.
func (src *Source) parseForm(multipartOnly bool) error {
	name, err := src.mediaType()
	if err != nil || src.Body.form != nil {
		return err
	}
	switch {
	case name == MultipartType:
		return src.parseMultipart()
	case name == FormType && !multipartOnly:
		data, err := src.Bytes()
		if err != nil {
			return err
		}
		src.Body.form, err = parsePairs(string(data), "form")
		return err
	}
	if multipartOnly {
		return otherType(name, MultipartType)
	}
	return otherType(name, MultipartType, FormType)
}

// boundary is what stands between the parts of a multipart body (RFC 2046, section 5.1.1).
// Clients that set the Content-Type themselves forget it.
func (src *Source) boundary() (string, error) {
	if err := src.uncoded(); err != nil {
		return "", err
	}
	_, params, _ := mime.ParseMediaType(src.Request.Header.Get("Content-Type")) // it was read before
	switch {
	case params["boundary"] == "":
		f := problem.FieldError{In: "header", Name: "Content-Type", Detail: "the Content-Type has no boundary", Code: problem.CodeUnreadable}
		return "", refuse(http.StatusBadRequest, f, nil)
	case src.Request.ContentLength == 0:
		return "", unreadable("body", "the body is empty", nil)
	}
	return params["boundary"], nil
}

func (src *Source) parseMultipart() error {
	boundary, err := src.boundary()
	if err != nil {
		return err
	}
	src.boundUpload()
	limited := limitParts(src.Request.Body, boundary)
	src.Request.Body = limited
	err = src.Request.ParseMultipartForm(uploadMemory)
	switch {
	case limited.exceeded():
		return errParts
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return tooLarge(fmt.Sprintf("the parts of the form that are no files are longer than %d bytes", fieldMemory), fieldMemory)
	case err != nil:
		return BodyError(err)
	}
	src.Body.form = url.Values(src.Request.MultipartForm.Value)
	return nil
}

func otherType(sent string, allowed ...string) error {
	what := "the Content-Type is missing"
	if sent != "" {
		what = fmt.Sprintf("Content-Type %.80q", sent)
	}
	return wrongMediaType(what+": send "+strings.Join(allowed, " or "), nil, allowed...)
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
}

func parsePairs(text, what string) (url.Values, error) {
	if strings.Count(text, "&") >= maxPairs {
		f := problem.FieldError{In: what, Detail: fmt.Sprintf("the %s has more than %d pairs", what, maxPairs), Code: problem.CodeTooMany, Limit: decimal(maxPairs)}
		return nil, refuse(http.StatusBadRequest, f, nil)
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, unreadable(what, "the "+what+" cannot be read", err)
	}
	return values, nil
}

// areTexts refuses names and values that a path may not hold either.
func areTexts(pairs url.Values, in string) error {
	for name, values := range pairs {
		if isNoText(name) || slices.ContainsFunc(values, isNoText) {
			return BadParameter(in, short(strings.ToValidUTF8(name, "\ufffd")), errNoText)
		}
	}
	return nil
}

func oneOrAll(values []string) any {
	if len(values) == 1 {
		return values[0]
	}
	return values
}
