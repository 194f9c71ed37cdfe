package router

import (
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// TableError is every mistake of a route table, found before it serves.
type TableError struct{ Mistakes []Mistake }

// Error lists the mistakes, one per line.
func (e *TableError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "router: %d problem(s) in the route table", len(e.Mistakes))
	for _, m := range e.Mistakes {
		b.WriteString("\n  " + m.String())
	}
	return b.String()
}

// Mistake is one thing that is wrong with a route table.
type Mistake struct {
	Route string // the route string as written, behind what its groups add; empty when it is about no route
	// Group is where the route is, such as "/v1 > AUTH /teams/:team", and Controller the
	// type of the module; both are empty outside of groups.
	Group, Controller string

	Function string // such as "api.showUser", empty when unknown
	// File is where the function is written or, for a method value, where it
	// was given to With, In or F0 to F4; empty when unknown.
	File    string
	Line    int
	Message string
}

// String returns "\"GET /users/:id\" -> api.showUser (api.go:20): message".
func (m Mistake) String() string {
	switch {
	case m.Group != "" && m.Controller != "":
		return fmt.Sprintf("%s (in the group %s, of %s)", m.text(), m.Group, m.Controller)
	case m.Group != "":
		return fmt.Sprintf("%s (in the group %s)", m.text(), m.Group)
	}
	return m.text()
}

func (m Mistake) text() string {
	where := origin.Origin{Name: m.Function, File: m.File, Line: m.Line}.String()
	switch {
	case m.Route == "" && where == "":
		return m.Message
	case m.Route == "":
		return where + ": " + m.Message
	case where == "":
		return fmt.Sprintf("%q: %s", m.Route, m.Message)
	}
	return fmt.Sprintf("%q -> %s: %s", m.Route, where, m.Message)
}

// in returns the mistake as one of a group.
func (m Mistake) in(group, controller string) Mistake {
	m.Group, m.Controller = group, controller
	return m
}

func mistakeAt(at origin.Origin, key, message string) Mistake {
	return Mistake{Route: key, Function: at.Name, File: at.File, Line: at.Line, Message: message}
}
