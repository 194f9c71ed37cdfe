package mock

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// problem is what is wrong, as RFC 9457 spells it.
type problem struct {
	Title  string      `json:"title"`
	Status int         `json:"status"`
	Detail string      `json:"detail,omitempty"`
	Errors []violation `json:"errors,omitempty"`
	Paths  []string    `json:"paths,omitempty"` // that look like the one that there is not
}

// violation is one part of a request that does not fit the description.
type violation struct {
	In      string `json:"in"`                // a place of parameters, "body" or "security"
	Name    string `json:"name,omitempty"`    // of a parameter or security scheme
	Pointer string `json:"pointer,omitempty"` // JSON pointer into it, as a fragment (RFC 6901, section 6)
	Detail  string `json:"detail"`
}

// text names a violation in one line.
func (v violation) text() string {
	text := v.In
	if v.Name != "" {
		text += " " + v.Name
	}
	if v.Pointer != "" {
		text += " " + v.Pointer
	}
	return text + ": " + v.Detail
}

// problem answers with what is wrong.
func (x *exchange) problem(p problem) {
	p.Title = http.StatusText(p.Status)
	if p.Title == "" {
		p.Title = strconv.Itoa(p.Status)
	}
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetIndent("", "  ")
	if e.Encode(p) != nil {
		body.Reset()
	}
	x.w.Header().Set("Content-Type", "application/problem+json")
	x.send(p.Status, body.Bytes())
}

// send sends an answer whose header is set.
func (x *exchange) send(status int, body []byte) {
	h := x.w.Header()
	x.expose()
	if bodiless(status) {
		h.Del("Content-Type")
		x.w.WriteHeader(status)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(status)
	if x.r.Method != http.MethodHead {
		_, _ = x.w.Write(body) // whoever asked has gone
	}
}

// bodiless reports whether answers of a status have no body (RFC 9110, section
// 6.4.1).
func bodiless(status int) bool {
	return status < 200 || status == http.StatusNoContent || status == http.StatusResetContent || status == http.StatusNotModified
}
