package restfake

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Recording is one exchange as Record writes it: one line of JSON.
type Recording struct {
	Request  RecordedRequest   `json:"request"`
	Response *RecordedResponse `json:"response,omitzero"`
	// Error is the text of the error of the transport, instead of a response or
	// of the rest of one.
	Error string `json:"error,omitzero"`
}

// RecordedRequest is the request of a Recording.
type RecordedRequest struct {
	Op     string      `json:"op,omitzero"`
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header,omitempty"`
	Body   Content     `json:"body,omitempty"`
}

// RecordedResponse is the response of a Recording.
type RecordedResponse struct {
	Status int         `json:"status"`
	Header http.Header `json:"header,omitempty"`
	Body   Content     `json:"body,omitempty"`
}

// Content is a body that reads well in a file: text as it is, and anything else
// as a data URL (RFC 2397).
type Content []byte

const dataURL = "data:;base64,"

// MarshalText writes the content for a file.
func (c Content) MarshalText() ([]byte, error) {
	if utf8.Valid(c) && !slices.Equal(c[:min(len(c), len(dataURL))], []byte(dataURL)) {
		return c, nil
	}
	return base64.StdEncoding.AppendEncode([]byte(dataURL), c), nil
}

// UnmarshalText reads the content of a file.
func (c *Content) UnmarshalText(text []byte) error {
	if len(text) < len(dataURL) || string(text[:len(dataURL)]) != dataURL {
		*c = slices.Clone(text)
		return nil
	}
	decoded, err := base64.StdEncoding.AppendDecode(nil, text[len(dataURL):])
	*c = decoded
	return err
}

const redacted = "REDACTED"

// secretHeaders are redacted, in requests and in responses.
var secretHeaders = []string{
	"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-Csrf-Token",
}

// redact removes what a file must not hold.
func (r *Recording) redact() {
	redactHeader(r.Request.Header)
	if r.Response != nil {
		redactHeader(r.Response.Header)
	}
	if u, err := url.Parse(r.Request.URL); err == nil && u.User != nil {
		u.User = url.User(redacted)
		r.Request.URL = u.String()
	}
}

func redactHeader(h http.Header) {
	for _, key := range secretHeaders {
		for i := range h[key] {
			h[key][i] = redacted
		}
	}
}

// answers reports whether the recording is of such a request: the same method,
// path, query and body, whatever the host and the header.
func (r *Recording) answers(req *core.Request, body []byte) bool {
	return r.Request.Method == req.Method && slices.Equal(r.Request.Body, body) && target(r.Request.URL) == target(req.URL)
}

// target is the path and the query of a URL.
func target(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	return u.RequestURI()
}

// String is the request in a line, such as "GET /todos/1".
func (r Recording) String() string { return r.Request.Method + " " + target(r.Request.URL) }
