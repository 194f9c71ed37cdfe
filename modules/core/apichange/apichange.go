// Package apichange compares two OpenAPI 3 descriptions of one API and says which
// changes break its clients and which do not:
//
//	changes, err := apichange.Compare(old, new)
//	broken := slices.ContainsFunc(changes, func(c apichange.Change) bool { return c.Kind == apichange.Breaking })
//
// A schema that accepts less than before breaks requests, one that allows more
// breaks responses. Each change names its Rule, and that its source. Beyond the
// sources, these are decisions:
//
//   - An operationId that changes breaks: clients that are generated name their
//     methods after it.
//   - A parameter that is gone is compatible, with a message that says that it
//     is ignored. A member of a body that is gone breaks requests, unless the
//     schema says additionalProperties: servers refuse members they do not know.
//   - A new member of a response is compatible, a removed one breaks, required
//     or not. A new value of a response's enum breaks: clients switch over it.
//   - Constraints (lengths, bounds, patterns) that are loosened in a response
//     are compatible.
//   - A media type or success status (2xx) that is gone breaks. Error statuses
//     and default may come and go.
//   - Security breaks when credentials that were enough are not any more.
//     Schemes are compared by what they are, not by their names.
//   - Parameters of the path are told apart by their place: "/users/{id}" and
//     "/users/{key}" are one path.
//
// Servers, callbacks, webhooks, links and examples are not compared. A change
// of a schema that several operations share is reported once for requests and
// once for responses, for the first operation that reaches it.
package apichange

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Kind says what a change does to clients.
type Kind string

// The kinds of changes.
const (
	Breaking   Kind = "breaking"
	Compatible Kind = "compatible"
)

// Change is one difference between two descriptions.
type Change struct {
	Kind Kind `json:"kind"`
	Rule Rule `json:"rule"`
	// Pointer is the JSON pointer of what changed: in the new description, or in
	// the old one for what is gone.
	Pointer   string `json:"pointer"`
	Operation string `json:"operation"` // such as "GET /users/{id}", empty for a change of none
	Message   string `json:"message"`
}

// String returns "breaking: GET /users/{id}: the operation is gone (/paths/…)".
func (c Change) String() string {
	return fmt.Sprintf("%s: %s: %s (%s)", c.Kind, c.Operation, c.Message, c.Pointer)
}

// Compare returns the changes from one description to another, sorted by path,
// method and place. Both are JSON, nested up to 500 deep. The error says which of
// the two is no OpenAPI 3 description. Compare may be called concurrently.
func Compare(old, new []byte) ([]Change, error) {
	before, err := parse(old)
	if err != nil {
		return nil, fmt.Errorf("read the old description: %w", err)
	}
	after, err := parse(new)
	if err != nil {
		return nil, fmt.Errorf("read the new description: %w", err)
	}
	r := &report{told: map[Change]bool{}}
	c := &comparison{r, &walk{r, map[pair]bool{}}}
	c.paths(before, after)
	slices.SortFunc(r.changes, compareChanges)
	return r.changes, nil
}

func compareChanges(a, b Change) int {
	methodA, pathA, _ := strings.Cut(a.Operation, " ")
	methodB, pathB, _ := strings.Cut(b.Operation, " ")
	return cmp.Or(
		cmp.Compare(pathA, pathB), cmp.Compare(methodA, methodB), cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message),
	)
}
