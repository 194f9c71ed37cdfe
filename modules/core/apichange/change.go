package apichange

import (
	"cmp"
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
	// the old one for what is Gone.
	Pointer string `json:"pointer"`
	Gone    bool   `json:"gone,omitempty"`
	// Operation is such as "GET /users/{id}", or "POST userCreated" for a webhook. It
	// is empty for a change of the whole API, such as of its servers.
	Operation string `json:"operation,omitempty"`
	// Others are the other operations that share what has changed, in the order in
	// which they were compared. Where many parts are shared by many, some are left out.
	Others []string `json:"others,omitempty"`
	// Subject is what of the operation has changed, such as "response 200,
	// items[].name", empty where Message names it.
	Subject string `json:"subject,omitempty"`
	// Old and New are the values of what has another value, empty for one that is
	// missing, and where the change is not one of a value.
	Old     string `json:"old,omitempty"`
	New     string `json:"new,omitempty"`
	Message string `json:"message"`
	// Schemas are the smallest schema around what has changed that says what it is part of:
	// the object of a member, the component, the schema of a parameter or body. It is nil
	// for a change of anything else, where the two read the same, and where very much
	// has changed. JSON does not have it.
	Schemas *Schemas `json:"-"`
}

// Text returns the subject and the message: "response 200, name: the type was string
// and is integer".
func (c Change) Text() string {
	if c.Subject == "" {
		return c.Message
	}
	return c.Subject + ": " + c.Message
}

// Warns reports whether clients can go on after the change and have to do something about
// it: what it is about is deprecated, or has another day on which it goes.
func (c Change) Warns() bool {
	return c.Kind == Compatible && (c.Rule == RuleDeprecated || c.Rule == RuleSunset)
}

// String returns "breaking: GET /users/{id}: the operation is gone (/paths/…)".
func (c Change) String() string {
	text := string(c.Kind) + ": "
	if c.Operation != "" {
		text += c.Operation + ": "
	}
	return text + c.Text() + " (" + c.Pointer + ")"
}

func compareChanges(a, b Change) int {
	methodA, pathA, _ := strings.Cut(a.Operation, " ")
	methodB, pathB, _ := strings.Cut(b.Operation, " ")
	return cmp.Or(
		cmp.Compare(pathA, pathB), cmp.Compare(methodA, methodB), cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message),
	)
}
