// Package problem writes problem details (RFC 9457), which say what went wrong with a request:
//
//	problem.New(http.StatusNotFound, "no such tree").Write(w)
package problem

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// MediaType is that of a problem (RFC 9457, section 3).
const MediaType = "application/problem+json"

// Problem is what went wrong.
type Problem struct {
	Type     string       `json:"type,omitempty"` // URI; empty: "about:blank", the status says it all
	Title    string       `json:"title"`          // the same for all problems of the type
	Status   int          `json:"status"`
	Detail   string       `json:"detail,omitempty"`   // about this one
	Instance string       `json:"instance,omitempty"` // URI or id of this one
	Errors   []FieldError `json:"errors,omitempty"`

	More map[string]any `json:"-"` // further members (section 3.2), in the order of their names
}

// FieldError is one value of a request that does not fit.
type FieldError struct {
	In      string `json:"in"`                // "path", "query", "header", "cookie", "form", "body", or "request" for the whole
	Name    string `json:"name,omitempty"`    // of the parameter
	Pointer string `json:"pointer,omitempty"` // into the body (RFC 6901)
	Detail  string `json:"detail"`
}

// String returns "query parameter \"limit\": …" or "/user/age: …".
func (f FieldError) String() string {
	switch {
	case f.In == "request":
		return f.Detail
	case f.In != "body" && f.In != "":
		return fmt.Sprintf("%s parameter %q: %s", f.In, f.Name, f.Detail)
	case f.Pointer != "":
		return f.Pointer + ": " + f.Detail
	}
	return "body: " + f.Detail
}

// New returns the problem of a status, whose title is the text of the status, or "Error"
// where it has none.
func New(status int, detail string) Problem {
	title := http.StatusText(status)
	if title == "" {
		title = "Error"
	}
	return Problem{Title: title, Status: status, Detail: detail}
}

// Write answers with the problem. Fields of the header that are set stay.
func (p Problem) Write(w http.ResponseWriter) {
	body := p.Append(nil)
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(body) // the client may be gone
}

// Append appends the problem as JSON. A member of More that cannot be written as JSON is null.
func (p Problem) Append(b []byte) []byte {
	b = slices.Grow(b, 96+len(p.Type)+len(p.Title)+len(p.Detail)+len(p.Instance))
	b = append(b, '{')
	if p.Type != "" {
		b = append(appendString(append(b, `"type":`...), p.Type), ',')
	}
	b = appendString(append(b, `"title":`...), p.Title)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(p.Status), 10)
	if p.Detail != "" {
		b = appendString(append(b, `,"detail":`...), p.Detail)
	}
	if p.Instance != "" {
		b = appendString(append(b, `,"instance":`...), p.Instance)
	}
	if len(p.Errors) > 0 {
		b = appendValue(append(b, `,"errors":`...), p.Errors)
	}
	if len(p.More) > 0 {
		b = appendMembers(b, p.More)
	}
	return append(b, '}')
}

func appendMembers(b []byte, members map[string]any) []byte {
	for _, name := range slices.Sorted(maps.Keys(members)) { // which allocates
		b = append(appendString(append(b, ','), name), ':')
		b = appendValue(b, members[name])
	}
	return b
}

// appendString appends s as JSON. Most texts need no escape.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendValue(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func appendValue(b []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		text = []byte("null")
	}
	return append(b, text...)
}
