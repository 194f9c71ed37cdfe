package answer

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
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

// Reply is a response to a request, read.
type Reply struct {
	exchange.Reply
	Request *Request
}

// IsEmpty reports whether the response says that it has no value. A mutation
// that succeeded needs no body to have done so, whatever the status.
func (r *Reply) IsEmpty() bool {
	return r.Request.Mutates && len(r.Body) == 0 || r.Status == http.StatusNoContent || r.Status == http.StatusResetContent
}

// RefuseHTML refuses an HTML page, such as that of a login or a proxy, in place of
// data: it says nothing about what was asked for, whatever its status.
func (r *Reply) RefuseHTML() error {
	if !r.IsHTML() || r.IsEmpty() {
		return nil
	}
	page := fmt.Sprintf("want data, have an HTML page (content type %q), such as that of a login or a proxy", r.Header.Get("Content-Type"))
	if text := redact.HTML(r.Body[:min(len(r.Body), maxQuoted)]); text != "" {
		page += fmt.Sprintf(": %q", text)
	}
	return ContentError(page)
}

// maxQuoted is how much of a page is looked at for a text to quote.
const maxQuoted = 64 << 10

// RefuseCodings refuses a body in content codings that the transport has not undone and
// the arguments have not asked for (RFC 9110, section 12.5.3).
func (r *Reply) RefuseCodings() error {
	codings := r.Codings()
	if len(codings) == 0 || r.Request.Header.Get("Accept-Encoding") != "" {
		return nil
	}
	return ContentError(fmt.Sprintf("want a body, have one with the content coding %q, which was not asked for", strings.Join(codings, ", ")))
}

// NeedJSON refuses a body that is not declared as JSON, such as an HTML page
// with status 200, or that is coded.
func (r *Reply) NeedJSON() error {
	if err := r.RefuseCodings(); err != nil || r.IsJSON() {
		return err
	}
	return ContentError(fmt.Sprintf("want JSON, have content type %q", r.Header.Get("Content-Type")))
}

// NoJSON is the beginning of a text that is declared as JSON and begins otherwise, empty for
// any other body.
func (r *Reply) NoJSON() string {
	value := jsontext.Value(r.Body)
	switch value.Kind() {
	case jsontext.KindBeginObject, jsontext.KindBeginArray, jsontext.KindString:
		return ""
	}
	if !r.IsJSON() || value.IsValid() {
		return ""
	}
	return redact.Beginning(r.Body)
}

// Charset is the charset of a body that is not in UTF-8, as JSON has to be (RFC 8259,
// section 8.1): the one that its byte order mark or its content type names. It is empty
// for any other body, whatever the content type says.
func (r *Reply) Charset() string {
	switch {
	case bytes.HasPrefix(r.Body, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(r.Body, []byte("\x00\x00\xfe\xff")):
		return "UTF-32"
	case bytes.HasPrefix(r.Body, []byte("\xff\xfe")), bytes.HasPrefix(r.Body, []byte("\xfe\xff")):
		return "UTF-16"
	}
	_, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	name := parameters["charset"]
	if strings.EqualFold(name, "UTF-8") || utf8.Valid(r.Body) && bytes.IndexByte(r.Body, 0) < 0 {
		return ""
	}
	return name
}

// part is the value that a schema is of: a member of the reply, or for no name the reply
// itself.
func (r *Reply) part(in string) ([]byte, error) {
	if in == "" {
		return r.Body, nil
	}
	value, err := member.Only(r.Body, in)
	switch {
	case err != nil:
		return nil, err
	case value == nil:
		return nil, ContentError(fmt.Sprintf("the response has no member %q", in))
	}
	return value, nil
}

// needValue is NeedJSON for what cannot do without a body.
func (r *Reply) needValue() error {
	if r.IsEmpty() || len(r.Body) == 0 {
		return ErrNoValue
	}
	return r.NeedJSON()
}
