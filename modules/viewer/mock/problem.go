package mock

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// problem is what is wrong, as RFC 9457 spells it.
type problem struct {
	Title  string      `json:"title"`
	Status int         `json:"status"`
	Detail string      `json:"detail,omitempty"`
	Errors []violation `json:"errors,omitempty"`
	Paths  []string    `json:"paths,omitempty"` // that look like the one that there is not
}

// text is the problem as JSON, with the title of its status.
func (p problem) text() []byte {
	p.Title = cmp.Or(http.StatusText(p.Status), strconv.Itoa(p.Status))
	text, _ := json.MarshalIndent(p, "", "  ") // of texts and numbers
	return append(text, '\n')
}

// refusal is why a request is not answered as it asks.
type refusal struct {
	statuses   []int // the one that says it best first; the description may have another
	detail     string
	violations []violation
	challenges []string // for WWW-Authenticate
	accept     string   // the media types that bodies may have, "" for nothing to say
}

// maxTold bounds the violations that a header names.
const maxTold = 16

// violation is one part of a request that does not fit the description.
type violation struct {
	In      string `json:"in"`                // a place of parameters, "body" or "security"
	Name    string `json:"name,omitempty"`    // of a parameter or security scheme
	Pointer string `json:"pointer,omitempty"` // JSON pointer into it, as a fragment (RFC 6901, section 6)
	Detail  string `json:"detail"`
}

// maxPointer bounds the pointer of a violation, in bytes: members of a body can
// have names of any length.
const maxPointer = 2000

// each says of every fault that it is in this place.
func (v violation) each(faults []jsonschema.Fault) []violation {
	var all []violation
	for _, f := range faults {
		v.Detail, v.Pointer = f.Message, ""
		if f.Pointer != "" {
			v.Pointer = "#" + (&url.URL{Path: phrase.Clip(f.Pointer, maxPointer)}).EscapedPath()
		}
		all = append(all, v)
	}
	return all
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
