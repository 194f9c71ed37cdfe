package restclient

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Problem is the problem details object of RFC 9457.
type Problem struct {
	Type     string `json:"type,omitzero"`
	Title    string `json:"title,omitzero"`
	Status   int    `json:"status,omitzero"` // as the body says, advisory
	Detail   string `json:"detail,omitzero"`
	Instance string `json:"instance,omitzero"`

	// Extensions holds the other members, as one JSON object; nil without any.
	Extensions jsontext.Value `json:",embed"`
}

// String returns title and detail.
func (p *Problem) String() string {
	switch {
	case p.Title == "":
		return p.Detail
	case p.Detail == "":
		return p.Title
	}
	return strings.TrimSuffix(p.Title, ".") + ": " + p.Detail
}

// parseProblem returns nil for a body that is not one.
func parseProblem(subtype string, body []byte) *Problem {
	if subtype != "problem+json" {
		return nil
	}
	var p Problem
	if err := json.Unmarshal(body, &p); err != nil {
		return nil
	}
	return &p
}

// ErrorBody decodes the body of an *Error, such as the server's own error
// object, into T. It reports false when err is no *Error with such a body.
func ErrorBody[T any](err error) (T, bool) {
	var value T
	e, ok := asError(err)
	if !ok || len(e.Body) == 0 {
		return value, false
	}
	if err := JSON().Unmarshal(e.Body, &value); err != nil {
		var zero T
		return zero, false
	}
	return value, true
}
