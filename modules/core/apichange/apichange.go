// Package apichange compares two OpenAPI 3.0 or 3.1 descriptions of one API and
// tells the changes that break its clients from those that do not.
//
//	changes, err := apichange.Compare(old, new)
//	broken := slices.ContainsFunc(changes, func(c apichange.Change) bool { return c.Kind == apichange.Breaking })
//
// A schema that accepts less than before breaks requests, one that allows more
// breaks responses. Beyond that, these are decisions:
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

// Compare lists the changes from one description to another, sorted by path,
// method and place. Both are JSON; the error names the one that is no OpenAPI 3
// description.
func Compare(old, new []byte) ([]Change, error) {
	before, err := parse(old)
	if err != nil {
		return nil, fmt.Errorf("read the old description: %w", err)
	}
	after, err := parse(new)
	if err != nil {
		return nil, fmt.Errorf("read the new description: %w", err)
	}
	c := &comparison{seen: map[pair]bool{}, told: map[Change]bool{}}
	c.paths(before, after)
	slices.SortFunc(c.changes, compareChanges)
	return c.changes, nil
}

func compareChanges(a, b Change) int {
	methodA, pathA, _ := strings.Cut(a.Operation, " ")
	methodB, pathB, _ := strings.Cut(b.Operation, " ")
	return cmp.Or(
		cmp.Compare(pathA, pathB), cmp.Compare(methodA, methodB), cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message),
	)
}

// comparison collects changes.
type comparison struct {
	operation string // that is being compared
	changes   []Change
	told      map[Change]bool // without their operation
	seen      map[pair]bool
}

// pair is two schemas that were compared already, which also ends recursion.
type pair struct {
	old, new  string
	direction direction
}

func (c *comparison) report(kind Kind, pointer, format string, args ...any) {
	change := Change{Kind: kind, Pointer: pointer, Message: fmt.Sprintf(format, args...)}
	if c.told[change] {
		return
	}
	c.told[change] = true
	change.Operation = c.operation
	c.changes = append(c.changes, change)
}

func (c *comparison) breaking(pointer, format string, args ...any) {
	c.report(Breaking, pointer, format, args...)
}

func (c *comparison) compatible(pointer, format string, args ...any) {
	c.report(Compatible, pointer, format, args...)
}

// required reports that something must be there now, or need not be any more.
func (c *comparison) required(pointer, what string, old, new bool) {
	switch {
	case !old && new:
		c.breaking(pointer, "%s is required now", what)
	case old && !new:
		c.compatible(pointer, "%s is optional now", what)
	}
}
