package router

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// Response is an encoded response, ready to be sent: see Context.Response.
type Response struct {
	Status    int    // 200 to 599; 204, 205 and 304 are sent without a body
	MediaType string // the Content-Type, empty for a response without a body
	Body      []byte // valid until the response is sent
	// Header are headers to set beside those of SetHeader, nil where there are no such. What
	// both have is that of Header, but for Link, Set-Cookie and Vary, which add up.
	Header http.Header
	// Streams says that the body is sent behind the hooks, and Body has no meaning.
	Streams bool
}

// responseTo is the response to a failure, in a form that the client accepts. What the
// form depends on comes into h (RFC 9110, section 12.5.5).
func responseTo(p failure.Failure, h http.Header, accept []string) Response {
	a := Response{Status: p.Status, Header: maps.Clone(p.Header)}
	if a.MediaType, a.Body = p.Body(accept); a.MediaType != "" {
		varyByAccept(h)
	}
	return a
}

func varyByAccept(h http.Header) {
	switch names := h["Vary"]; {
	case names == nil:
		h["Vary"] = byAccept
	case !httpfield.Has(names, "*") && !httpfield.Has(names, "Accept"):
		h["Vary"] = append(slices.Clip(names), "Accept")
	}
}

// settle takes the body off a response whose status has none. Hooks may have changed it.
func (a *Response) settle() error {
	switch {
	case !isStatus(a.Status) || a.Status < 200:
		return fmt.Errorf("%d is no status of an answer", a.Status)
	case !hasContent(a.Status):
		a.MediaType, a.Body, a.Streams = "", nil, false
	}
	return nil
}

// isStatus reports whether a status is one (RFC 9110, section 15).
func isStatus(status int) bool { return status >= 100 && status <= 599 }

func (a *Response) add(name, value string) {
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Header[name] = []string{value}
}

// setHeader puts the headers of the response into h.
func (a *Response) setHeader(h http.Header) {
	if len(a.Header) > 0 {
		a.mergeInto(h)
	}
	if a.MediaType == "" {
		return
	}
	if len(h) > 0 {
		delete(h, "Content-Length") // of another body, or of a stream, whose length nobody knows
	}
	h["Content-Type"] = contentType(a.MediaType)
	h["X-Content-Type-Options"] = noSniff
	if len(a.Body) > buffered {
		h["Content-Length"] = []string{strconv.Itoa(len(a.Body))} // net/http counts shorter ones itself
	}
}

func (a *Response) mergeInto(h http.Header) {
	for name, values := range a.Header {
		if name == "Vary" || name == "Set-Cookie" || name == "Link" {
			values = append(slices.Clip(h[name]), values...)
		}
		h[name] = values
	}
}

func (a *Response) write(w *responseWriter) error {
	if a.Header != nil || a.MediaType != "" {
		a.setHeader(w.ResponseWriter.Header())
	}
	w.begin(a.Status)
	if len(a.Body) > 0 {
		if _, err := w.Write(a.Body); err != nil {
			return err
		}
	}
	w.complete()
	return nil
}

// Values of headers that are shared by all responses; nobody writes to them.
var (
	noSniff       = []string{"nosniff"}
	noCache       = []string{"no-cache"}
	noStore       = []string{"no-store"}
	byAccept      = []string{"Accept"}
	jsonHeader    = []string{answer.JSON}
	problemHeader = []string{problem.MediaType}
)

func contentType(mediaType string) []string {
	switch mediaType {
	case answer.JSON:
		return jsonHeader
	case problem.MediaType:
		return problemHeader
	}
	return []string{mediaType}
}

// bodyHeaders are about the body of a response, and how long it may be kept.
var bodyHeaders = []string{
	"Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Content-Range", "Content-Disposition",
	"Content-Digest", "Repr-Digest", "Etag", "Last-Modified", "Cache-Control", "Expires", "Trailer",
}

// forgetBody removes the headers of a body that is not sent, and its trailers. That nothing
// may be stored is true of the error in its place, too.
func forgetBody(h http.Header) {
	trailers, secret := h["Trailer"], httpfield.Has(h["Cache-Control"], "no-store")
	for name := range h { // which are few
		if slices.Contains(bodyHeaders, name) || strings.HasPrefix(name, http.TrailerPrefix) || httpfield.Has(trailers, name) {
			delete(h, name)
		}
	}
	if secret {
		h["Cache-Control"] = noStore
	}
}
