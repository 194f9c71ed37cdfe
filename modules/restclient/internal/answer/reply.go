package answer

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// ErrNoValue says that a reply lacks the body that is needed.
var ErrNoValue = errors.New("response without a value")

// ContentError says that a body is something else than what was asked for.
type ContentError string

// Error returns the text.
func (e ContentError) Error() string { return string(e) }

// MismatchError says that an answer is about something else than what was asked
// for.
type MismatchError string

// Error returns the text.
func (e MismatchError) Error() string { return string(e) }

// Reply is a response, read.
type Reply struct {
	Request *Request
	Status  int
	Header  http.Header
	Subtype string // of the content type, lower case: "json", "vnd.api+json"
	Body    []byte
}

// IsJSON reports whether the body is declared as JSON.
func (r *Reply) IsJSON() bool {
	return r.Subtype == "json" || r.Subtype == "x-json" || strings.HasSuffix(r.Subtype, "+json")
}

// IsHTML reports whether the response is an HTML page.
func (r *Reply) IsHTML() bool { return r.Subtype == "html" || r.Subtype == "xhtml+xml" }

// IsSuccess reports whether the status is 2xx.
func (r *Reply) IsSuccess() bool { return r.Status >= 200 && r.Status <= 299 }

// IsEmpty reports whether the response says that it has no value. A mutation
// that succeeded needs no body to have done so, whatever the status.
func (r *Reply) IsEmpty() bool {
	return r.Request.Mutates && len(r.Body) == 0 || r.Status == http.StatusNoContent || r.Status == http.StatusResetContent
}

// NeedJSON refuses a body that is not declared as JSON, such as an HTML page
// with status 200.
func (r *Reply) NeedJSON() error {
	if r.IsJSON() {
		return nil
	}
	return ContentError(fmt.Sprintf("want JSON, have content type %q", r.Header.Get("Content-Type")))
}

// needValue is NeedJSON for what cannot do without a body.
func (r *Reply) needValue() error {
	if r.IsEmpty() {
		return ErrNoValue
	}
	return r.NeedJSON()
}
