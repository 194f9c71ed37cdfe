package mock

import (
	"net/url"

	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// refusal is why a request is not answered as it asks.
type refusal struct {
	statuses   []int // the one that says it best first; the description may have another
	detail     string
	violations []problem.FieldError
	challenges []string // for WWW-Authenticate
	accept     string   // the media types that bodies may have, "" for nothing to say
}

// maxTold bounds the violations that a header names.
const maxTold = 16

// maxPointer bounds the pointer of a violation, in bytes: members of a body can
// have names of any length.
const maxPointer = 2000

// violations are faults at a place of a request. Their pointers are fragments (RFC 6901,
// section 6).
func violations(at problem.FieldError, faults []jsonschema.Fault) []problem.FieldError {
	var all []problem.FieldError
	for _, f := range faults {
		at.Detail, at.Pointer = f.Message, ""
		if f.Pointer != "" {
			at.Pointer = "#" + (&url.URL{Path: phrase.Clip(f.Pointer, maxPointer)}).EscapedPath()
		}
		all = append(all, at)
	}
	return all
}

// lineOf names a violation in one line.
func lineOf(v problem.FieldError) string {
	text := v.In
	if v.Name != "" {
		text += " " + v.Name
	}
	if v.Pointer != "" {
		text += " " + v.Pointer
	}
	return text + ": " + v.Detail
}
