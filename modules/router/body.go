package router

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
)

// Limits that are the same for every route.
const (
	maxPairs     = 256                   // of a query or a form
	maxParts     = 32                    // of a multipart body
	uploadMemory = 1 << 20               // of a multipart body, the rest goes to files
	fieldMemory  = uploadMemory + 10<<20 // of the parts that are no files: multipart.Reader.ReadForm
)

type bodyCache struct {
	read bool
	data []byte
	err  error
}

// readBody reads the body once. What reads the request afterwards finds it
// again.
func (x *exchange) readBody() ([]byte, error) {
	b := &x.body
	if b.read {
		return b.data, b.err
	}
	b.read = true
	if coding := x.request.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		b.err = &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Encoding %.40q: send the body as it is", coding)}
		return nil, b.err
	}
	if x.request.Body == nil || x.request.Body == http.NoBody {
		return nil, nil
	}
	b.data, b.err = io.ReadAll(http.MaxBytesReader(&x.writer, x.request.Body, x.plan.limits.maxBody))
	if b.err != nil {
		b.err = bodyError(b.err)
		return nil, b.err
	}
	x.request.Body = io.NopCloser(bytes.NewReader(b.data))
	return b.data, nil
}

// closing keeps net/http from reading the rest of a body that nobody wants.
var closing = http.Header{"Connection": {"close"}}

func bodyError(err error) *ClientError {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &ClientError{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("the body is longer than %d bytes", tooLarge.Limit), Header: closing}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &ClientError{Status: http.StatusRequestTimeout, Message: "the body took too long", Err: err}
	}
	return &ClientError{Status: http.StatusBadRequest, Message: "the body cannot be read", Err: err}
}

// mediaType returns the type of the body in lower case, empty when it has none.
func (x *exchange) mediaType() (string, error) {
	header := x.request.Header.Get("Content-Type")
	if header == "" {
		return "", nil
	}
	name, params, err := mime.ParseMediaType(header)
	if err != nil {
		return "", &ClientError{Status: http.StatusUnsupportedMediaType, Message: "the Content-Type cannot be read", Err: err}
	}
	if set := params["charset"]; set != "" && !strings.EqualFold(set, "utf-8") {
		return "", &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("charset %.40q: send utf-8", set)}
	}
	return name, nil
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
}

const (
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
)

// decodeJSON reads the body into v. A body that is no JSON is an error; what
// does not fit comes back as fields. One that may be absent is then an object
// without members.
func (x *exchange) decodeJSON(in *input, v reflect.Value) ([]FieldError, error) {
	data, err := x.jsonBody()
	if err != nil {
		return nil, err
	}
	if len(data) == 0 && !in.demanded {
		data = []byte("{}")
	}
	faults, err := in.decoder.Decode(data, v)
	if err != nil {
		return nil, &ClientError{Status: http.StatusBadRequest, Message: short(err.Error())}
	}
	var wrong []FieldError
	for _, f := range faults {
		wrong = append(wrong, FieldError{In: "body", Pointer: short(f.Pointer), Detail: short(f.Message)})
	}
	return wrong, nil
}

// maxTold is how many bytes of what a client has sent it is told again, and the
// log.
const maxTold = 512

// short cuts text that a client has made long.
func short(s string) string {
	if len(s) <= maxTold {
		return s
	}
	return strings.ToValidUTF8(s[:maxTold], "") + "…"
}

func (x *exchange) jsonBody() ([]byte, error) {
	name, err := x.mediaType()
	if err != nil {
		return nil, err
	}
	if name != "" && !isJSON(name) {
		return nil, &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Type %.80q: send application/json", name)}
	}
	data, err := x.readBody()
	if err != nil {
		return nil, err
	}
	if len(data) > 0 && name == "" {
		return nil, &ClientError{Status: http.StatusUnsupportedMediaType, Message: "the Content-Type is missing: send application/json"}
	}
	return data, nil
}

// parseForm reads a form body, of either type, once.
func (x *exchange) parseForm(multipartOnly bool) error {
	name, err := x.mediaType()
	if err != nil || x.form != nil {
		return err
	}
	switch {
	case name == multipartType:
		return x.parseMultipart()
	case name == formType && !multipartOnly:
		data, err := x.readBody()
		if err != nil {
			return err
		}
		x.form, err = parsePairs(string(data), "form")
		return err
	}
	want := multipartType
	if !multipartOnly {
		want += " or " + formType
	}
	return &ClientError{Status: http.StatusUnsupportedMediaType, Message: fmt.Sprintf("Content-Type %.80q: send %s", name, want)}
}

func (x *exchange) parseMultipart() error {
	_, params, _ := mime.ParseMediaType(x.request.Header.Get("Content-Type")) // it was read before
	x.boundUpload()
	limited := limitParts(x.request.Body, params["boundary"])
	x.request.Body = limited
	err := x.request.ParseMultipartForm(uploadMemory)
	switch {
	case limited.exceeded():
		return errParts
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return &ClientError{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("the parts of the form that are no files are longer than %d bytes", fieldMemory), Header: closing}
	case err != nil:
		return bodyError(err)
	}
	x.form = url.Values(x.request.MultipartForm.Value)
	return nil
}

func parsePairs(text, what string) (url.Values, error) {
	if strings.Count(text, "&") >= maxPairs {
		return nil, &ClientError{Status: http.StatusBadRequest, Message: fmt.Sprintf("the %s has more than %d pairs", what, maxPairs)}
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, &ClientError{Status: http.StatusBadRequest, Message: "the " + what + " cannot be read", Err: err}
	}
	return values, nil
}
