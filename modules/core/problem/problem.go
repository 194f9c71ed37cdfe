// Package problem writes and reads problem details (RFC 9457), which say what went wrong
// with a request:
//
//	problem.New(http.StatusNotFound, "no such tree").Write(w)
//
//	p, err := problem.Read(body)
package problem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
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

	// More are further members (section 3.2), in the order of their names. One that is
	// called like a field above is not written, "errors" where there are Errors. Read
	// leaves each as json.RawMessage.
	More map[string]any `json:"-"`
}

// FieldError is one value of a request that does not fit.
type FieldError struct {
	In      string `json:"in"`                // "path", "query", "header", "cookie", "form", "body", or "request" for the whole
	Name    string `json:"name,omitempty"`    // of the parameter
	Pointer string `json:"pointer,omitempty"` // into the body (RFC 6901)
	Detail  string `json:"detail"`

	// Code names the rule that is broken, for programs: see Codes. The members below say
	// what a client needs to write the sentence itself; which of them are set depends on
	// the code.
	Code    string      `json:"code,omitempty" doc:"Rule that is broken: a keyword of JSON Schema or a word of its own."`
	Limit   json.Number `json:"limit,omitempty" doc:"Bound or step."`
	Allowed []any       `json:"allowed,omitempty" doc:"Unless they are many or long."` // strings, json.Numbers and booleans
	Format  string      `json:"format,omitempty"`                                      // or the encoding
	Pattern string      `json:"pattern,omitempty" doc:"Unless it is long."`
	Type    string      `json:"type,omitempty" doc:"The expected one."`
	Item    int         `json:"item,omitempty" doc:"Number of the item of a list, from 1."`
	Meant   string      `json:"meant,omitempty" doc:"Name that was probably meant."`

	Err error `json:"-"` // the cause: logged, never sent; may be nil
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

// Read reads a problem. A member whose value has another type than it must have is left
// out (section 3.1); errors that are no FieldErrors are in More. The error says that the
// text is no JSON object.
func Read(text []byte) (Problem, error) {
	var members map[string]json.RawMessage
	err := json.Unmarshal(text, &members)
	if err == nil && members == nil {
		err = errors.New("it is null, not an object")
	}
	if err != nil {
		return Problem{}, fmt.Errorf("read a problem: %w", err)
	}
	var p Problem
	known := map[string]any{"type": &p.Type, "title": &p.Title, "status": &p.Status, "detail": &p.Detail, "instance": &p.Instance}
	for name, member := range members {
		field := known[name]
		switch {
		case field != nil:
			_ = json.Unmarshal(member, field) // or it stays empty
		case name == "errors" && p.readErrors(member):
		default:
			if p.More == nil {
				p.More = map[string]any{}
			}
			p.More[name] = member
		}
	}
	return p, nil
}

// readErrors reports whether the member is a list of FieldErrors, with nothing besides.
func (p *Problem) readErrors(member []byte) bool {
	var list []FieldError
	d := json.NewDecoder(bytes.NewReader(member))
	d.DisallowUnknownFields()
	d.UseNumber()
	if d.Decode(&list) != nil {
		return false
	}
	p.Errors = list
	return true
}

// String returns the title and the detail.
func (p Problem) String() string {
	switch {
	case p.Title == "":
		return p.Detail
	case p.Detail == "":
		return p.Title
	}
	return strings.TrimSuffix(p.Title, ".") + ": " + p.Detail
}

// Write answers with the problem. Fields of the header that are set stay. A status that no
// response ends with, such as the 0 of a problem that was read without one, is sent as 500,
// in the body as well (RFC 9110, section 15).
func (p Problem) Write(w http.ResponseWriter) {
	if p.Status < 200 || p.Status > 599 {
		p.Status = http.StatusInternalServerError
	}
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
		b = appendErrors(append(b, `,"errors":`...), p.Errors)
	}
	if len(p.More) > 0 {
		b = appendMembers(b, p.More, len(p.Errors) > 0)
	}
	return append(b, '}')
}

// appendErrors leaves the parameters of the codes out where JSON lacks one of them.
func appendErrors(b []byte, list []FieldError) []byte {
	text, err := json.Marshal(list)
	if err == nil {
		return append(b, text...)
	}
	plain := make([]FieldError, len(list))
	for i, f := range list {
		plain[i] = FieldError{In: f.In, Name: f.Name, Pointer: f.Pointer, Detail: f.Detail, Code: f.Code}
	}
	return appendValue(b, plain)
}

func appendMembers(b []byte, members map[string]any, hasErrors bool) []byte {
	for _, name := range slices.Sorted(maps.Keys(members)) { // which allocates
		switch name {
		case "type", "title", "status", "detail", "instance":
			continue
		case "errors":
			if hasErrors {
				continue
			}
		}
		b = append(appendString(append(b, ','), name), ':')
		b = appendValue(b, members[name])
	}
	return b
}

// plain holds the bytes of ASCII that stand for themselves in a string of JSON.
var plain = func() (set [256]bool) {
	for c := byte(' '); c <= '~'; c++ {
		set[c] = c != '"' && c != '\\'
	}
	return set
}()

// appendString appends s as JSON. Most texts need no escape.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if !plain[s[i]] {
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
