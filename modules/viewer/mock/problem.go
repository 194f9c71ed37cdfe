package mock

import (
	"net/url"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
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

// reason is what is wrong, in a line: the first thing, where there are several.
func (r *refusal) reason() string {
	if len(r.violations) == 0 {
		return r.detail
	}
	return clip(lineOf(r.violations[0]))
}

// distance is how far a request is from an operation that refuses it. What tells operations
// of one path apart are parameters, so that a fault of one counts more than all of a body.
func (r *refusal) distance() int {
	const parameter = 1 << 16
	n := len(r.violations)
	for _, v := range r.violations {
		if v.In != "body" && v.Code != problem.CodeMediaType {
			n += parameter
		}
	}
	return n
}

// maxTold bounds the violations that a header names.
const maxTold = 16

// maxPointer bounds the pointer of a violation, in bytes: members of a body can
// have names of any length.
const maxPointer = 2000

// violations are faults at a place of a request. A member that is missing is the place
// of its fault, as the router has it.
func violations(at problem.FieldError, faults []jsonschema.Fault) []problem.FieldError {
	var all []problem.FieldError
	for _, f := range faults {
		at.Detail, at.Pointer = f.Message, f.Pointer
		at.Code, at.Limit, at.Allowed, at.Format, at.Pattern, at.Type = f.Code, f.Limit, f.Allowed, f.Format, f.Pattern, f.Type
		if f.Code == problem.CodeRequired {
			at.Detail, at.Pointer = "is required", f.Pointer+"/"+jsonpointer.Escape(f.Lacks)
		}
		at.Pointer = phrase.Clip(at.Pointer, maxPointer)
		all = append(all, at)
	}
	return all
}

// lineOf names a violation in one line of ASCII: its pointer is a fragment (RFC 6901,
// section 6).
func lineOf(v problem.FieldError) string {
	text := v.In
	if v.Name != "" {
		text += " " + v.Name
	}
	if v.Pointer != "" {
		text += " #" + (&url.URL{Path: v.Pointer}).EscapedPath()
	}
	return text + ": " + v.Detail
}
